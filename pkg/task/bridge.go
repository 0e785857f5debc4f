package task

// SeedURIs gives the uris of the required nodes, which seed a context, and of
// the coactivated ones, which a walk reaches from them along load_with; both by
// id. An object of an index has one; a node of a plain graph need not.
func (r *Resolution) SeedURIs() (required, coactivated []string) {
	for _, s := range r.Selections {
		switch s.Class {
		case Required:
			required = append(required, s.node.URI)
		case Coactivated:
			coactivated = append(coactivated, s.node.URI)
		}
	}
	return required, coactivated
}
