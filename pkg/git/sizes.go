package git

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"
)

// SettleLineEnds decides the entries in state LineEnds: as long as their blob
// they are Clean, else Filtered, to be hashed by the caller. So are those without
// a size.
func (s *Survey) SettleLineEnds(ctx context.Context) error {
	var at []int
	var in bytes.Buffer
	for i := range s.Listing.Entries {
		e := &s.Listing.Entries[i]
		if e.State != LineEnds {
			continue
		}
		if e.Size < 0 {
			e.State = Filtered
			continue
		}
		at = append(at, i)
		in.WriteString(e.Blob)
		in.WriteByte('\n')
	}
	if len(at) == 0 {
		return nil
	}
	n := 0
	_, err := s.Repo.cmd.stream(ctx, s.Root, &in, func(r io.Reader) error {
		out, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(out)) {
			if n == len(at) {
				break
			}
			e := &s.Listing.Entries[at[n]]
			size, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
			if e.State = Filtered; err == nil && size == e.Size {
				e.State = Clean
			}
			n++
		}
		return nil
	}, "cat-file", "--buffer", "--batch-check=%(objectsize)")
	for ; n < len(at); n++ {
		s.Listing.Entries[at[n]].State = Filtered
	}
	return plain(err)
}
