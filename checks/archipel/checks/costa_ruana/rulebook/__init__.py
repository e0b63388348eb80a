"""What the rulebook of Costa Ruana has of its own: pages, pictures, facts, and a page to try things on."""
