"""What is kept of proofs in files, and why it need not be believed."""
