package code

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// readComposer takes the PSR-4 maps of a composer.json.
func (r *Resolver) readComposer(c Config) string {
	type section struct {
		PSR4 map[string]json.RawMessage `json:"psr-4"`
	}
	var v struct {
		Autoload section `json:"autoload"`
		Dev      section `json:"autoload-dev"`
	}
	if err := json.Unmarshal(bytes.TrimPrefix(c.Data, []byte("\ufeff")), &v); err != nil {
		return err.Error()
	}
	for _, s := range []section{v.Autoload, v.Dev} {
		for prefix, dirs := range s.PSR4 {
			p := psr4{prefix: prefix}
			list := stringsOf(dirs)
			if string(dirs) == `""` {
				list = []string{"."}
			}
			for _, d := range list {
				if at, ok := join(dirOf(c.Path), d); ok {
					p.dirs = append(p.dirs, folder(at))
				}
			}
			r.psr4 = append(r.psr4, p)
		}
	}
	slices.SortStableFunc(r.psr4, func(a, b psr4) int {
		if d := len(b.prefix) - len(a.prefix); d != 0 {
			return d
		}
		return strings.Compare(a.prefix+strings.Join(a.dirs, "\n"), b.prefix+strings.Join(b.dirs, "\n"))
	})
	return ""
}
