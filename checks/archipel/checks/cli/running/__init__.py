"""Commands that prove, simulate and measure."""
