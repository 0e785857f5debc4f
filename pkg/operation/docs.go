package operation

import (
	_ "embed"
	"encoding/json"
	"path"
	"reflect"
	"sync"
)

//go:generate go run ./internal/docgen -o docs.json ../..

//go:embed docs.json
var docsJSON []byte

// docs holds the doc comments of every exported type of the packages that
// operations speak, taken from their source by docgen.
type docs struct {
	Types map[string]typeDocs `json:"types"` // "budget.Answer"
}

type typeDocs struct {
	Doc    string            `json:"doc,omitempty"`
	Schema string            `json:"schema,omitempty"` // name in schemas, when it is not the type's own
	Fields map[string]string `json:"fields,omitempty"` // Go field name → comment
	Words  []word            `json:"words,omitempty"`  // constants of a string type, in source order
}

type word struct {
	Word string `json:"word"`
	Doc  string `json:"doc"`
}

var loadDocs = sync.OnceValue(func() docs {
	var d docs
	if err := json.Unmarshal(docsJSON, &d); err != nil {
		panic("operation: docs.json is damaged: " + err.Error())
	}
	return d
})

func docKey(t reflect.Type) string { return path.Base(t.PkgPath()) + "." + t.Name() }

func typeDoc(t reflect.Type) string            { return loadDocs().Types[docKey(t)].Doc }
func fieldDoc(t reflect.Type, f string) string { return loadDocs().Types[docKey(t)].Fields[f] }
func words(t reflect.Type) []word              { return loadDocs().Types[docKey(t)].Words }

// schemaName is the name of a type among a schema's definitions: its own, or
// the one a "Schema: Name." line of its doc comment gives.
func schemaName(t reflect.Type) string {
	if n := loadDocs().Types[docKey(t)].Schema; n != "" {
		return n
	}
	return t.Name()
}
