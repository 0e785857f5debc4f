//go:build !linux

package index

func largePages([]byte) {}
