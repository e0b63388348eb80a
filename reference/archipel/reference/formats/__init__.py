"""File formats derived from an engine's annotated classes: JSON, JSON Schema, packing, one-line notation."""
