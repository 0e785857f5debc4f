package eval

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"majordomus/pkg/code"
	"majordomus/pkg/fault"
	"majordomus/pkg/git"
	"majordomus/pkg/pattern"
)

// task is one commit to measure.
type task struct {
	past    git.Past
	changes []git.Change
	intent  string
}

const (
	mostSource = 12   // a commit that touches more source files is no one task
	mostLooked = 4000 // commits looked at
	newest     = 1500 // commits the sample is spread over
	leastWords = 2    // a message of fewer words asks for nothing
)

// sample takes commits evenly over the newest part of the history, the same
// ones every time.
func (r *run) sample(ctx context.Context) (tasks []task, considered int, err error) {
	all, err := r.history.Commits(ctx, "HEAD", mostLooked)
	if err != nil {
		return nil, 0, err
	}
	if len(all) == 0 {
		return nil, 0, fault.New(fault.NotFound, "no_commits", "the history holds no commit with one parent").At(r.o.Name, 0, 0)
	}
	if r.recent, err = newRecency(ctx, r.history); err != nil {
		return nil, 0, err
	}
	for _, i := range spread(min(len(all), newest), r.o.Commits) {
		if len(tasks) == r.o.Commits {
			break
		}
		considered++
		t := task{past: all[i], intent: cleanMessage(all[i].Message)}
		if len(strings.Fields(t.intent)) < leastWords || routine(all[i].Message) {
			continue
		}
		t.changes, err = r.history.Changes(ctx, t.past.Parent, t.past.ID)
		if errors.Is(err, git.ErrLacking) {
			continue
		}
		if err != nil {
			return nil, 0, err
		}
		if fit(t.changes) {
			tasks = append(tasks, t)
		}
	}
	// Newest first: neighbours are laid out fastest.
	slices.SortFunc(tasks, func(a, b task) int {
		return cmp.Or(cmp.Compare(b.past.Time, a.past.Time), strings.Compare(a.past.ID, b.past.ID))
	})
	return tasks, considered, nil
}

// spread lists the positions 0 to n-1: evenly over the whole first, then what
// lies between.
func spread(n, want int) []int {
	seen := make([]bool, n)
	var out []int
	for step := max(1, n/max(1, want)); ; step /= 2 {
		for i := 0; i < n; i += step {
			if !seen[i] {
				seen[i] = true
				out = append(out, i)
			}
		}
		if step == 1 {
			return out
		}
	}
}

// fit: at least one source file that existed is touched, and not too many.
func fit(changes []git.Change) bool {
	source, old := 0, 0
	for _, c := range changes {
		if _, ok := code.Language(c.Path); ok {
			source++
			if !c.Added {
				old++
			}
		}
	}
	return old > 0 && source <= mostSource
}

var routineMessage = pattern.Late(`(?i)^(bump|release|version|v?\d+\.\d+|update (changelog|dependencies|deps|lock)|merge|revert|chore\(release\)|prepare (for )?release|\[?(maven-release|dependabot)|build\(deps|chore\(deps|deps:)`)

// routine tells version bumps and their like, which ask for nothing.
func routine(message string) bool { return routineMessage().MatchString(strings.TrimSpace(message)) }

// reference names a request, an address, or a commit with its subject. A
// closing word before anything else is a conventional commit: "fix: handle x".
const reference = `(?:(?:[\w.-]+/[\w.-]+)?[#!]\d+|GH-\d+|https?://\S+|\S+@\S+|[0-9a-f]{7,40}(?: \(".*"\))?)`

var (
	trailer  = pattern.Late(`(?i)\n(?:signed-off-by|co-authored-by|reviewed-by|acked-by|tested-by|cc|change-id|pr-url|reviewed-on|git-svn-id)\s*:.*`)
	closing  = pattern.Late(`(?im)^(?:close[sd]?|fix(?:e[sd])?|refs?|see)\s*:[ \t]*` + reference + `(?:(?:[ \t,]|\band\b)+` + reference + `)*[\s.]*$`)
	address  = pattern.Late(`\S+@\S+|https?://\S+|www\.\S+`)
	number   = pattern.Late(`\(?(?:GH-|#|!)\d+\)?`)
	pathWord = pattern.Late("[`'\"]?[\\w.\\-]*(?:/[\\w.\\-]+)+/?[`'\"]?|[`'\"]?\\b[\\w\\-]+\\.(?:go|py|rs|js|ts|jsx|tsx|mjs|cjs|mts|java|kt|c|h|cc|cpp|hpp|cs|rb|php|sh|swift|md|rst|txt|json|toml|ya?ml|lock|cfg|ini|xml|gradle|html|css)\\b[`'\"]?")
)

// cleanMessage is a commit's message without what gives the answer away: paths
// and file names, numbers of requests, addresses, trailers.
func cleanMessage(m string) string {
	m = trailer().ReplaceAllString(strings.TrimSpace(m), "")
	m = closing().ReplaceAllString(m, "")
	m = address().ReplaceAllString(m, " ")
	m = pathWord().ReplaceAllString(m, " ")
	m = number().ReplaceAllString(m, " ")
	return strings.Join(strings.Fields(m), " ")
}
