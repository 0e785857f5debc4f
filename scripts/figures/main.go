// Command figures measures the programs against their limits and peers in one
// run on one machine: reading every file, git, jq. It prints medians and ratios
// (design: "Figures to reach"); it asserts nothing. Wall time says how long one
// waits on a machine that does nothing else; on a busy one only the processor
// time, children included, can be compared.
//
//	go run ./scripts/figures [-runs N] [-objects N] REPOSITORY
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	runs := flag.Int("runs", 7, "counted runs of each command")
	objects := flag.Int("objects", 100_000, "objects of the synthetic index; ten times as many are measured against it (0: none)")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: figures [-runs N] [-objects N] REPOSITORY")
		os.Exit(2)
	}
	if err := measure(flag.Arg(0), *runs, *objects); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
}

// bench runs commands in turn, so that a drift of the machine hits all alike.
type bench struct {
	dir, bin, cache string
	runs            int
}

// sample is one run: wall and processor time, and the process's peak memory.
type sample struct {
	wall, cpu time.Duration
	rss       int64 // KiB
}

type figure struct {
	name    string
	before  func() error // not counted
	run     func() (sample, error)
	samples []sample
}

func (f *figure) wall() time.Duration {
	return f.median(func(s sample) time.Duration { return s.wall })
}

func (f *figure) cpu() time.Duration { return f.median(func(s sample) time.Duration { return s.cpu }) }

func (f *figure) median(of func(sample) time.Duration) time.Duration {
	var all []time.Duration
	for _, s := range f.samples {
		all = append(all, of(s))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func (f *figure) rss() int64 {
	most := int64(0)
	for _, s := range f.samples {
		most = max(most, s.rss)
	}
	return most
}

func measure(dir string, runs, objects int) error {
	work, err := os.MkdirTemp("", "majordomus-figures-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	build := exec.Command("go", "build", "-trimpath", "-o", work+"/", "./cmd/...")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return err
	}
	b := &bench{dir: dir, bin: work, cache: filepath.Join(work, "cache"), runs: runs}
	if err := b.repository(); err != nil {
		return err
	}
	if err := b.start(); err != nil {
		return err
	}
	if err := b.budget(work); err != nil {
		return err
	}
	if objects > 0 {
		return b.size(work, objects)
	}
	return nil
}

// command times one program; its output is read and dropped.
func (b *bench) command(stdin string, args ...string) func() (sample, error) {
	return func() (sample, error) {
		name := args[0]
		if strings.HasPrefix(name, "dc-") || name == "majordomus" {
			name = filepath.Join(b.bin, name)
		}
		cmd := exec.Command(name, args[1:]...)
		cmd.Dir = b.dir
		cmd.Env = append(os.Environ(), "MAJORDOMUS_CACHE="+b.cache)
		if stdin != "" {
			in, err := os.Open(stdin)
			if err != nil {
				return sample{}, err
			}
			defer in.Close()
			cmd.Stdin = in
		}
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = io.Discard, &errs
		began := time.Now()
		err := cmd.Run()
		wall := time.Since(began)
		if err != nil && cmd.ProcessState.ExitCode() != 10 { // over budget is an answer
			return sample{}, fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, errs.String())
		}
		usage, _ := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		return sample{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), usage.Maxrss}, nil
	}
}

// rounds runs the figures one after the other, round by round, after a warm-up.
func (b *bench) rounds(figures ...*figure) error {
	for round := range b.runs + 1 {
		for _, f := range figures {
			if f.before != nil {
				if err := f.before(); err != nil {
					return err
				}
			}
			s, err := f.run()
			if err != nil {
				return err
			}
			if round > 0 {
				f.samples = append(f.samples, s)
			}
		}
	}
	return nil
}

func ratio(what string, a, b *figure, reach string) {
	per := func(x, y time.Duration) float64 { return float64(x) / float64(y) }
	fmt.Printf("%-44s %9.1f ms  %9.1f ms  %6.2f ×   %9.1f ms  %9.1f ms  %6.2f ×  (%s)\n", what, ms(a.wall()), ms(b.wall()), per(a.wall(), b.wall()),
		ms(a.cpu()), ms(b.cpu()), per(a.cpu(), b.cpu()), reach)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (b *bench) repository() error {
	files, size, err := b.list()
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d files, %.1f MB\n\n%-44s %12s %12s %8s   %12s %12s\n", filepath.Base(b.dir), len(files), float64(size)/1e6,
		"", "ours", "peer", "", "processor", "peer")
	read := &figure{name: "read", run: func() (sample, error) {
		began, used := time.Now(), ownTime()
		buf := make([]byte, 1<<20)
		for _, f := range files {
			if err := readThrough(f, buf); err != nil {
				return sample{}, err
			}
		}
		return sample{wall: time.Since(began), cpu: ownTime() - used}, nil
	}}
	forget := func() error { return os.RemoveAll(b.cache) }
	cold := &figure{before: forget, run: b.command("", "dc-index", "--no-symbols", "--no-text")}
	coldAll := &figure{before: forget, run: b.command("", "dc-index", "--no-text")}
	if err := b.rounds(read, cold, coldAll); err != nil {
		return err
	}
	ratio("cold index, no symbols / read every file", cold, read, "reach ≤ 1")
	ratio("cold index, symbols / read every file", coldAll, read, "reach ≤ 10")
	fmt.Printf("%-44s %6d MiB\n%-44s %6d MiB\n", "peak memory, no symbols", cold.rss()>>10, "peak memory, symbols", coldAll.rss()>>10)
	status := &figure{run: b.command("", "git", "status", "--porcelain")}
	warm := &figure{run: b.command("", "dc-index", "--no-text")}
	path := &figure{run: b.command("", "majordomus", "devcontext", "compile", "--path", firstDir(files, b.dir), "--format", "json")}
	intent := &figure{run: b.command("", "majordomus", "devcontext", "compile", "--intent", "retry the request when the connection is closed", "--format", "json")}
	if err := b.rounds(status, warm, path, intent); err != nil {
		return err
	}
	ratio("nothing changed: dc-index / git status", warm, status, "")
	ratio("nothing changed: compile --path / git status", path, status, "reach ≤ 1.5")
	ratio("nothing changed: compile --intent / git status", intent, status, "reach ≤ 1.5")
	return nil
}

// ownTime is the processor time of this program so far.
func ownTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// firstDir is a folder of the tree that holds some files, for a request.
func firstDir(files []string, root string) string {
	counts := map[string]int{}
	best := "."
	for _, f := range files {
		rel, err := filepath.Rel(root, filepath.Dir(f))
		if err != nil {
			continue
		}
		if counts[rel]++; counts[rel] == 12 && best == "." {
			best = rel
		}
	}
	return best
}

func (b *bench) list() (files []string, size int64, err error) {
	out, err := exec.Command("git", "-C", b.dir, "ls-files", "-z").Output()
	if err != nil {
		return nil, 0, err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		p := filepath.Join(b.dir, name)
		if info, err := os.Lstat(p); err == nil && info.Mode().IsRegular() {
			files = append(files, p)
			size += info.Size()
		}
	}
	return files, size, nil
}

func readThrough(name string, buf []byte) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	for {
		if _, err := f.Read(buf); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// start measures every program beyond an empty one.
func (b *bench) start() error {
	dir := filepath.Join(b.bin, "empty")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte("package main\n\nfunc main() {}\n"), 0o600); err != nil {
		return err
	}
	exe := filepath.Join(b.bin, "nothing")
	if out, err := exec.Command("go", "build", "-o", exe, filepath.Join(dir, "main.go")).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	nothing := &figure{run: b.command("", exe)}
	figures := []*figure{nothing}
	for _, p := range []string{"dc-index", "dc-seed", "dc-walk", "dc-budget", "majordomus"} {
		figures = append(figures, &figure{name: p, run: b.command("", p, "--version")})
	}
	if err := b.rounds(figures...); err != nil {
		return err
	}
	for _, f := range figures[1:] {
		fmt.Printf("%-44s %9.1f ms beyond an empty program  (reach ≤ 20)\n", "start of "+f.name, ms(f.wall()-nothing.wall()))
	}
	return nil
}

// budget spends a large saved walk beside jq copying it.
func (b *bench) budget(work string) error {
	walk := filepath.Join(work, "walk.ndjson")
	if _, err := b.command("", "majordomus", "devcontext", "compile", "--path", ".", "--floor", "0", "--format", "json", "--save-walk", walk)(); err != nil {
		return err
	}
	info, err := os.Stat(walk)
	if err != nil {
		return err
	}
	spend := &figure{run: b.command(walk, "dc-budget", "--budget-tokens", "24000", "--format", "json")}
	figures := []*figure{spend}
	jq := &figure{run: b.command(walk, "jq", "-c", ".")}
	if _, err := exec.LookPath("jq"); err == nil {
		figures = append(figures, jq)
	}
	if err := b.rounds(figures...); err != nil {
		return err
	}
	if len(jq.samples) > 0 {
		fmt.Printf("%-44s %9.1f ms  %9.1f ms  %6.2f × faster  %9.1f ms  %9.1f ms  %6.2f ×  (reach ≥ 5; %.1f MB)\n", "dc-budget / jq -c . on a saved walk", ms(spend.wall()), ms(jq.wall()),
			float64(jq.wall())/float64(spend.wall()), ms(spend.cpu()), ms(jq.cpu()), float64(jq.cpu())/float64(spend.cpu()), float64(info.Size())/1e6)
	}
	return nil
}

// size walks synthetic indexes of n and ten times n objects.
func (b *bench) size(work string, n int) error {
	var walls []time.Duration
	for _, objects := range []int{n, 10 * n} {
		index := filepath.Join(work, fmt.Sprintf("index-%d.ndjson", objects))
		seeds := index + ".seeds"
		if _, err := b.command("", "majordomus", "synth", "--objects", fmt.Sprint(objects), "-o", index)(); err != nil {
			return err
		}
		seed := &figure{run: b.command(index, "dc-seed", "--issue", "I0000001", "--no-local", "-o", seeds)}
		walk := &figure{run: b.command(seeds, "dc-walk")}
		one := *b
		one.runs = min(b.runs, 3)
		if err := one.rounds(seed, walk); err != nil {
			return err
		}
		walls = append(walls, walk.wall())
		fmt.Printf("%-44s %9.1f ms, %d MiB\n", fmt.Sprintf("dc-seed over %d objects", objects), ms(seed.wall()), seed.rss()>>10)
		fmt.Printf("%-44s %9.1f ms, %d MiB\n", fmt.Sprintf("dc-walk over %d objects", objects), ms(walk.wall()), walk.rss()>>10)
		if err := os.Remove(index); err != nil && !os.IsNotExist(err) {
			return err
		}
		_ = os.Remove(seeds)
	}
	fmt.Printf("%-44s %9.2f × linear  (reach ≤ 1.15)\n", "ten times as many objects", float64(walls[1])/float64(walls[0])/10)
	return nil
}
