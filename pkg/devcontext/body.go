package devcontext

import (
	"majordomus/pkg/fault"
	"majordomus/pkg/object"
)

// Of gives the bytes an object stands for: its whole file, or its lines. A file
// that is gone or no longer has the object's content is an error.
func (b *Bodies) Of(o *object.Object) ([]byte, error) {
	now, err := b.read(&o.Provenance, o.Hash)
	if err != nil {
		return nil, err
	}
	if now.changed || now.gone {
		return nil, fault.New(fault.Internal, "changed_body", "the file no longer has the content that was indexed").
			At(o.Provenance.Path, 0, 0).WithHint("ask again")
	}
	return now.data, nil
}
