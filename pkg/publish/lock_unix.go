//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package publish

import (
	"errors"
	"os"
	"syscall"
)

// lockDir takes the lock of a folder on a handle of it; dying gives it
// back.
func lockDir(dir *os.Root) (*os.File, error) {
	f, err := dir.Open(".")
	if err != nil {
		return nil, err
	}
	for {
		err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err == nil {
		return f, nil
	}
	f.Close() //nolint:errcheck // opened for reading
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, errBusy
	}
	return nil, err
}

// unlockDir gives the lock back at once: a program started meanwhile can hold a
// copy of the handle until it runs.
func unlockDir(f *os.File) {
	syscall.Flock(int(f.Fd()), syscall.LOCK_UN) //nolint:errcheck // closing does it too
	f.Close()                                   //nolint:errcheck // opened for reading
}

func syncDir(dir *os.Root) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()                                                     //nolint:errcheck // opened for reading
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) { // some file systems cannot
		return err
	}
	return nil
}
