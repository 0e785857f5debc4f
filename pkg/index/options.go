package index

import (
	"majordomus/pkg/object"
)

// Options says what to index and how. Only what recipe names changes the result.
type Options struct {
	Dir         string                // any folder; "" is the current one
	NoSymbols   bool                  // leave the symbols, imports and packages of source files out
	NoText      bool                  // leave the words of documents and source text out of searches
	Texts       bool                  // have Build load the Texts too
	NoCache     bool                  // neither read nor write the cache
	VerifyCache bool                  // recompute everything and fail on the first difference to the cache
	CacheDir    string                // "" is MAJORDOMUS_CACHE or the user's cache folder
	Warn        func(string)          // takes a damaged cache, once; nil drops it
	Progress    func(done, total int) // takes how many files were read, rising, about a hundred times; nil drops it

	restless []string   // paths given up, as shown: they change all the time
	early    *packAhead // the kept Texts, on their way
}

// Flags are the options that change an answer though not the fingerprint, by
// name; nil when none is set.
func (o Options) Flags() map[string]string {
	var flags map[string]string
	for name, set := range map[string]bool{"no_symbols": o.NoSymbols, "no_text": o.NoText} {
		if set {
			if flags == nil {
				flags = map[string]string{}
			}
			flags[name] = "true"
		}
	}
	return flags
}

func (o Options) warn(message string) {
	if o.Warn != nil {
		o.Warn(message)
	}
}

// Diagnostic codes of what discovery and reading find (spec/layer.md).
const (
	codeUnreadable = "unreadable"
	codeNotAFile   = "not_a_file"
	codeBoundary   = "boundary"
	codeOutOfScope = "out_of_scope"
)

func info(code, path, message string) object.Diagnostic {
	return object.Diagnostic{Severity: object.Info, Code: code, Path: path, Message: message}
}

func unreadable(path, why string) object.Diagnostic {
	return object.Diagnostic{
		Severity: object.Error, Code: codeUnreadable, Path: shown(path),
		Message: "cannot be read: " + why, Reproduce: "majordomus doctor",
	}
}
