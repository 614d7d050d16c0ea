"""What kinship is: people, unions, kin types, systems, layout. Pure: no files, no network."""
