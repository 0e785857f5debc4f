package cli

import (
	"context"
	"fmt"
	"strings"

	flags "github.com/jessevdk/go-flags"

	"majordomus/pkg/fault"
)

type completionFlags struct {
	outputFlags
	Args struct {
		Shell string `positional-arg-name:"SHELL" required:"yes" description:"bash, zsh or fish"`
	} `positional-args:"yes"`
}

func (a *app) completionCommand() *command {
	f := new(completionFlags)
	return &command{
		words:   []string{"completion"},
		summary: "write the completion of all programs for a shell",
		about:   "  source <(majordomus completion bash)",
		flags:   f,
		run:     func(context.Context) error { return a.completion(f) },
	}
}

func (a *app) completion(f *completionFlags) error {
	var b strings.Builder
	switch f.Args.Shell {
	case "bash":
		b.WriteString(bashCompletion)
		fmt.Fprintf(&b, "complete -o default -F _majordomus_complete %s\n", strings.Join(programs(), " "))
	case "zsh":
		fmt.Fprintf(&b, "#compdef %s\n%scompdef _majordomus_complete %s\n", strings.Join(programs(), " "), zshCompletion, strings.Join(programs(), " "))
	case "fish":
		b.WriteString(fishCompletion)
		for _, p := range programs() {
			fmt.Fprintf(&b, "complete -c %s -a '(__majordomus_complete)'\n", p)
		}
	default:
		return fault.New(fault.Usage, "usage", "there is no completion for %s", fault.Quote(f.Args.Shell)).
			WithHint("bash, zsh and fish have one")
	}
	return a.writeText(f.outputFlags, b.String())
}

// The parser itself completes: asked through an environment variable it prints
// what can follow the given words. So a script never knows a flag.
const bashCompletion = `_majordomus_complete() {
	local IFS=$'\n'
	COMPREPLY=($(GO_FLAGS_COMPLETION=1 "${COMP_WORDS[0]}" "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
`

const zshCompletion = `_majordomus_complete() {
	local -a found
	found=("${(@f)$(GO_FLAGS_COMPLETION=1 "${words[1]}" "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	[[ -n "$found" ]] && compadd -- "${found[@]}" || _files
}
`

const fishCompletion = `function __majordomus_complete
	set -l words (commandline -opc) (commandline -ct)
	GO_FLAGS_COMPLETION=1 $words[1] $words[2..-1] 2>/dev/null
end
`

// activate marks command words as understood.
func activate(at *flags.Command, words []string) {
	for _, w := range words {
		at.Active = at.Find(w)
		at = at.Active
	}
}
