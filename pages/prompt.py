"""Prompt: ask a model one thing, once."""

import streamlit as st

from kinlib.ui import prompt_form, shell

shell.guard()

st.title("Prompt")
store = shell.store()
left, right = st.columns(2, gap="large")
with left:
    prompt_form.send(prompt_form.form(store))
with right:
    prompt_form.answer(store)
