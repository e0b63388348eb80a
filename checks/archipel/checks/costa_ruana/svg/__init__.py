"""Everything that is drawn of Costa Ruana: small pictures for the rulebook and whole tables, as SVG."""
