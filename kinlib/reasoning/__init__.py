"""The KinshipQA benchmark."""
