//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package publish

import "os"

// lockDir opens the folder alone: here no lock can be had on it.
func lockDir(dir *os.Root) (*os.File, error) { return dir.Open(".") }

func unlockDir(f *os.File) { f.Close() } //nolint:errcheck // opened for reading

// syncDir does nothing: here a folder cannot be synced.
func syncDir(*os.Root) error { return nil }
