"""Topics: the protocol, the program without each of them, and a folder for the tests of each."""
