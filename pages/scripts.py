"""Scripts: which writing systems replies to kin-term prompts use, and which they lack."""

import streamlit as st

from kinlib.ui import scripts_view, shell

shell.guard()

st.title("Scripts")
scripts_view.show(shell.store(), shell.matcher())
