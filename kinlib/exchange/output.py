"""Files written whole or not at all."""

import contextlib
import os
import tempfile
from pathlib import Path

from kinlib.errors import KinError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place and move it there, so that it is never half there.

    KinError if it cannot be written.
    """
    growing = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".kinlib-", delete=False) as file:
            growing = file.name
            file.write(data)
        os.chmod(growing, 0o644)
        os.replace(growing, path)
    except OSError as error:
        if growing is not None:
            with contextlib.suppress(OSError):
                os.unlink(growing)
        raise KinError(f"{path} cannot be written: {error.strerror}.") from None
