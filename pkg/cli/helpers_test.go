package cli_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"syscall"
)

// Programs the scripts run beside those of the product.
func helpers() map[string]func() {
	return map[string]func(){
		"ask":     func() { end(ask(os.Args[1:])) },
		"holding": func() { end(holding(os.Args[1:])) },
	}
}

func end(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var served = regexp.MustCompile(`serving (http://\S+)/`)

// ask DIR METHOD PATH [FILE] serves DIR, sends one request with the bytes of FILE
// as JSON, and prints the status in a line and then the body.
func ask(args []string) error {
	if len(args) < 3 {
		return fmt.Errorf("usage: ask DIR METHOD PATH [FILE]")
	}
	var body io.Reader
	if len(args) > 3 {
		file, err := os.Open(args[3])
		if err != nil {
			return err
		}
		defer file.Close() //nolint:errcheck // it was only read
		body = file
	}
	server := exec.Command("majordomus", "serve", "--listen", "127.0.0.1:0", "--repo", args[0]) //nolint:gosec,noctx // a script's own words; it is ended below
	said, err := server.StderrPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	defer func() {
		_ = server.Process.Signal(syscall.SIGTERM)
		_ = server.Wait()
	}()
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if at := served.FindStringSubmatch(lines.Text()); at != nil {
			go io.Copy(io.Discard, said) //nolint:errcheck // so that it never waits for a reader
			return send(args[1], at[1]+args[2], body)
		}
	}
	return fmt.Errorf("the server never served")
}

func send(method, url string, body io.Reader) error {
	q, err := http.NewRequest(method, url, body) //nolint:noctx // the script's own limit
	if err != nil {
		return err
	}
	q.Header.Set("Content-Type", "application/json")
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		return err
	}
	defer r.Body.Close() //nolint:errcheck // it was only read
	fmt.Println(r.StatusCode)
	_, err = io.Copy(os.Stdout, r.Body)
	return err
}

// holding DIR COMMAND ARG… runs a command while this process holds the lock of a
// folder, as one that publishes there does.
func holding(args []string) error {
	dir, err := os.Open(args[0])
	if err != nil {
		return err
	}
	defer dir.Close() //nolint:errcheck // it was only locked
	if err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	run := exec.Command(args[1], args[2:]...) //nolint:gosec,noctx // a script's own words
	run.Stdout, run.Stderr = os.Stdout, os.Stderr
	err = run.Run()
	if run.ProcessState != nil && run.ProcessState.ExitCode() > 0 {
		os.Exit(run.ProcessState.ExitCode())
	}
	return err
}
