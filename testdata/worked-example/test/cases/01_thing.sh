#!/bin/sh
. "$LIB/thing.sh"
test "$(thing)" = 'a thing, declared'
