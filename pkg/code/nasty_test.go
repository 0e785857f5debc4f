package code

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// nasty is the table of awkward inputs: what each must give, as "name start-end"
// of the symbols and the paths of the imports. It also seeds the fuzz targets.
var nasty = []struct {
	lang, name, src string
	symbols         []string
	imports         []string
}{
	{Go, "strings and comments hold keywords", "package p\n\n// Doc.\nfunc A() {\n\t_ = `func B() {`\n\t/* func C() { */\n\t_ = '{'\n}\n\ntype (\n\tT struct{ x int }\n\tU = T\n)\n\nfunc (t *T[K]) M() interface{} { return nil }\n\nconst (\n\tX, Y = 1, 2\n)\n",
		[]string{"A 3-8", "T 11-11", "U 12-12", "T.M 15-15", "X 18-18", "Y 18-18"}, nil},
	{Go, "a syntax error loses nothing behind it", "package p\nimport (\n\"a/b\"\n_ \"c\"\n)\nfunc A( {\nfunc B() {}\n", []string{"A 6-7"}, []string{"a/b", "c"}},
	{Go, "a trailing comment belongs to its own line", "package p\nvar a = 1 // of a\nfunc B() {} // of B\n\n// apart\n\nfunc C() {}\n", []string{"a 2-2", "B 3-3", "C 7-7"}, nil},
	{JavaScript, "brackets that do not match", "function a () { (; ]; }\nfunction b () { [) }\nfunction c () {}\n", []string{"a 1-1", "b 2-2", "c 3-3"}, nil},
	{Go, "BOM and CRLF", "\ufeffpackage p\r\n\r\nfunc A() {\r\n}\r\n", []string{"A 3-4"}, nil},
	{Go, "two of one name", "package p\nfunc init() {}\nfunc init() {}\n", []string{"init 2-2", "init~2 3-3"}, nil},
	{Python, "decorators, strings, nesting", "import os, a.b as c\nfrom ..x import (\n  y,  # z\n  w as v)\n\n# about A\n@deco(\n  1)\nclass A(B):\n    '''def no(): pass'''\n    @property\n    def m(self):\n        def inner():\n            pass\n        return f\"\"\"class X:\"\"\"\n\n    class N:\n        async def k(self): pass\nLIMIT: int = 3\ndef f(a,\n      b=')'): return (\n1)\n",
		[]string{"A 6-18", "A.m 11-15", "A.N 17-18", "A.N.k 18-18", "LIMIT 19-19", "f 20-22"}, []string{"os", "a.b", "..x"}},
	{Python, "tabs, line continuation, conditional", "if True:\n\timport x\n\tdef f():\n\t\treturn 1 + \\\n2\nelse:\n\tf = None\n", []string{"f 3-5", "f~2 7-7"}, []string{"x"}},
	{Python, "unterminated", "def f():\n    x = '''\nclass A: pass\n", []string{"f 1-3"}, nil},
	{JavaScript, "regular expressions, templates, JSX", "import d, { a as b, c } from './x'\nconst re = /[/'\"`{]+/g\nconst half = a / 2 / b\nfunction f () { return `function no() { ${ g(`}`) } {` }\nexport default class A extends (B) {\n  static async *gen () { if (x) /}/.test(y) }\n  get p () { return 1 }\n  arrow = async (x) => { return x }\n}\nconst el = () => <div title=\"it's\">don't {list.map(x => <b key={x}>http://x</b>)} // no </div>\nmodule.exports.late = function () {}\n",
		[]string{"re 2-2", "half 3-3", "f 4-4", "A 5-9", "A.gen 6-6", "A.p 7-7", "A.arrow 8-8", "el 10-10", "late 11-11"}, []string{"./x"}},
	{JavaScript, "require and prototypes", "'use strict'\nconst { a, b: c } = require('./y')\nconst z = require('z')\n;(function () {\n  function inner () {}\n})()\nA.prototype.m = function () {\n}\nexports.f = () => 1\n",
		[]string{"z 3-3", "inner 5-5", "A.m 7-8", "f 9-9"}, []string{"./y", "z"}},
	{JavaScript, "functions of an object", "const o = {\n  a (x) { return { no () {} } },\n  async *b () {},\n  c: async (x) => x,\n  d: 1, e: f(function no () {}),\n  'q': 2\n}\nmodule.exports = { g, h () {}, i: function () {} }\nmodule.exports = async () => 1\n",
		[]string{"o 1-7", "o.a 2-2", "o.b 3-3", "o.c 4-4", "h 8-8", "i 8-8", "exports 9-9"}, nil},
	{TypeScript, "types and generics", "import type { T } from '../t';\nexport * from './all';\nexport interface I<K extends string = 'x'> { a(): void; b: { c: 1 } }\nexport type U = { x: 1 }\n  | 'y';\nexport enum E { A = 1 }\ndeclare module 'm' { export function q(x: number): void; }\nnamespace N { export const x = 1 }\nabstract class C<T> implements I<T> {\n  private x: number = 1;\n  constructor(private readonly y: string) { super() }\n  m<T>(a: { b: 1 }): Promise<T> { return a < b ? c : d }\n  abstract n(): void;\n}\nexport const fn = async <T,>(x: T): Promise<void> => {\n};\nfunction over(a: string): void;\nfunction over(a: any) {}\ntype Last = Map<string>\nexport interface After {}\ndeclare namespace D {\n  function one(a?: { b: 1 }): P<void>\n  function two(): void\n}\n",
		[]string{"I 3-3", "U 4-5", "E 6-6", "q 7-7", "N 8-8", "N.x 8-8", "C 9-14", "C.constructor 11-11", "C.m 12-12", "fn 15-16", "over 17-17", "over~2 18-18", "Last 19-19", "After 20-20", "D 21-24", "D.one 22-22", "D.two 23-23"}, []string{"../t", "./all"}},
	{Rust, "lifetimes, raw strings, nested comments", "use crate::{a::{self, B as C}, d::*};\npub mod m;\n/* /* fn no() {} */ } */\n/// doc\n#[derive(Debug)]\npub(crate) struct S<'a> { x: &'a str }\nimpl<'a, T: Fn() -> u8> Tr<T> for m::S<'a> where T: X {\n    fn f(&self) -> char { let _ = r#\"fn g() { \"#; let c = '{'; '\\'' }\n}\nfn g() -> [u8; { 1 }] { crate::z::q(); [0] }\nmacro_rules! mac { ($x:expr) => { fn no() {} } }\nconst K: &[u8] = b\"}\";\nmod tests { fn t() {} }\ntrait Q { fn need(&self); }\nstruct Unit;\nextern \"C\" { fn ext(); }\n",
		[]string{"S 3-6", "S.f 8-8", "g 10-10", "mac 11-11", "K 12-12", "tests 13-13", "tests.t 13-13", "Q 14-14", "Q.need 14-14", "Unit 15-15", "ext 16-16"},
		[]string{"crate::a", "crate::a::B", "crate::d::*", "m", "m::S", "crate::z::q"}},
	{Java, "annotations, generics, text blocks", "package a.b;\nimport java.util.*;\nimport static x.Y.z;\n/** Doc { */\n@Ann(v = \"class No {\")\npublic final class A<T extends B<C>> extends D<T> {\n  private static final Map<String, List<T>> M = new HashMap<>() {{ put(1, 2); }};\n  static { x(); }\n  @Override public <R> R get(int a, B<T> b) throws E { return \"\"\"\n    } class \"no\" \"\"\"; }\n  A() { this(1); }\n  abstract void n();\n  enum F { X, Y { void q() {} }; void g() {} }\n  record P(int x) { P { } }\n  @interface Q { int v() default 1; }\n}\n",
		[]string{"A 4-16", "A.M 7-7", "A.get 9-10", "A.A 11-11", "A.n 12-12", "A.F 13-13", "A.F.g 13-13", "A.P 14-14", "A.Q 15-15", "A.Q.v 15-15"}, []string{"java.util.*", "x.Y.z"}},
	{Kotlin, "templates and expression bodies", "package a.b\nimport c.d.E as F\nimport g.*\n@file:X\n/* /* */ fun no() {} */\nfun <T> List<T>.ext(x: (T) -> Unit): String = \"${ listOf(\"}\").map { \"fun no() {\" } }\"\n  .trim()\ndata class D(val a: Int, val b: String = \"{\") : E(), I by x {\n  companion object { const val K = 1 }\n  override fun `odd name`() { val s = \"\"\"fun no() { ${'$'} \"\"\" }\n  val p: Int get() = 1\n  constructor() : this(1) { }\n}\nobject O\ninterface I\ntypealias T = (Int) -> Unit\nval top by lazy { 1 }\n",
		[]string{"ext 4-7", "D 8-13", "D.Companion 9-9", "D.K 9-9", "D.odd name 10-10", "O 14-14", "I 15-15", "T 16-16", "top 17-17"}, []string{"c.d.E", "g.*"}},
	{C, "branches, macros, old habits", "#include <stdio.h>\n#include \"a/b.h\"\n#define MAX(a, b) \\\n  ((a) > (b))\n#ifndef X_H\n#define X_H\n#endif\n#if 0\nint no(void) { {\n#endif\n#ifdef A\nint f(int a) {\n#else\nint f(int a, int b) {\n#endif\n  if (x) { return '{'; }\n}\nstruct s { int x; } *p;\ntypedef struct { int y; } t;\ntypedef int (*cb)(int);\nstatic const char *names[] = { \"int no() {\", };\nstruct s *make(void) { return 0; }\nenum e { A, B };\nint proto(int);\nint new(int class) { return class; }\nAPI void (paren) (int x) { }\n",
		[]string{"MAX 3-4", "f 12-12", "f~2 14-17", "s 18-18", "t 19-19", "cb 20-20", "names 21-21", "make 22-22", "e 23-23", "new 25-25", "paren 26-26"}, []string{"<stdio.h>", "a/b.h"}},
	{C, "a header of C++", "#ifdef __cplusplus\nextern \"C\" {\n#endif\nclass A {\n  int m() { return 1; }\n};\n#ifdef __cplusplus\n}\n#endif\n", []string{"A 4-6", "A.m 5-5"}, nil},
	{CPP, "classes, raw strings, initialiser lists", "namespace a { namespace b::c {\ntemplate <typename T, int N = (1 > 0)>\nclass X final : public Y<T> {\n public:\n  X() : y_(1), z_{2} { f(); }\n  ~X();\n  int m() const override { return R\"x(})\" )x\"; }\n  bool operator==(const X& o) const { return 1'000; }\n};\n}}\nint a::X::n(int x) noexcept { return 0; }\na::X<int>::X() : y_{1} {}\nusing Z = int;\nTEST(Suite, Case) { }\nauto lam = [](int x) { return x; };\nconstexpr int kMax = 3;\nLOUD_MACRO(x)\nstatic void after() {}\n",
		[]string{"X 2-9", "X.X 5-5", "X.m 7-7", "X.operator== 8-8", "X.n 11-11", "X.X~2 12-12", "Z 13-13", "Suite.Case 14-14", "lam 15-15", "kMax 16-16", "after 18-18"}, nil},
	{CSharp, "verbatim, raw and interpolated strings", "using System;\nusing X = A.B;\nnamespace N.M {\n  [Attr(\"class No {\")]\n  public class C<T> : D where T : new() {\n    const string K = @\"c:\\\"\"{\";\n    public int P { get; set; } = 1;\n    public string Q => $\"{a[\"}\"]} {{ {b:x}\";\n    C() : base(1) { }\n    public async Task<T> M<U>(U u = default) where U : class { var s = \"\"\"\n  class No { \" }\n  \"\"\"; }\n    static C operator +(C a, C b) => a;\n    int this[int i] { get => 1; }\n#if A\n    void F() {\n#else\n    void F(int x) {\n#endif\n    }\n  }\n  record R(int X);\n  enum E { A }\n  delegate void G(int x);\n}\n",
		[]string{"C 4-21", "C.K 6-6", "C.P 7-7", "C.Q 8-8", "C.C 9-9", "C.M 10-12", "C.operator+ 13-13", "C.this 14-14", "C.F 16-16", "C.F~2 18-20", "R 22-22", "E 23-23", "G 24-24"}, []string{"System", "A.B", "N.M"}},
	{Ruby, "heredocs, modifiers, keywords as names", "require 'a/b'\nrequire_relative '../c'\n# doc\nmodule M\n  class A::B < C\n    LIST = %w[class def\n      end].freeze\n    def self.x(a) = a + 1\n    def y?(b)\n      return 1 if b\n      z = <<~EOS\n        def no\n        end\n      EOS\n      while b do b.end end\n      { if: 1, end: 2 }\n      /def (/ =~ \"#{ \"end\" }\"\n      x = if a then b else c end\n      y = w /2\n    end\n    private def p; end\n    class << self\n      def q; end\n    end\n    def +(o); end\n  end\nend\n__END__\ndef no; end\n",
		[]string{"M 3-27", "M.A.B 5-26", "M.A.B.LIST 6-7", "M.A.B.x 8-8", "M.A.B.y? 9-20", "M.A.B.p 21-21", "M.A.B.q 23-23", "M.A.B.+ 25-25"}, []string{"a/b", "../c"}},
	{PHP, "html, heredocs, groups", "<html>function no() {</html>\n<?php\nnamespace A\\B;\nuse C\\{D, E as F};\nuse function G\\h;\nrequire_once __DIR__ . '/x.php';\n/** doc */\n#[Attr]\nfinal class K extends L {\n  const Q = 'class No {';\n  public function m(array $a = []): ?string { return <<<EOT\n  function no() { {$a['x']}\n  EOT; }\n  abstract protected function n();\n}\nif (!function_exists('f')) { function f() { $g = function () {}; return \"{$a[\"}\"]}\"; } }\nenum S: string { case A = 'a'; }\n?>\n<p>it's</p>\n<?php function tail() {}\n",
		[]string{"K 7-15", "K.Q 10-10", "K.m 11-13", "K.n 14-14", "f 16-16", "S 17-17", "tail 20-20"}, []string{"C\\D", "C\\E", "G\\h", "/x.php"}},
	{Shell, "quotes, case patterns, heredocs", "#!/bin/sh\n. ./lib.sh\nsource \"$(dirname \"$0\")/more.sh\"\n# doc\nf() {\n  case $x in\n    a) echo \"}\" ;;\n    (b) echo '}' ;;\n  esac\n  cat <<EOF\n}\nEOF\n  echo ${x:-}} # }\n  (( x << y ))\n  cat <<-'Q R'\n}\n\tQ R\n  { echo; }\n}\nfunction g {\n  echo $(f \")\" `}`)\n}\nreadonly LIMIT=3\nh ()\n{\n  :\n}\n",
		[]string{"f 4-19", "g 20-22", "LIMIT 23-23", "h 24-27"}, []string{"./lib.sh", "$(dirname $0)/more.sh"}},
	{Swift, "raw strings and extensions", "import Foundation\n@testable import App\n/* /* */ func no() {} */\npublic final class A<T>: B where T: C {\n  static let k = #\"func no() { \"\\#(x(\"}\"))\"#\n  var p: Int { 1 }\n  init?(x: Int) { self.x = \"\\(y(\"}\"))\" }\n  func m<T>(_ a: T) async throws -> [T] { \"\"\"\n  func no() {\n  \"\"\" }\n  static func == (l: A, r: A) -> Bool { true }\n}\nextension A.B: C { func n() {} }\nprotocol Q { func need() }\nstruct S {}\nlet top = 1\n",
		[]string{"A 3-12", "A.k 5-5", "A.p 6-6", "A.init 7-7", "A.m 8-10", "A.== 11-11", "A.B 13-13", "A.B.n 13-13", "Q 14-14", "Q.need 14-14", "S 15-15", "top 16-16"}, []string{"Foundation", "App"}},
}

func TestNasty(t *testing.T) {
	for _, c := range nasty {
		t.Run(c.lang+"/"+c.name, func(t *testing.T) {
			suffix := map[string]string{C: "x.c", JavaScript: "x.jsx"}[c.lang]
			for _, crlf := range []bool{false, true} {
				src := c.src
				if crlf && !strings.Contains(src, "\r") {
					src = strings.ReplaceAll(src, "\n", "\r\n")
				}
				f := Parse(c.lang, suffix, []byte(src))
				checkFacts(t, c.lang, []byte(src), f)
				var symbols, imports []string
				for _, s := range f.Symbols {
					symbols = append(symbols, fmt.Sprintf("%s %d-%d", s.Name, s.Start, s.End))
				}
				for _, im := range f.Imports {
					imports = append(imports, im.Path)
				}
				if !slices.Equal(symbols, c.symbols) {
					t.Errorf("crlf %v: symbols\n got %q\nwant %q", crlf, symbols, c.symbols)
				}
				if !slices.Equal(imports, c.imports) {
					t.Errorf("crlf %v: imports\n got %q\nwant %q", crlf, imports, c.imports)
				}
			}
		})
	}
}

// TestHostile reads large hostile inputs in every language: the steps stay
// within the budget, or the reading ends soon behind it. Were the cutting into
// tokens or the shell worse than linear, this test would not end.
func TestHostile(t *testing.T) {
	const n = 50_000
	shapes := map[string]string{
		"brackets": "{", "parens": "(", "mixed": "([{", "closers": ")]}", "angles": "<", "tags": "<a>", "slashes": "/", "quotes": "\"", "back": "`",
		"holes": "`${", "interp": "\"${", "ruby": "\"#{", "swift": "\"\\(", "csharp": "$\"{", "heredoc": "<<A ", "comment": "/*", "classes": "class A {\n",
		"functions": "function f(){", "defs": "def f(\n", "ifs": "#if A\n", "ends": "end\n", "use": "use {a::{", "words": "a ", "generics": "f<a,", "dollar": "$(", "brace": "${",
		"percent": "%w(", "regexp": "x(/[", "at": "@a(", "namespace": "namespace a{", "eq": "a=", "case": "struct a ", "macro": "F(x)\n",
	}
	for name, unit := range shapes {
		src := []byte(strings.Repeat(unit+"", n/len(unit)))
		for i := 99; i < len(src); i += 100 { // no line is long
			if !strings.Contains(unit, "\n") && src[i] == ' ' {
				src[i] = '\n'
			}
		}
		for _, lang := range Languages() {
			text := append(slices.Clone(src), []byte(strings.Repeat("\n", len(src)))...)
			r := newReader(lang, "x.tsx", string(text), &Facts{})
			if lang == Shell {
				r.shell()
				continue
			}
			ok := r.declarations()
			if r.steps > r.most+len(r.toks) || ok != (r.steps <= r.most) {
				t.Errorf("%s of %s: %v with %d steps for %d tokens", name, lang, ok, r.steps, len(r.toks))
			}
		}
	}
}

func TestBudget(t *testing.T) {
	long := "var a = 1;" + strings.Repeat("function f(){}", 80_000)
	for name, src := range map[string]string{
		"minified": long, "huge": strings.Repeat("func f() {}\n", 400_000), "long line": strings.Repeat("x\n", 100) + "a = '" + strings.Repeat("x", 300<<10) + "'\n",
	} {
		for _, lang := range Languages() {
			if f := Parse(lang, "x", []byte(src)); f.Truncated == "" || len(f.Symbols)+len(f.Imports) > 0 {
				t.Errorf("%s of %s: %q, %d symbols", name, lang, f.Truncated, len(f.Symbols))
			}
		}
	}
	many := strings.Repeat("func f() {}\n", MaxSymbols+1)
	if f := Parse(Go, "x.go", []byte("package p\n"+many)); f.Truncated == "" || f.Symbols != nil {
		t.Errorf("too many symbols: %q", f.Truncated)
	}
	if f := Parse(Go, "x.go", []byte("package p\nfunc \xff() {}\n")); f.Package != "" || f.Symbols != nil {
		t.Errorf("not UTF-8: %+v", f)
	}
}
