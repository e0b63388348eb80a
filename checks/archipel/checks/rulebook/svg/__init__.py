"""SVG kit: documents that stand alone, style sheets, elements and box layout. Nothing here knows any game."""
