// Package publish replaces several files as one set: whatever crashes, whenever,
// a reader that goes through Read sees all of the old set or all of the new
// one. It knows nothing of what the files hold.
//
// A set is written in this order: temporaries beside their targets, synced;
// then the journal beside the first target, which names them with their
// digests; then the temporaries take their targets' names and the journal goes.
// The invariant: once the journal stands the new set is the set. Readers go
// through it and change nothing; the next Publish of the set finishes it.
//
// No link is followed below the folder a name starts from, every step is
// relative to an open handle of the target's own folder, and the lock is on that
// handle: no lock file is left behind.
package publish
