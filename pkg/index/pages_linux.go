package index

import "syscall"

// largePages asks the system to back memory that nothing has touched yet with
// large pages: handing them out one small page at a time takes longer than
// filling them.
func largePages(b []byte) {
	const large = 2 << 20
	if len(b) >= large {
		_ = syscall.Madvise(b, syscall.MADV_HUGEPAGE) // advice: a system that does not take it loses time
	}
}
