"""Asking models: the only room that knows litellm."""
