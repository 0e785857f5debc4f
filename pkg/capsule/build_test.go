package capsule

import (
	"testing"
)

func TestBuildAndVerify(t *testing.T) {
	dir := repo(t, library())
	c := made(t, dir, Request{Goal: "How often is a failed delivery retried?"})
	text, err := c.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Parse(text); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	t.Logf("%s", text)
	v, err := Verify(t.Context(), c, onDisk(t, dir))
	if err != nil || v.Status != Unchanged || v.VerificationDigest != c.VerificationDigest() {
		t.Fatalf("%v %+v", err, v)
	}
}
