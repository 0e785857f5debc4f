package code

import "testing"

func TestLanguage(t *testing.T) {
	for file, want := range map[string]string{
		"a.go": Go, "x/y.py": Python, "y.pyi": Python, "a.mjs": JavaScript, "a.d.ts": TypeScript, "a.tsx": TypeScript,
		"a.mts": TypeScript, "a.cjs": JavaScript, "src/lib.rs": Rust, "A.java": Java, "build.gradle.kts": Kotlin,
		"a.c": C, "a.h": C, "a.hpp": CPP, "a.C": CPP, "A.CPP": CPP, "P.cs": CSharp, "lib/a.rb": Ruby, "Rakefile": Ruby,
		"x.gemspec": Ruby, "i.php": PHP, "lib/thing.sh": Shell, "t/a.bats": Shell, "A.swift": Swift,
		"README.md": "", "Makefile": "", ".go": "", "go": "", "a.go.txt": "", "": "", "dir.go/x": "",
	} {
		got, ok := Language(file)
		if got != want || ok != (want != "") {
			t.Errorf("Language(%q) = %q, %v; want %q", file, got, ok, want)
		}
	}
}

func TestByShebang(t *testing.T) {
	for line, want := range map[string]string{
		"#!/bin/sh\necho": Shell, "#!/usr/bin/env bash": Shell, "#! /usr/bin/env -S python3 -u": Python,
		"#!/usr/bin/env FOO=1 node": JavaScript, "#!/usr/bin/python2.7": Python, "#!/usr/bin/env ruby\r": Ruby,
		"#!/usr/bin/env": "", "#!": "", "# !/bin/sh": "", "": "", "#!/usr/bin/perl": "", "#!/usr/bin/env ts-node": TypeScript,
	} {
		got, ok := ByShebang([]byte(line))
		if got != want || ok != (want != "") {
			t.Errorf("ByShebang(%q) = %q, %v; want %q", line, got, ok, want)
		}
	}
}

func TestIsTest(t *testing.T) {
	yes := []string{
		"pkg/a_test.go", "test_a.py", "pkg/a_test.py", "tests/helpers.py", "tests/conftest.py", "conftest.py",
		"src/a.test.ts", "a.spec.jsx", "src/__tests__/a.js", "test/hooks.js", "a.test.mjs", "index.test-d.ts",
		"tests/cli.rs", "src/foo/tests.rs", "gson/src/test/java/com/A.java", "A/FooTest.java", "FooTests.kt", "FooIT.java",
		"TestFoo.java", "app/src/androidTest/java/A.kt", "a_test.cc", "test_a.c", "tests/x.c", "db_unittest.cc",
		"Foo.Tests/Bar.cs", "BarTests.cs", "spec/a.rb", "lib/a_spec.rb", "a_test.rb", "test/test_a.rb", "tests/Foo.php",
		"FooTest.php", "a.bats", "test/cases/01_thing.sh", "test/a_test.sh", "Tests/AppTests/A.swift", "Sources/ViewTests.swift",
	}
	no := []string{
		"pkg/test.go", "testdata/a.go", "latest.py", "contest.py", "src/latest.ts", "src/testing.ts", "src/main.rs",
		"src/main/java/Latest.java", "src/main/java/com/Unit.java", "Testament.java", "SPLIT.java", "src/latest.c", "attest.cc",
		"Contest.cs", "lib/a.rb", "src/Latest.php", "lib/thing.sh", "latest.sh", "Sources/App/A.swift", "Greatest.swift",
	}
	for _, list := range []struct {
		files []string
		want  bool
	}{{yes, true}, {no, false}} {
		for _, file := range list.files {
			lang, ok := Language(file)
			if !ok {
				t.Errorf("no language: %s", file)
			}
			if got := IsTest(lang, file); got != list.want {
				t.Errorf("IsTest(%s, %q) = %v", lang, file, got)
			}
		}
	}
}
