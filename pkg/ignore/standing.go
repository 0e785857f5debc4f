package ignore

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v6/plumbing/format/config"
)

// Standing reads the files that rank below every .gitignore, as Top wants them:
// info/exclude of the repository folder, which need not exist, and the
// excludes file of git's configuration or its usual place.
func Standing(gitDir string) [][]byte {
	exclude, _ := os.ReadFile(filepath.Join(gitDir, "info", "exclude"))
	home, _ := os.UserHomeDir()
	xdg := os.Getenv("XDG_CONFIG_HOME")
	if xdg == "" && home != "" {
		xdg = filepath.Join(home, ".config")
	}
	at := ""
	if xdg != "" {
		at = filepath.Join(xdg, "git", "ignore")
	}
	configs := []string{"/etc/gitconfig", filepath.Join(xdg, "git", "config"), filepath.Join(home, ".gitconfig"), filepath.Join(gitDir, "config")}
	if os.Getenv("GIT_CONFIG_NOSYSTEM") != "" {
		configs = configs[1:]
	}
	for _, c := range configs { // the last one that says so counts
		if p, ok := excludesFile(c); ok {
			at = expand(p, home)
		}
	}
	var excludes []byte
	if filepath.IsAbs(at) {
		excludes, _ = os.ReadFile(at)
	}
	return [][]byte{exclude, excludes}
}

func excludesFile(configPath string) (string, bool) {
	data, err := os.ReadFile(configPath)
	if err != nil {
		return "", false
	}
	raw := config.New()
	if err := config.NewDecoder(bytes.NewReader(data)).Decode(raw); err != nil {
		return "", false
	}
	core := raw.Section("core")
	if !core.HasOption("excludesfile") {
		return "", false
	}
	return core.Option("excludesfile"), true
}

func expand(p, home string) string {
	if rest, ok := strings.CutPrefix(p, "~/"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	return p
}
