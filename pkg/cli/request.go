package cli

import "majordomus/pkg/seed"

// requestFlags are the nine fields of a request.
type requestFlags struct {
	Issue            *string  `long:"issue" unquote:"false" value-name:"NAME" description:"Issue to work on: its uri, identity or slug"`
	Milestone        *string  `long:"milestone" unquote:"false" value-name:"NAME" description:"Milestone to work on: its uri, identity or slug"`
	URIs             []string `long:"uri" unquote:"false" value-name:"URI" description:"Object to start from; may be repeated"`
	Paths            []string `long:"path" unquote:"false" value-name:"PATH" description:"File or folder the work touches, relative to the root; may be repeated"`
	Intent           *string  `long:"intent" unquote:"false" value-name:"TEXT" description:"What is to be done, in words"`
	BudgetTokens     *int64   `long:"budget-tokens" value-name:"N" default-mask:"24000" description:"Tokens the answer may cost"`
	MaxDepth         *int     `long:"max-depth" value-name:"N" default-mask:"3" description:"Hops along edges"`
	Floor            *float64 `long:"floor" value-name:"X" default-mask:"0.25" description:"Relevance, 0 to 1, under which a thing is left out"`
	AllBlockingRules bool     `long:"all-blocking-rules" description:"Every active blocking rule is required"`
}

func (f *requestFlags) request() seed.Request {
	q := seed.Request{Issue: f.Issue, Milestone: f.Milestone, URIs: f.URIs, Paths: f.Paths, Intent: f.Intent,
		BudgetTokens: f.BudgetTokens, MaxDepth: f.MaxDepth, Floor: f.Floor}
	if f.AllBlockingRules {
		q.AllBlockingRules = &f.AllBlockingRules
	}
	return q
}

// localFlags say where local records come from.
type localFlags struct {
	NoLocal bool `long:"no-local" description:"Leave this checkout's handover and checkpoint out"`
}

// historyFlags say whether the log takes part in an inference.
type historyFlags struct {
	History bool `long:"history" description:"Beside an intent, also infer from the git log: files of past commits with a similar message, and files that changed together"`
}

// repoFlag names the repository.
type repoFlag struct {
	Repo string `long:"repo" unquote:"false" value-name:"DIR" default-mask:"the current folder" description:"A folder of the repository"`
}

// indexFlags are those of an index that is made on the way.
type indexFlags struct {
	NoSymbols   bool `long:"no-symbols" description:"Leave symbols and imports of source files out"`
	NoText      bool `long:"no-text" description:"Leave the words of documents and source text out of searches"`
	NoCache     bool `long:"no-cache" description:"Neither read nor write the cache"`
	VerifyCache bool `long:"verify-cache" description:"Recompute everything and fail on the first difference to the cache"`
}
