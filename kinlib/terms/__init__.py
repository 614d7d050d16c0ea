"""The kin-term benchmark (Hindi, Tamil, Korean)."""
