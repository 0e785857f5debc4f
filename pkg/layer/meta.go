package layer

import (
	"reflect"

	"majordomus/pkg/object"
)

func emptyMeta(m *object.Meta) bool { return reflect.ValueOf(*m).IsZero() }
