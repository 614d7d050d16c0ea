"""The only room that knows Streamlit."""
