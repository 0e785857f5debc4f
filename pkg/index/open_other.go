//go:build !unix

package index

import "os"

// openFlags opens for reading.
const openFlags = os.O_RDONLY
