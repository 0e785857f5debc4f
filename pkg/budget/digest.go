package budget

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"majordomus/pkg/object"
	"majordomus/pkg/seed"
	"majordomus/pkg/walk"
)

// digest is the request_digest: everything but the index that an answer
// follows from.
func digest(a *Answer) string {
	covered := struct {
		Request seed.Resolved `json:"request"`
		Walk    walk.Settings `json:"walk"`
		Git     object.Git    `json:"git"`
	}{a.Request, a.Walk, a.Git.Git}
	sum := sha256.Sum256(canonical(covered))
	return hex.EncodeToString(sum[:])
}

// canonical is the canonical JSON of a value.
func canonical(v any) []byte {
	plain, err := json.Marshal(v)
	if err != nil {
		panic("budget: a request that does not encode: " + err.Error())
	}
	d := json.NewDecoder(bytes.NewReader(plain))
	d.UseNumber()
	var tree any
	if err := d.Decode(&tree); err != nil {
		panic("budget: a request that does not decode: " + err.Error())
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(tree); err != nil {
		panic("budget: a request that does not encode: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
