"""How hard the Hypothesis properties search, chosen by the variable HYPOTHESIS_PROFILE.

dev, the default, searches a little and differently each time; ci a little more and always in the
same way, so that a red run means a change; soak searches for as long as patience lasts.
"""

import os
import signal
from pathlib import Path

from hypothesis import HealthCheck, settings

# The reference solver is slow on purpose, and the machine may be busy: neither is a fault.
_PATIENT = [HealthCheck.too_slow]

settings.register_profile("dev", max_examples=60, deadline=None, suppress_health_check=_PATIENT)
settings.register_profile(
    "ci", max_examples=150, deadline=None, derandomize=True, suppress_health_check=_PATIENT
)
settings.register_profile("soak", max_examples=1000, deadline=None, suppress_health_check=_PATIENT)
# A shell that starts the tests in the background has told them to ignore Ctrl-C, which some of them
# send to themselves and wait for.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Nobody's own settings may change what the tests see.
os.environ["GIN_CONFIG"] = str(Path(__file__).parent / "no settings" / "config.toml")

settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
