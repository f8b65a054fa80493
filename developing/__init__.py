"""What `./dev` does for those who change the program; nothing of it is installed.

`commands` lists the commands; `environment` makes .venv; `serving` runs the program and starts it again after a
change, which `watching` sees; `changes` and `selection` say which tests a change concerns; `mutation` plants `faults`
and runs these tests.  May import Python's standard library and `scheduler.fingerprint`, which needs no more.
"""
