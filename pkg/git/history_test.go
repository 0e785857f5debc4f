package git

import (
	"reflect"
	"testing"
)

func TestReadPatch(t *testing.T) {
	patch := "diff --git a/src/java/A.java b/src/java/A.java\nindex 1..2 100644\n--- a/src/java/A.java\n+++ b/src/java/A.java\n" +
		"@@ -3 +3 @@ class A\n-old\n+new\n@@ -10,0 +11,2 @@\n+--- x\n+++ y\n" +
		"diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n\\ No newline at end of file\n" +
		"diff --git a/came b/came\nnew file mode 100644\n--- /dev/null\n+++ b/came\n@@ -0,0 +1 @@\n+x\n" +
		"diff --git \"a/\\303\\244\" \"b/\\303\\244\"\n--- \"a/\\303\\244\"\n+++ \"b/\\303\\244\"\n@@ -1 +1 @@\n-a\n+b\n"
	want := []Change{
		{Path: "src/java/A.java", Hunks: []Hunk{{3, 1}, {10, 0}}},
		{Path: "gone", Hunks: []Hunk{{1, 2}}},
		{Path: "came", Added: true, Hunks: []Hunk{{0, 0}}},
	}
	if got := readPatch(patch); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func FuzzReadPatch(f *testing.F) {
	f.Add("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n-b\n+c\n")
	f.Add("@@ -1")
	f.Fuzz(func(t *testing.T, in string) {
		for _, c := range readPatch(in) {
			if c.Path == "" {
				t.Fatal("a change of no path")
			}
		}
	})
}
