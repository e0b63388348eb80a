"""An HTTP server that strangers may use at once: connections, host names, and counts apart from everything else."""
