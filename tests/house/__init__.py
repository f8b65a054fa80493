"""Rules about the sources themselves: layers, names, rooms, documents, dependencies."""
