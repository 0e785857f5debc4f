package task

import (
	"os"
	"strconv"
	"time"

	"majordomus/pkg/canon"
	"majordomus/pkg/fault"
	"majordomus/pkg/publish"
)

// filePerm is the mode of a manifest and a context, before the umask.
const filePerm = os.FileMode(0o644)

// PublishPair writes a manifest and, when output is not "", the context that was
// rendered with it, as one set: whatever happens, readers see the old pair or
// the new one. Names start at dir ("" is the working folder). What stands there
// is replaced only when it is a manifest and the context it names. Errors:
// not_ours, edited, busy, and those of the disk.
func PublishPair(dir, manifest, output string, m Manifest, context []byte, generatedAt string) error {
	names := []string{manifest}
	if output != "" {
		names = append(names, output)
		m = m.Of(context)
	}
	s, err := publish.Open(dir, names...)
	if err != nil {
		return err
	}
	defer s.Close()
	files := []publish.File{{Data: m.Text(generatedAt), Mode: filePerm}}
	if output != "" {
		files = append(files, publish.File{Data: context, Mode: filePerm})
	}
	_, err = s.Publish(files, func(now []publish.Current) error { return owned(names, now) })
	return err
}

// owned refuses to replace what this package did not write.
func owned(names []string, now []publish.Current) error {
	var was *Manifest
	if now[0].Exists {
		m, problems := ReadManifest(now[0].Data)
		if m == nil {
			return fault.New(fault.Conflict, "not_ours", "there is a file that is no manifest: %s", problems[0]).
				At(names[0], 0, 0).WithHint("move it away, or choose another name")
		}
		if problems != nil {
			return edited(names[0])
		}
		was = m
	}
	if len(now) < 2 || !now[1].Exists {
		return nil
	}
	if was == nil || was.ContextDigest == "" {
		return fault.New(fault.Conflict, "not_ours", "there is a file that no manifest names").
			At(names[1], 0, 0).WithHint("move it away, or choose another name")
	}
	if canon.Hash(now[1].Data) != was.ContextDigest {
		return edited(names[1])
	}
	return nil
}

func edited(name string) error {
	return fault.New(fault.Conflict, "edited", "it was edited since it was published; the edit is kept").
		At(name, 0, 0).WithHint("move it away, then resolve the task again")
}

// ReadPair reads a manifest and, when output is not "", its context, both of one
// publication. The error is manifest_not_found, or one of the disk.
func ReadPair(dir, manifest, output string) (m, context []byte, err error) {
	names := []string{manifest}
	if output != "" {
		names = append(names, output)
	}
	s, err := publish.Open(dir, names...)
	if err != nil {
		return nil, nil, err
	}
	defer s.Close()
	files, err := s.Read()
	if err != nil {
		return nil, nil, err
	}
	for i, f := range files {
		if !f.Exists {
			return nil, nil, fault.New(fault.NotFound, "manifest_not_found", "there is no such file").At(names[i], 0, 0)
		}
	}
	if output != "" {
		context = files[1].Data
		if context == nil {
			context = []byte{}
		}
	}
	return files[0].Data, context, nil
}

// GeneratedAt is the time a manifest carries: the one that is given, in RFC
// 3339, else SOURCE_DATE_EPOCH, in seconds since 1970, else now; always in UTC.
// The error is invalid_input.
func GeneratedAt(given, epoch string, now time.Time) (string, error) {
	switch {
	case given != "":
		t, err := time.Parse(time.RFC3339, given)
		if err != nil {
			return "", invalid(CodeInvalidInput, "generated-at: %s is no time", fault.Quote(given)).WithHint("a time looks like 2026-01-31T12:00:00Z")
		}
		now = t
	case epoch != "":
		n, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil || n < 0 || n > maxEpoch {
			return "", invalid(CodeInvalidInput, "SOURCE_DATE_EPOCH: %s is no number of seconds", fault.Quote(epoch))
		}
		now = time.Unix(n, 0)
	}
	return now.UTC().Truncate(time.Second).Format(time.RFC3339), nil
}

// maxEpoch is the last second of the year 9999, which RFC 3339 ends with.
const maxEpoch = 253402300799
