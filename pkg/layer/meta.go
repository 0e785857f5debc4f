package layer

import "majordomus/pkg/object"

// emptyMeta reports whether no field is set; a test holds it against the type.
func emptyMeta(m *object.Meta) bool {
	texts := m.Slug + m.Class + m.Reach + m.Composition + m.Milestone + m.Priority + m.Profile + m.Task + m.Date + m.CreatedAt +
		m.UpdatedAt + m.Branch + m.Head + m.Domain + m.Reading + m.ContentRef + m.SourceFile + m.NodeOrigin + m.Language +
		m.Package + m.Terms
	lists := len(m.Scope) + len(m.Paths) + len(m.Tracks) + len(m.ChangedFiles) + len(m.Commits) + len(m.Evidence) + len(m.Headings) +
		len(m.Links) + len(m.LoadWith) + len(m.NodeEdges) + len(m.Symbols) + len(m.Imports) + len(m.Owners)
	return texts == "" && lists == 0 && m.Order == 0 && m.Activations == 0 && m.Confidence == nil && !m.Collection
}
