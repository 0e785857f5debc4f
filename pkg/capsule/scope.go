package capsule

import (
	"path"
	"slices"
	"strings"

	"majordomus/pkg/layer"
	"majordomus/pkg/object"
)

// bounds is a Scope made ready to judge documents.
type bounds struct {
	scope   Scope
	classes map[string]bool
	folders []string
	filter  *Filter
}

// scopeOf is the scope a request asks for.
func scopeOf(q Request) Scope {
	return Scope{IndexName: indexName, Collections: q.Collections, URIPrefix: q.URIPrefix, TagsAll: q.TagsAll, TagsAny: q.TagsAny,
		Categories: q.Categories, Since: q.Since, Until: q.Until, Filter: q.Filter}
}

// bounds sorts the collections of a scope into classes and folders.
func (s *state) bounds(scope Scope) (*bounds, error) {
	b := &bounds{scope: scope, classes: map[string]bool{}}
	for _, c := range scope.Collections {
		if _, ok := s.classes[c]; ok {
			b.classes[c] = true
		} else {
			b.folders = append(b.folders, path.Clean(strings.TrimSuffix(c, "/")))
		}
	}
	if len(scope.Filter) > 0 {
		f, err := ParseFilter(scope.Filter)
		if err != nil {
			return nil, err
		}
		b.filter = f
	}
	return b, nil
}

// holds judges an object by everything but the metadata filter.
func (b *bounds) holds(o *object.Object) bool {
	s := &b.scope
	switch {
	case len(s.Collections) > 0 && !b.collected(o):
	case s.URIPrefix != nil && !strings.HasPrefix(o.URI, *s.URIPrefix):
	case len(s.Categories) > 0 && !slices.Contains(s.Categories, string(o.Kind)):
	case !containsAll(o.Tags, s.TagsAll) || len(s.TagsAny) > 0 && !containsAny(o.Tags, s.TagsAny):
	case (s.Since != nil || s.Until != nil) && !within(dateOf(o), s.Since, s.Until):
	default:
		return true
	}
	return false
}

// matches judges a document by the metadata filter.
func (b *bounds) matches(metadata map[string][]string) bool {
	return b.filter == nil || b.filter.Match(func(field string) []string { return metadata[field] })
}

func (b *bounds) collected(o *object.Object) bool {
	if b.classes[o.Provenance.SourceClass] {
		return true
	}
	for _, dir := range b.folders {
		if p := o.Provenance.Path; dir == "." || p == dir || strings.HasPrefix(p, dir+"/") {
			return true
		}
	}
	return false
}

func containsAll(have, want []string) bool {
	return !slices.ContainsFunc(want, func(w string) bool { return !slices.Contains(have, w) })
}

func containsAny(have, want []string) bool {
	return slices.ContainsFunc(want, func(w string) bool { return slices.Contains(have, w) })
}

// dateOf is when a document says it was last true: the first present of
// updated_at, date, created_at, version.
func dateOf(o *object.Object) string {
	if m := o.Meta; m != nil {
		for _, d := range []string{m.UpdatedAt, m.Date, m.CreatedAt} {
			if d != "" {
				return d
			}
		}
	}
	return o.Version
}

// within compares as text, as far as a bound is written: 2026-01 holds all of
// January. What has no date lies in no span of time.
func within(date string, since, until *string) bool {
	cut := func(n int) string { return date[:min(len(date), n)] }
	return date != "" && (since == nil || cut(len(*since)) >= *since) && (until == nil || cut(len(*until)) <= *until)
}

// metadataOf is layer.Metadata; it names what a filter reads.
func metadataOf(path string, data []byte) map[string][]string { return layer.Metadata(path, data) }
