"""What is counted of Costa Ruana when it is played many times: see :mod:`archipel.checks.simulate`."""
