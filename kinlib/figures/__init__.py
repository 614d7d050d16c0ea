"""Charts and diagrams as values; nothing here knows Streamlit."""
