#!/bin/sh
# thing says what it is for.
thing() {
	printf '%s\n' 'a thing, declared'
}
