package git

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
)

// local are the variables that name one repository. In a hook git sets them for
// the repository of the hook, which need not be the one asked about.
var local = [...]string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
	"GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_PREFIX", "GIT_NAMESPACE", "GIT_GRAFT_FILE",
	"GIT_SHALLOW_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INTERNAL_SUPER_PREFIX",
}

// dropped are variables that change what git prints or how it reads pathspecs.
var dropped = [...]string{
	"LC_ALL", "LANGUAGE", "LANG", "GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "GIT_PAGER", "GIT_ASKPASS",
	"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
	"GIT_OPTIONAL_LOCKS", "GIT_TERMINAL_PROMPT", "GIT_FLUSH", "GIT_ALLOW_PROTOCOL",
}

// quietEnv is an environment for a git that asks nobody: before 2.45 only that no
// protocol is allowed keeps it from fetching what a partial clone lacks.
func quietEnv(environ []string) []string {
	env := make([]string, 0, len(environ)+8)
	for _, kv := range environ {
		name, _, _ := strings.Cut(kv, "=")
		if !slices.Contains(local[:], name) && !slices.Contains(dropped[:], name) {
			env = append(env, kv)
		}
	}
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=",
		"SSH_ASKPASS_REQUIRE=never", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_LITERAL_PATHSPECS=1")
}

// adopt gives the command the caller's repository variables where dir lies in
// the work tree they name, as git itself would see it from the caller's folder,
// and in no repository nested in it; everywhere else the folder alone decides.
func (c command) adopt(ctx context.Context, dir string, environ []string) command {
	var named []string
	for _, kv := range environ {
		if name, v, _ := strings.Cut(kv, "="); v != "" && slices.Contains(local[:], name) && name != "GIT_PREFIX" {
			named = append(named, kv)
		}
	}
	gitDir, ok := lookup(named, "GIT_DIR")
	if !ok {
		return c
	}
	with := command{program: c.program, env: append(append([]string(nil), c.env...), named...)}
	top, err := with.top(ctx, "")
	if err != nil || !within(dir, top) {
		return c
	}
	if nearest, ok := guessTop(dir); ok && nearest != top && within(nearest, top) {
		return c // a repository of its own inside that work tree
	}
	return c.absolute(named, gitDir, top)
}

// absolute names the repository independently of the folder git is run in.
func (c command) absolute(named []string, gitDir, top string) command {
	for _, kv := range named {
		name, v, _ := strings.Cut(kv, "=")
		switch name {
		case "GIT_WORK_TREE", "GIT_DIR":
			continue
		case "GIT_INDEX_FILE":
			if !filepath.IsAbs(v) {
				v = filepath.Join(top, v)
			}
		case "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY":
			v, _ = filepath.Abs(v)
		}
		c.env = append(c.env, name+"="+v)
	}
	gitDir, _ = filepath.Abs(gitDir)
	c.env = append(c.env, "GIT_DIR="+gitDir, "GIT_WORK_TREE="+top)
	return c
}

func lookup(env []string, name string) (string, bool) {
	for _, kv := range env {
		if n, v, _ := strings.Cut(kv, "="); n == name {
			return v, true
		}
	}
	return "", false
}

// within reports whether dir is top or lies below it, links resolved.
func within(dir, top string) bool {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return false
	}
	if abs, err = filepath.EvalSymlinks(abs); err != nil {
		return false
	}
	if top, err = filepath.EvalSymlinks(top); err != nil {
		return false
	}
	rel, err := filepath.Rel(top, abs)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
