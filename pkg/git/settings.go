package git

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// settings are the keys of git's configuration that decide about conversion.
type settings struct {
	autocrlf   bool
	attributes string   // core.attributesFile, "" when unset
	filters    []string // names of the filters that would run a program
}

func (c command) settings(ctx context.Context, root string) (settings, error) {
	out, err := c.run(ctx, root, "config", "-z", "--get-regexp",
		`^(core\.(autocrlf|attributesfile)|filter\..*\.(clean|process|smudge))$`)
	if code := exitCode(err); code == 1 {
		return settings{}, nil
	}
	if err != nil {
		return settings{}, plain(err)
	}
	var s settings
	for kv := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		key, v, valued := strings.Cut(kv, "\n")
		if i := strings.LastIndexByte(key, '.'); strings.HasPrefix(key, "filter.") && i > len("filter.") {
			s.filters = append(s.filters, key[len("filter."):i])
			continue
		}
		switch key {
		case "core.autocrlf":
			s.autocrlf = !valued || !isFalse(v)
		case "core.attributesfile":
			s.attributes = expand(v)
		}
	}
	return s, nil
}

func isFalse(v string) bool {
	switch strings.ToLower(v) {
	case "", "false", "no", "off", "0":
		return true
	}
	return false
}

// expand is a path of git's configuration with ~/ spelled out.
func expand(p string) string {
	if rest, ok := strings.CutPrefix(p, "~/"); ok {
		if home, err := os.UserHomeDir(); err == nil {
			return filepath.Join(home, rest)
		}
	}
	return p
}

// inert gives a command for which no filter is configured. Git compares the
// bytes of a file that is as young as its index, and would run the filter.
func (c command) inert(s settings) command {
	if len(s.filters) == 0 {
		return c
	}
	n := 0
	if v, ok := lookup(c.env, "GIT_CONFIG_COUNT"); ok {
		n, _ = strconv.Atoi(v)
	}
	env := append([]string(nil), c.env...)
	for _, name := range s.filters {
		for _, kv := range [][2]string{{"clean", ""}, {"process", ""}, {"smudge", ""}, {"required", "false"}} {
			env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=filter.%s.%s", n, name, kv[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, kv[1]))
			n++
		}
	}
	c.env = append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", n))
	return c
}
