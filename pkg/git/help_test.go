package git

import (
	"os/exec"
	"time"
)

var touchTime = time.Unix(1_000_000_000, 0)

func execGit(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	return cmd
}
