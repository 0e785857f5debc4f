package layer

import (
	"fmt"

	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

// Codes of the findings this package makes (spec/layer.md, "YAML").
const (
	unknownKind          = "unknown_kind"
	malformedYAML        = "malformed_yaml"
	malformedFrontMatter = "malformed_front_matter"
	missingFrontMatter   = "missing_front_matter"
	unsupportedVersion   = "unsupported_version"
	missingField         = "missing_field"
	schemaViolation      = "schema_violation"
	kindMismatch         = "kind_mismatch"
	duplicateIdentity    = "duplicate_identity"
	requiredSourceEmpty  = "required_source_empty"
	unknownKey           = "unknown_key"
	claimedTwice         = "claimed_twice"
	trackedSecret        = "tracked_secret"
	ambiguous            = "ambiguous"
	invalidUTF8          = "invalid_utf8"
	oversized            = "oversized"
	symlink              = "symlink"
	outOfScope           = "out_of_scope"
	parseBudget          = "parse_budget"
	yamlPlainColon       = "yaml_plain_colon"
	ownersSkipped        = "owners_skipped" // a line of CODEOWNERS that is not understood
)

// again is the command that shows a finding once more.
const again = "majordomus doctor"

// finding makes a diagnostic; an error says how to see it again.
func finding(s object.Severity, code, path, format string, args ...any) object.Diagnostic {
	d := object.Diagnostic{Severity: s, Code: code, Path: path, Message: fmt.Sprintf(format, args...)}
	if s == object.Error {
		d.Reproduce = again
	}
	return d
}

// quote shows a value in a message, cut.
func quote(s string) string { return fault.Quote(s) }
