package cli

import (
	"context"
	"encoding/json"
	"io"

	"majordomus/pkg/capsule"
	"majordomus/pkg/fault"
	"majordomus/pkg/index"
)

type contextBuildFlags struct {
	Budget      int64    `long:"budget" value-name:"N" required:"yes" description:"Tokens the whole Capsule may have; under unicode_conservative a token is a byte"`
	Bytes       *int64   `long:"bytes" value-name:"N" default-mask:"4194304" description:"Bytes the whole Capsule may have"`
	Query       *string  `long:"query" unquote:"false" value-name:"TEXT" default-mask:"the goal" description:"Words to search for"`
	Facets      []string `long:"facet" unquote:"false" value-name:"TEXT" description:"Something that must be covered; may be repeated"`
	Collections []string `long:"collection" unquote:"false" value-name:"NAME" description:"Source class or folder to search; may be repeated"`
	URIPrefix   *string  `long:"uri-prefix" unquote:"false" value-name:"TEXT" description:"Only objects whose uri begins so"`
	TagsAll     []string `long:"tags-all" unquote:"false" value-name:"TAG" description:"Only objects with all of these tags; may be repeated"`
	TagsAny     []string `long:"tags-any" unquote:"false" value-name:"TAG" description:"Only objects with one of these tags; may be repeated"`
	Categories  []string `long:"category" unquote:"false" value-name:"KIND" description:"Only objects of this kind; may be repeated"`
	Since       *string  `long:"since" unquote:"false" value-name:"DATE" description:"Only objects dated at or after this, compared as text"`
	Until       *string  `long:"until" unquote:"false" value-name:"DATE" description:"Only objects dated at or before this"`
	Filter      string   `long:"filter" unquote:"false" value-name:"JSON" description:"Metadata filter over front-matter values"`
	Limit       int64    `long:"limit" value-name:"N" default-mask:"8 fast, 20 balanced, 48 thorough" description:"Passages at most"`
	Candidates  int64    `long:"candidates" value-name:"N" default-mask:"50 fast, 150 balanced, 400 thorough" description:"Passages considered at most"`
	Fast        bool     `long:"fast" description:"Consider few passages"`
	Thorough    bool     `long:"thorough" description:"Consider many passages"`
	Estimator   string   `long:"estimator" unquote:"false" value-name:"NAME" choice:"unicode_conservative" choice:"o200k_base" choice:"cl100k_base" default:"unicode_conservative" description:"How tokens are counted"`
	Answer      string   `long:"from-devcontext" unquote:"false" value-name:"ANSWER" description:"An answer of devcontext compile: what it selected is evidence too, required objects first"`
	Format      string   `long:"format" unquote:"false" value-name:"FORMAT" choice:"json" default:"json" description:"How the Capsule is written: canonical JSON"`
	repoFlag
	indexFlags
	outputFlags
	Args struct {
		Goal string `positional-arg-name:"GOAL" required:"yes" description:"What the evidence is for: a question or a task"`
	} `positional-args:"yes"`
}

func (a *app) contextBuildCommand() *command {
	f := new(contextBuildFlags)
	return &command{
		words:   []string{"context", "build"},
		summary: "gather evidence for a goal into a Capsule",
		about: "Searches every passage of every document and declaration in scope, packs what covers the goal under the budget, and writes canonical JSON that can be verified later.\n\n" +
			"  majordomus context build \"How are retries bounded?\" --budget 16000 -o retries.gno-context.capsule.json",
		flags: f,
		run:   func(ctx context.Context) error { return a.contextBuild(ctx, f) },
	}
}

func (a *app) contextBuild(ctx context.Context, f *contextBuildFlags) error {
	in := capsule.BuildInput{Goal: f.Args.Goal, BudgetTokens: f.Budget, BudgetBytes: f.Bytes, Query: f.Query, Facets: f.Facets, Collections: f.Collections,
		URIPrefix: f.URIPrefix, TagsAll: f.TagsAll, TagsAny: f.TagsAny, Categories: f.Categories, Since: f.Since, Until: f.Until,
		Limit: f.Limit, Candidates: f.Candidates, Estimator: f.Estimator}
	switch {
	case f.Fast && f.Thorough:
		return fault.New(fault.Usage, "usage", "--fast and --thorough exclude each other")
	case f.Fast:
		in.DepthPolicy = "fast"
	case f.Thorough:
		in.DepthPolicy = "thorough"
	}
	if f.Filter != "" {
		in.Filter = json.RawMessage(f.Filter)
	}
	if f.Answer != "" {
		s, err := a.saved(f.Answer)
		if err != nil {
			return err
		}
		if in.Answer, err = s.AnswerOf(); err != nil {
			return err
		}
	}
	p := a.progress()
	c, err := call[capsule.BuildInput, *capsule.Capsule](ctx, a.settings(f.Repo, f.indexFlags), "context.build", in)
	p.stop()
	if err != nil {
		return err
	}
	text, err := c.Canonical()
	if err != nil {
		return err
	}
	return a.write(f.outputFlags, func(w io.Writer) error {
		_, err := w.Write(text) // a Capsule has no final line end
		return err
	})
}

type contextVerifyFlags struct {
	repoFlag
	formatFlags
	outputFlags
	Args struct {
		File string `positional-arg-name:"FILE" description:"The Capsule; - or none is standard input"`
	} `positional-args:"yes"`
}

func (a *app) contextVerifyCommand() *command {
	f := new(contextVerifyFlags)
	return &command{
		words:   []string{"context", "verify"},
		summary: "say whether a Capsule's evidence still stands",
		about:   "Holds every passage against today's files on disk. Status 0: unchanged; 3: a cited file changed; 2: one is missing or the Capsule cannot be judged.",
		flags:   f,
		run:     func(ctx context.Context) error { return a.contextVerify(ctx, f) },
	}
}

func (a *app) contextVerify(ctx context.Context, f *contextVerifyFlags) error {
	text, err := a.file(f.Args.File, capsule.MaxBytes)
	if err != nil {
		return err
	}
	v, err := call[capsule.VerifyInput, *capsule.Verification](ctx, a.settings(f.Repo, indexFlags{}), "context.verify", capsule.VerifyInput{Capsule: text})
	if err != nil {
		return err
	}
	if err := a.writeJSON(f.outputFlags, v); err != nil {
		return err
	}
	if err := v.Err(); err != nil {
		return &outcome{fault.As(err).Class}
	}
	return nil
}

type contextCheckFlags struct {
	repoFlag
	outputFlags
}

func (a *app) contextCheckCommand() *command {
	f := new(contextCheckFlags)
	return &command{
		words:   []string{"context", "check"},
		summary: "check the classes, guidance and policies that Capsules depend on",
		about:   "Status 0 when they are sound, 10 when the layer's own configuration is invalid. It judges no artifact: see context compiled check.",
		flags:   f,
		run: func(ctx context.Context) error {
			return a.withTree(ctx, f.Repo, func(s capsule.Sources) error {
				c, err := capsule.CheckConfig(s)
				if err != nil {
					return err
				}
				return a.writeJSON(f.outputFlags, c)
			})
		},
	}
}

// withTree runs work over the files of a repository, without an index.
func (a *app) withTree(ctx context.Context, repo string, work func(capsule.Sources) error) error {
	root, _, err := index.Root(ctx, repo)
	if err != nil {
		return err
	}
	tree, err := index.OpenTree(root)
	if err != nil {
		return err
	}
	defer tree.Close() //nolint:errcheck // it was only read
	return work(capsule.Sources{Tree: tree})
}
