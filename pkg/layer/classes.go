package layer

import (
	"path"
	"strings"

	"majordomus/pkg/object"
)

// claimAs claims whatever the pathspec matches as a kind.
func (c *Config) claimAs(k object.Kind) func(*File) (object.Kind, Form, string, bool) {
	return func(f *File) (object.Kind, Form, string, bool) {
		form := FormRecord
		lang := ""
		switch k {
		case object.Implementation, object.Test, object.File:
			form = FormPlain
			lang, _, _ = c.sources(f.Path)
		case object.Document:
			form = documentForm(f.Path)
		case object.Context:
			if contractForm(f.Path) != "" {
				form = contractForm(f.Path)
			}
		}
		return k, form, lang, true
	}
}

func documentForm(p string) Form {
	switch extension(p) {
	case ".rst", ".adoc", ".asciidoc":
		return FormText
	}
	return FormDocument
}

// defaultClasses claim the usual places of a layer's records. Their ids are
// their kinds' names.
func defaultClasses(c *Config) []class {
	var out []class
	add := func(k object.Kind, patterns ...string) {
		specs, _ := newPathspecs(patterns)
		out = append(out, class{id: string(k), specs: specs, claim: c.claimAs(k)})
	}
	m := c.manifest
	in := func(name, usual string, globs ...string) []string {
		dir := m.section(name, usual)
		var out []string
		for _, g := range globs {
			out = append(out, ":(glob)"+path.Join(dir, g))
		}
		return out
	}
	page := "**/*.md"
	either := []string{"**/*.md", "**/*.yaml", "**/*.yml"}
	add(object.Policy, ":(glob)"+m.section("policy", "policy.yaml"))
	add(object.Scope, ":(glob)"+m.section("scope", "scope.yaml"))
	project := m.section("project", "project")
	add(object.Issue, in("issues", path.Join(under2(project, m), "issues"), "*.yaml", "*.yml")...)
	add(object.Milestone, in("milestones", path.Join(under2(project, m), "milestones"), "*.yaml", "*.yml")...)
	add(object.Project, ":(glob)"+path.Join(project, "project.yaml"), ":(glob)"+path.Join(m.repo, "project.yaml"))
	add(object.ADR, in("adrs", "adrs", "*.md")...)
	add(object.Rule, in("rules", "rules", page)...)
	add(object.Knowledge, in("knowledge", "knowledge", "curated/**/*.md")...)
	add(object.Session, in("sessions", "sessions", page)...)
	add(object.Claim, ":(glob)docs/CLAIMS.yaml")
	add(object.Taxonomy, ":(glob)use-cases/taxonomy.yaml", ":(glob)"+path.Join(m.section("use_cases", "use-cases"), "taxonomy.yaml"))
	add(object.UseCase, append(in("use_cases", "use-cases", either...), ":(glob)use-cases/**/*.yaml")...)
	add(object.Application, in("applications", "applications", either...)...)
	add(object.Skill, in("skills", "skills", either...)...)
	add(object.Prompt, in("prompts", "prompts", either...)...)
	add(object.Profile, in("profiles", "profiles", either...)...)
	for i := range out {
		out[i].claim = notReadme(out[i].claim)
	}
	return out
}

// under2 is a section's path relative to the repo folder, where it lies there.
func under2(p string, m *manifest) string {
	return strings.TrimPrefix(strings.TrimPrefix(p, m.repo), "/")
}

// notReadme leaves README files to the class that reads contracts.
func notReadme(claim func(*File) (object.Kind, Form, string, bool)) func(*File) (object.Kind, Form, string, bool) {
	return func(f *File) (object.Kind, Form, string, bool) {
		if isReadme(f.Path) {
			return "", "", "", false
		}
		return claim(f)
	}
}

func isReadme(p string) bool {
	name := strings.ToLower(p[strings.LastIndexByte(p, '/')+1:])
	return name == "readme" || strings.HasPrefix(name, "readme.")
}

// builtinClasses are the classes of the built-in layer, in the order in which
// they claim.
func builtinClasses(c *Config) []class {
	return []class{
		{id: "contract", claim: c.claimContract},
		{id: "readme", claim: c.claimReadme},
		{id: "adr", claim: claimADR},
		{id: "tracker", claim: claimTracker},
		{id: "docs", claim: c.claimDocs},
		{id: "test", claim: c.claimTest},
		{id: "code", claim: c.claimCode},
		{id: "file", claim: func(*File) (object.Kind, Form, string, bool) { return object.File, FormPlain, "", true }},
	}
}

func contractForm(p string) Form {
	name := p[strings.LastIndexByte(p, '/')+1:]
	switch name {
	case "AGENTS.md", "CLAUDE.md", "GEMINI.md":
		return FormContract
	case "copilot-instructions.md":
		if strings.HasSuffix("/"+p, "/.github/"+name) {
			return FormCopilot
		}
	}
	slashed := "/" + p
	switch {
	case strings.HasSuffix(name, ".mdc") && strings.Contains(slashed, "/.cursor/rules/"):
		return FormCursor
	case strings.HasSuffix(name, ".md") && strings.Contains(slashed, "/.github/instructions/"):
		return FormApplyTo
	}
	return ""
}

func (c *Config) claimContract(f *File) (object.Kind, Form, string, bool) {
	form := contractForm(f.Path)
	return object.Context, form, "", form != ""
}

func (c *Config) claimReadme(f *File) (object.Kind, Form, string, bool) {
	if !isReadme(f.Path) {
		return "", "", "", false
	}
	switch extension(f.Path) {
	case ".md", ".markdown":
		return object.Document, c.readmeForm(f.Path), "", true
	case ".rst", ".adoc", ".asciidoc":
		return object.Document, FormText, "", true
	case "":
		return object.Document, FormDocument, "", true
	}
	return "", "", "", false
}

// readmeForm tells documents that may be contracts from others: those the
// manifest names, else every README.md.
func (c *Config) readmeForm(p string) Form {
	if c.manifest == nil {
		return FormReadme
	}
	for _, d := range c.manifest.documents {
		if p == d || strings.EqualFold(p[strings.LastIndexByte(p, '/')+1:], d) {
			return FormReadme
		}
	}
	return FormDocument
}

func claimADR(f *File) (object.Kind, Form, string, bool) {
	dir, name := directory(f.Path), stem(f.Path)
	switch dir {
	case ".ai/repo/adrs", "docs/adr", "docs/adrs", "docs/decisions", "doc/adr", "adr":
	default:
		return "", "", "", false
	}
	lower := strings.ToLower(name)
	if extension(f.Path) != ".md" || lower == "index" || strings.Contains(lower, "template") {
		return "", "", "", false
	}
	return object.ADR, FormRecord, "", true
}

func (c *Config) claimDocs(f *File) (object.Kind, Form, string, bool) {
	switch extension(f.Path) {
	case ".md", ".markdown":
		if c.holdsNodes(f.Path) {
			return object.Document, FormNode, "", true
		}
		return object.Document, c.readmeFormOf(f.Path), "", true
	case ".rst", ".adoc", ".asciidoc":
		return object.Document, FormText, "", true
	}
	return "", "", "", false
}

// readmeFormOf lets a document the manifest names be a contract whatever its
// name.
func (c *Config) readmeFormOf(p string) Form {
	if c.manifest == nil {
		return FormDocument
	}
	return c.readmeForm(p)
}

func (c *Config) holdsNodes(p string) bool {
	if strings.HasPrefix(p, "knowledge/") {
		return true
	}
	return c.manifest != nil && under(p, c.manifest.section("knowledge", "knowledge"))
}

func (c *Config) claimTest(f *File) (object.Kind, Form, string, bool) {
	lang, test, ok := c.sources(f.Path)
	return object.Test, FormPlain, lang, ok && test
}

func (c *Config) claimCode(f *File) (object.Kind, Form, string, bool) {
	lang, _, ok := c.sources(f.Path)
	return object.Implementation, FormPlain, lang, ok
}
