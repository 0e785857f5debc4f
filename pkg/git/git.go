// Package git is the only package that runs git. It answers what a work tree
// holds (Survey), where it stands (Head), how two commits relate (Divergence),
// what differs between revisions (DiffPaths) and what happened lately (Log).
// It never writes to a repository, never runs its hooks or filters, never asks
// a person anything, and hands every name on as the bytes git gave. A git that
// refuses is an error, never an empty answer.
package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"majordomus/pkg/fault"
)

// ErrUnavailable is in the chain of an error of Open and NewSurvey when there is
// nothing to ask: no git program or no repository around the folder. Its
// message is the reason as object.Git.WorkingTree carries it.
var ErrUnavailable = errors.New("unavailable")

type unavailable string

func (u unavailable) Error() string        { return string(u) }
func (u unavailable) Is(target error) bool { return target == ErrUnavailable }

// The reasons of ErrUnavailable.
const (
	errNoProgram    unavailable = "no git program"
	errNoRepository unavailable = "no repository"
)

// Repo is a work tree that git was found to accept.
type Repo struct {
	top string
	cmd command
}

// Open finds the work tree around dir, in the way git itself would: the
// caller's GIT_DIR and GIT_WORK_TREE count where dir lies in the work tree they
// name. Errors: ErrUnavailable, or a *fault.Error when git refuses.
func Open(ctx context.Context, dir string) (*Repo, error) {
	c, err := newCommand(ctx, dir)
	if err != nil {
		return nil, err
	}
	top, err := c.top(ctx, dir)
	if err != nil {
		return nil, err
	}
	return &Repo{top: top, cmd: c}, nil
}

// Top is the top folder of the work tree, absolute, links resolved.
func (r *Repo) Top() string { return r.top }

// top asks git for the work tree around dir.
func (c command) top(ctx context.Context, dir string) (string, error) {
	out, err := c.run(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", refusal(err)
	}
	top := strings.TrimSuffix(string(out), "\n")
	if top == "" {
		return "", fault.New(fault.Internal, "git_refused", "git names no work tree here").
			WithHint("run it inside a work tree")
	}
	return filepath.FromSlash(top), nil
}

// refusal tells a missing repository from one that git refuses.
func refusal(err error) error {
	var f *failure
	if !errors.As(err, &f) {
		return err
	}
	if f.code == 128 && strings.Contains(f.stderr, "not a git repository (or any") {
		return errNoRepository
	}
	return f.fault()
}

// lookPath finds the git program.
func lookPath() (string, error) {
	p, err := exec.LookPath("git")
	if err != nil {
		return "", errNoProgram
	}
	return p, nil
}

// guessTop is the nearest ancestor of dir that holds a .git entry; ok is false
// when none does. Only git knows for certain: core.worktree can move the top.
func guessTop(dir string) (top string, ok bool) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", false
	}
	for {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir, true
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", false
		}
		dir = up
	}
}

// Around is the nearest folder at or above dir that holds a .git entry, found
// without git: what there is to go by where the program is missing.
func Around(dir string) (top string, ok bool) { return guessTop(dir) }
