"""One module a file format, each a plain reader that reports bad rows and goes on."""
