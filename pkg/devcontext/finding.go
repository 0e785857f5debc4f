package devcontext

import "majordomus/pkg/object"

// Finding is a diagnostic with what to do about it.
type Finding struct {
	object.Diagnostic
	Mend string `json:"mend,omitempty"` // one sentence; absent where nothing is to be done
}

// FindingOf adds to a diagnostic what its code asks for.
func FindingOf(d object.Diagnostic) Finding { return Finding{d, mend(d.Code)} }

// mend is what to do about a code of spec/layer.md.
func mend(code string) string {
	switch code {
	case "unknown_kind":
		return "name a built-in kind, or declare it in .ai/repo/knowledge/kinds.yaml"
	case "malformed_yaml":
		return "mend the YAML at the line and column given; quote values that hold a colon or begin with a special character"
	case "malformed_front_matter":
		return "open the front matter with --- on the first line, close it with ---, and keep YAML between"
	case "missing_front_matter":
		return "add front matter with the fields its kind asks for, or take the file out of its source's pathspec"
	case "unsupported_version":
		return "write the schema version this program reads"
	case "missing_field":
		return "add the field that is named"
	case "schema_violation":
		return "give the field the form that is named"
	case "kind_mismatch":
		return "make the kind in the file the one of its source, or move the file"
	case "duplicate_identity":
		return "give every claimant an identity of its own; until then none of them is in the index"
	case "required_source_empty":
		return "add a file the source matches, mend its pathspec, or set required: false"
	case "unreadable":
		return "make the file readable, and run again when nothing writes to it"
	case "unknown_key":
		return "mend the spelling of the key, or remove it"
	case "claimed_twice":
		return "narrow one of the two pathspecs; the first source in the file has it"
	case "tracked_secret":
		return "revoke the secret, remove it from the file and from history; its text is withheld until then"
	case "unresolved_reference", "ambiguous":
		return "write the identity of one object that exists"
	case "owners_skipped":
		return "write it as GitHub reads it: a pattern, then @user, @org/team or an address"
	case "oversized":
		return "raise max_bytes in scope.yaml if it should be read"
	case "invalid_utf8":
		return "store the file as UTF-8 if its text should count"
	case "parse_budget":
		return "split the file if its symbols should count"
	case "boundary":
		return "index the nested repository on its own"
	case "out_of_scope":
		return "add it to scope.yaml if it should be read"
	case "yaml_plain_colon":
		return "quote the value"
	}
	return ""
}
