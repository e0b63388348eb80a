"""What everything else uses: processes, files, progress, digests."""
