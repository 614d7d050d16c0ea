"""The door: `streamlit run app.py`."""

from kinlib.ui import shell

shell.run()
