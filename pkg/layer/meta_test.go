package layer

import (
	"reflect"
	"testing"

	"majordomus/pkg/object"
)

func TestEmptyMetaKnowsEveryField(t *testing.T) {
	typ := reflect.TypeFor[object.Meta]()
	for i := range typ.NumField() {
		var m object.Meta
		f := reflect.ValueOf(&m).Elem().Field(i)
		switch f.Kind() {
		case reflect.String:
			f.SetString("x")
		case reflect.Int:
			f.SetInt(1)
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		default:
			t.Fatalf("%s is of a kind this test does not know", typ.Field(i).Name)
		}
		if emptyMeta(&m) {
			t.Errorf("%s is set and counts as empty", typ.Field(i).Name)
		}
	}
	if !emptyMeta(&object.Meta{}) {
		t.Error("nothing is set and counts as something")
	}
}
