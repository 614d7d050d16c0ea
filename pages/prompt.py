"""Prompt: ask models one thing, once, and see what each makes of it."""

import streamlit as st

from kinlib.models import gateway
from kinlib.ui import prompt_form, prompt_history, prompt_replies, shell

shell.guard()

st.title("Prompt")
store = shell.store()
gateway.warm()
prompt_form.show(store)
prompt_replies.show(store)
prompt_history.show()
