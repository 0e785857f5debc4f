package code

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// tree reads the files and configs of an archive.
func tree(archive string) (files []File, configs []Config) {
	for _, f := range txtar.Parse([]byte(archive)).Files {
		if IsConfig(f.Name) {
			configs = append(configs, Config{f.Name, f.Data})
		} else if lang, ok := Language(f.Name); ok {
			files = append(files, File{f.Name, lang, IsTest(lang, f.Name), Parse(lang, f.Name, f.Data)})
		}
	}
	return files, configs
}

func edges(files []File, configs []Config) (all []string) {
	links, _, _ := Resolve(context.Background(), files, configs)
	for _, l := range links {
		all = append(all, fmt.Sprintf("%s %s %s", files[l.From].Path, l.Kind, files[l.To].Path))
	}
	return all
}

var trees = []struct{ name, archive, want string }{
	{"go: names, doc.go, nested module, replace, vendor, tests", `
-- go.mod --
module example.com/m // comment
require example.com/r v1.0.0
replace (
	example.com/r => ./local
)
-- a/a.go --
package a
import "example.com/m/b"
import r "example.com/r/sub"
import v "other.org/v"
import _ "example.com/m/blank"
import n "example.com/nested/x"
import "fmt"
func A() { b.One(); r.R(); v.V(); n.N(); fmt.Println() }
func own() {}
-- a/a_test.go --
package a
import ("testing"; "example.com/m/b")
func TestA(t *testing.T) { A(); b.Two() }
-- a/x_test.go --
package a_test
import "example.com/m/a"
var _ = a.A
-- b/doc.go --
package b
-- b/one.go --
package b
func One() {}
-- b/two_linux.go --
package b
func Two() {}
-- b/two_windows.go --
package b
func Two() {}
-- b/gen.go --
//go:build ignore

package main
func One() {}
-- blank/doc.go --
package blank
-- blank/z.go --
package blank
-- local/sub/r.go --
package sub
func R() {}
-- vendor/other.org/v/v.go --
package v
func V() {}
-- nested/go.mod --
module example.com/nested
-- nested/x/x.go --
package x
func N() {}
-- integration/i_test.go --
package integration
import "example.com/m/b"
var _ = b.One
`, `a/a.go imports b/one.go
a/a.go imports blank/doc.go
a/a.go imports local/sub/r.go
a/a.go imports nested/x/x.go
a/a.go imports vendor/other.org/v/v.go
a/a.go tested_by a/a_test.go
a/a.go tested_by a/x_test.go
a/a_test.go imports b/two_linux.go
a/a_test.go imports b/two_windows.go
b/one.go tested_by integration/i_test.go`},
	{"python: re-exports, relative, namespace, src", `
-- src/pkg/__init__.py --
from .core import Command as Command, helper
from . import types
from ._all import *
-- src/pkg/core.py --
from .types import T
class Command: pass
def helper(): pass
-- src/pkg/types.py --
T = 1
-- src/pkg/_all.py --
def starred(): pass
-- src/pkg/sub/deep.py --
from .. import core
from ...outside import no
import os.path
-- tests/test_pkg.py --
import pkg
import pkg.types as pt
from pkg import starred, types
pkg.Command(); pt.T
-- tests/util.py --
from test_pkg import x
-- ns/one/mod.py --
X = 1
-- app.py --
import ns.one.mod
from ns.one import mod as m
import pkg.core
`, `app.py imports ns/one/mod.py
app.py imports src/pkg/core.py
src/pkg/__init__.py imports src/pkg/_all.py
src/pkg/__init__.py imports src/pkg/core.py
src/pkg/__init__.py imports src/pkg/types.py
src/pkg/_all.py tested_by tests/test_pkg.py
src/pkg/core.py imports src/pkg/types.py
src/pkg/core.py tested_by tests/test_pkg.py
src/pkg/sub/deep.py imports src/pkg/core.py
src/pkg/types.py tested_by tests/test_pkg.py
tests/util.py imports tests/test_pkg.py`},
	{"typescript: probing, barrels, paths, workspaces, built targets", `
-- tsconfig.base.json --
{ // comment
  "compilerOptions": { "baseUrl": ".", "paths": { "@app/*": ["apps/*/src"], "@lib": ["libs/lib/main.ts"], }, /* c */ },
}
-- apps/web/tsconfig.json --
{ "extends": "../../tsconfig.base.json" }
-- apps/web/src/index.ts --
import { b, type C } from './barrel'
import './side.js'
import x from '@lib'
import y from '@app/other'
import { z } from '@scope/pkg'
import w from '@scope/pkg/feature/w'
import fs from 'node:fs'
export const a = 1
-- apps/web/src/barrel/index.ts --
export * from './b'
export { C } from './c'
-- apps/web/src/barrel/b.ts --
export const b = 1
-- apps/web/src/barrel/c.tsx --
export interface C {}
-- apps/web/src/side.ts --
-- apps/web/src/index.test.ts --
import { a } from '.'
const lazy = () => import('./barrel/b')
-- apps/other/src/index.ts --
export default 1
-- libs/lib/main.ts --
export default 1
-- packages/pkg/package.json --
{ "name": "@scope/pkg", "main": "dist/index.js", "exports": { ".": { "import": "./dist/index.js" }, "./feature/*": "./dist/f/*.js" } }
-- packages/pkg/src/index.ts --
export const z = 1
-- packages/pkg/src/f/w.ts --
export default 1
-- broken/package.json --
{ "name":
`, `apps/web/src/barrel/b.ts tested_by apps/web/src/index.test.ts
apps/web/src/barrel/index.ts imports apps/web/src/barrel/b.ts
apps/web/src/barrel/index.ts imports apps/web/src/barrel/c.tsx
apps/web/src/index.ts imports apps/other/src/index.ts
apps/web/src/index.ts imports apps/web/src/barrel/b.ts
apps/web/src/index.ts imports apps/web/src/barrel/c.tsx
apps/web/src/index.ts imports apps/web/src/side.ts
apps/web/src/index.ts imports libs/lib/main.ts
apps/web/src/index.ts imports packages/pkg/src/f/w.ts
apps/web/src/index.ts imports packages/pkg/src/index.ts
apps/web/src/index.ts tested_by apps/web/src/index.test.ts`},
	{"javascript: require, main, folders", `
-- package.json --
{"name": "me", "main": "lib/main.js", "imports": {"#x": "./lib/x.js"}}
-- lib/main.js --
const { x } = require('./x')
const d = require('./dir')
const p = require('#x')
-- lib/x.js --
exports.x = 1
-- lib/dir/index.js --
-- test/a.test.js --
const me = require('..')
const self = require('me')
require('../lib/x.js')
`, `lib/main.js imports lib/dir/index.js
lib/main.js imports lib/x.js
lib/main.js tested_by test/a.test.js
lib/x.js tested_by test/a.test.js`},
	{"rust: module tree, crates, pub use", `
-- Cargo.toml --
[package]
name = "my-app"
-- src/main.rs --
mod a;
mod b;
use a::inner::f;
use my_lib::Thing;
fn main() { crate::b::go(); }
-- src/a.rs --
pub mod inner;
use super::b;
-- src/a/inner.rs --
use super::super::b::go;
pub fn f() {}
#[cfg(test)]
mod tests { use super::*; }
-- src/b/mod.rs --
#[path = "odd.rs"]
mod x;
pub fn go() {}
-- src/b/odd.rs --
-- lib/Cargo.toml --
[package]
name = "my-lib"
-- lib/src/lib.rs --
mod deep;
pub use deep::*;
-- lib/src/deep.rs --
pub struct Thing;
-- lib/tests/it.rs --
mod common;
use my_lib::Thing;
-- lib/tests/common/mod.rs --
`, `lib/src/deep.rs tested_by lib/tests/it.rs
lib/src/lib.rs imports lib/src/deep.rs
lib/tests/it.rs imports lib/tests/common/mod.rs
src/a.rs imports src/a/inner.rs
src/a.rs imports src/b/mod.rs
src/a/inner.rs imports src/b/mod.rs
src/b/mod.rs imports src/b/odd.rs
src/main.rs imports lib/src/deep.rs
src/main.rs imports src/a.rs
src/main.rs imports src/a/inner.rs
src/main.rs imports src/b/mod.rs`},
	{"java and kotlin: imports, nested, static, wildcard, same package", `
-- src/main/java/p/A.java --
package p;
import q.B.Inner;
import static q.S.helper;
import w.*;
class A { C c; W w; }
-- src/main/java/p/C.java --
package p;
class C {}
-- src/main/java/q/B.java --
package q;
public class B { public static class Inner {} }
-- src/main/java/q/S.java --
package q;
class S { static void helper() {} }
-- src/main/kotlin/w/W.kt --
package w
import p.A
import k.top
class W
-- src/main/kotlin/k/Tops.kt --
package k
fun top() {}
-- src/main/java/w/Unused.java --
package w;
class Unused {}
-- src/test/java/p/ATest.java --
package p;
class ATest { A a = new A(); }
`, `src/main/java/p/A.java imports src/main/java/p/C.java
src/main/java/p/A.java imports src/main/java/q/B.java
src/main/java/p/A.java imports src/main/java/q/S.java
src/main/java/p/A.java imports src/main/kotlin/w/W.kt
src/main/java/p/A.java tested_by src/test/java/p/ATest.java
src/main/kotlin/w/W.kt imports src/main/java/p/A.java
src/main/kotlin/w/W.kt imports src/main/kotlin/k/Tops.kt`},
	{"c: relative, include folders, unique and ambiguous names", `
-- src/a.c --
#include "a.h"
#include <proj/b.h>
#include "deep/only.h"
#include "twice.h"
#include <stdio.h>
#include "../../escape.h"
-- src/a.h --
-- include/proj/b.h --
-- x/deep/only.h --
-- x/twice.h --
-- y/twice.h --
-- x/stdio.h --
-- escape.h --
-- tests/a_test.c --
#include "../src/a.h"
`, `src/a.c imports include/proj/b.h
src/a.c imports src/a.h
src/a.c imports x/deep/only.h
src/a.h tested_by tests/a_test.c`},
	{"csharp: namespaces", `
-- Lib/A.cs --
using Other.Things;
namespace Me.Lib { class A { B b; Thing t; } }
-- Lib/B.cs --
namespace Me.Lib;
class B {}
-- Other/Thing.cs --
namespace Other.Things { public class Thing {} }
-- Lib.Tests/ATests.cs --
namespace Me.Lib.Tests { class ATests { A a; } }
`, `Lib/A.cs imports Lib/B.cs
Lib/A.cs imports Other/Thing.cs
Lib/A.cs tested_by Lib.Tests/ATests.cs`},
	{"ruby, php, shell, swift", `
-- gem/lib/gem.rb --
require 'gem/a'
require_relative 'gem/b'
require 'json'
-- gem/lib/gem/a.rb --
autoload :B, 'gem/b'
-- gem/lib/gem/b.rb --
-- gem/spec/a_spec.rb --
require 'spec_helper'
require 'gem/a'
-- gem/spec/spec_helper.rb --
-- composer.json --
{"autoload": {"psr-4": {"App\\": "app/"}}}
-- app/K.php --
<?php
namespace App;
use App\Sub\L;
class K { private M $m; }
require __DIR__ . '/x.php';
-- app/M.php --
<?php namespace App; class M {}
-- app/Sub/L.php --
<?php namespace App\Sub; class L {}
-- app/x.php --
<?php
-- sh/run.sh --
. "$(dirname "$0")/lib/u.sh"
source ./gone.sh
-- sh/lib/u.sh --
-- Sources/Kit/K.swift --
public struct Kit {}
-- Sources/Kit/Other.swift --
struct Other {}
-- Tests/KitTests/KTests.swift --
@testable import Kit
let k = Kit()
`, `app/K.php imports app/M.php
app/K.php imports app/Sub/L.php
app/K.php imports app/x.php
gem/lib/gem.rb imports gem/lib/gem/a.rb
gem/lib/gem.rb imports gem/lib/gem/b.rb
gem/lib/gem/a.rb imports gem/lib/gem/b.rb
gem/lib/gem/a.rb tested_by gem/spec/a_spec.rb
gem/spec/a_spec.rb imports gem/spec/spec_helper.rb
sh/run.sh imports sh/lib/u.sh
Sources/Kit/K.swift tested_by Tests/KitTests/KTests.swift`},
	{"likeness of names alone is no edge", `
-- lib/thing.sh --
thing() { :; }
-- test/cases/01_thing.sh --
. "$LIB/thing.sh"
thing
-- foo.py --
-- test_foo.py --
-- a/foo.go --
package a
func F() {}
-- a/foo_test.go --
package a
-- Foo.java --
package p; class Foo {}
-- FooTest.java --
package q; class FooTest { Foo f; }
`, ``},
}

func TestResolve(t *testing.T) {
	for _, c := range trees {
		t.Run(c.name, func(t *testing.T) {
			files, configs := tree(c.archive)
			got := edges(files, configs)
			want := strings.Split(c.want, "\n")
			slices.Sort(want)
			sorted := slices.Clone(got)
			slices.Sort(sorted)
			if strings.Join(sorted, "\n") != strings.Join(want, "\n") {
				for _, e := range want {
					if !slices.Contains(got, e) {
						t.Error("missing ", e)
					}
				}
				for _, e := range got {
					if !slices.Contains(want, e) {
						t.Error("invented", e)
					}
				}
			}
			for range 4 {
				rand.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
				rand.Shuffle(len(configs), func(i, j int) { configs[i], configs[j] = configs[j], configs[i] })
				if again := edges(files, configs); !slices.Equal(again, got) {
					t.Fatalf("another order, other edges:\n%q\n%q", got, again)
				}
			}
		})
	}
}

// TestBrokenConfigs: what cannot be read is named once and costs nothing else.
func TestBrokenConfigs(t *testing.T) {
	files, _ := tree("-- a.go --\npackage a\n")
	_, ds, _ := Resolve(t.Context(), files, []Config{
		{"package.json", []byte("{")}, {"x/tsconfig.json", []byte(`{"extends": 1, "compilerOptions": {"paths": 3}}`)}, {"go.mod", []byte("go 1.2\n")},
		{"composer.json", []byte(`[]`)}, {"Cargo.toml", []byte("[package\nname")}, {"y/package.json", []byte(`{"exports": {"./*": [1, {"a": null}]}}`)},
	})
	var paths []string
	for _, d := range ds {
		paths = append(paths, d.Path)
	}
	if want := []string{"composer.json", "go.mod", "package.json", "x/tsconfig.json"}; !slices.Equal(paths, want) {
		t.Errorf("diagnostics for %q, want %q", paths, want)
	}
}

// FuzzResolve: no tree and no config makes the resolution fail, and it never
// depends on order.
func TestResolveIsCalledOff(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Resolve(ctx, []File{{Path: "a.go", Language: Go, Facts: &Facts{}}}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func FuzzResolve(f *testing.F) {
	for _, c := range trees {
		f.Add([]byte(c.archive))
	}
	f.Fuzz(func(t *testing.T, archive []byte) {
		files, configs := tree(string(archive))
		seen := map[string]bool{}
		files = slices.DeleteFunc(files, func(f File) bool { dup := seen[f.Path]; seen[f.Path] = true; return dup })
		configs = slices.DeleteFunc(configs, func(c Config) bool { dup := seen[c.Path]; seen[c.Path] = true; return dup })
		got := edges(files, configs)
		slices.Reverse(files)
		slices.Reverse(configs)
		if again := edges(files, configs); !slices.Equal(again, got) {
			t.Fatalf("another order, other edges:\n%q\n%q", got, again)
		}
	})
}
