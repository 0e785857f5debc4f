//go:build unix

package index

import (
	"os"
	"syscall"
)

// openFlags opens for reading; a pipe without a writer must not make us wait.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_NOFOLLOW
