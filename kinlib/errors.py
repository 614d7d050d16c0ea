"""The one error type whose text is written for people."""


class KinError(Exception):
    """Something a person can mend; its text is one sentence saying what is wrong and what to do.

    Pages and the command line show the text as it is. Any other exception is a bug.
    """
