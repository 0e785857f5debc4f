package layer

import "strings"

// defaultMaxBytes is the size above which a file is not read.
const defaultMaxBytes = 4 << 20

// nameSet matches lower-case base names. Most patterns are a name, or "*" and a
// suffix from a dot on, which cost a look-up; only the rest is tried one by one,
// those with one "*" by their two ends.
type nameSet struct {
	whole  map[string]string // name to its rule
	suffix map[string]string // suffix from a dot on, to its rule
	globs  []ruledGlob
}

type ruledGlob struct {
	glob, rule string
	head, tail string // around the "*" when that is all there is
	simple     bool
}

func newRuledGlob(glob, rule string) ruledGlob {
	g := ruledGlob{glob: glob, rule: rule}
	g.head, g.tail, g.simple = strings.Cut(glob, "*")
	g.simple = g.simple && !HasGlob(g.head) && !HasGlob(g.tail)
	return g
}

func (g *ruledGlob) match(name string) bool {
	if g.simple {
		return len(name) >= len(g.head)+len(g.tail) && strings.HasPrefix(name, g.head) && strings.HasSuffix(name, g.tail)
	}
	return matchSegment(g.glob, name)
}

// match gives the pattern a name falls under and its rule, or "".
func (s *nameSet) match(lower string) (pattern, rule string) {
	if r, ok := s.whole[lower]; ok {
		return lower, r
	}
	for i := strings.IndexByte(lower, '.'); i >= 0; {
		if r, ok := s.suffix[lower[i:]]; ok {
			return "*" + lower[i:], r
		}
		j := strings.IndexByte(lower[i+1:], '.')
		if j < 0 {
			break
		}
		i += 1 + j
	}
	for i := range s.globs {
		if g := &s.globs[i]; g.match(lower) {
			return g.glob, g.rule
		}
	}
	return "", ""
}

func (s *nameSet) add(rule string, patterns ...string) {
	if s.whole == nil {
		s.whole, s.suffix = map[string]string{}, map[string]string{}
	}
	for _, p := range patterns {
		p = strings.ToLower(p)
		switch body, ok := strings.CutPrefix(p, "*"); {
		case !HasGlob(p):
			s.whole[p] = rule
		case ok && strings.HasPrefix(body, ".") && !HasGlob(body):
			s.suffix[body] = rule
		default:
			s.globs = append(s.globs, newRuledGlob(p, rule))
		}
	}
}

// defaultScope is the scope without a scope.yaml; one that is written adds to
// it and can switch rules off.
func defaultScope() *scopeRules {
	s := &scopeRules{maxBytes: defaultMaxBytes, suffixes: map[string]string{}, off: map[string]bool{}, trees: map[string]bool{}}
	for rule, list := range binarySuffixes() {
		for _, suffix := range strings.Fields(list) {
			s.suffixes["."+suffix] = rule
		}
	}
	s.names.add("lock_file", strings.Fields(`package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock
		bun.lockb deno.lock cargo.lock go.sum go.work.sum poetry.lock pipfile.lock pdm.lock uv.lock conda-lock.yml pixi.lock
		composer.lock gemfile.lock podfile.lock cartfile.resolved package.resolved mix.lock rebar.lock pubspec.lock
		flake.lock gradle.lockfile packages.lock.json paket.lock stack.yaml.lock cabal.project.freeze .terraform.lock.hcl
		module.bazel.lock buf.lock chart.lock`)...)
	s.names.add("generated", strings.Fields(`*.min.js *.min.mjs *.min.css *-min.js *.bundle.js *.chunk.js *.js.map *.css.map *.mjs.map
		*.pb.go *.pb.gw.go *_pb2.py *_pb2_grpc.py *.pb.cc *.pb.h *.pb.swift *_pb.js *_pb.d.ts *.g.dart *.freezed.dart
		zz_generated.* *_generated.go *.generated.* *.designer.cs *.g.cs *.snap`)...)
	s.secrets.add("secret", strings.Fields(`.env* *.pem *.key *.p12 *.pfx *.pkcs12 *.jks *.keystore *.ppk *.kdbx *.gpg *.pgp
		id_rsa id_dsa id_ecdsa id_ed25519 *_rsa *_dsa *_ecdsa *_ed25519 .netrc _netrc .pypirc .htpasswd .git-credentials
		.dockercfg .pgpass secring.* credentials.json client_secret*.json service-account*.json *.tfstate *.tfstate.backup`)...)
	for _, tree := range strings.Fields(`node_modules bower_components jspm_packages vendor third_party third-party
		site-packages .venv venv Pods Carthage .yarn .pnp elm-stuff __pycache__ .terraform`) {
		s.trees[tree] = true
	}
	return s
}

func (s *scopeRules) outPath(pattern string) {
	body, in := strings.CutPrefix(pattern, "!")
	s.paths = append(s.paths, scopePath{rule: pattern, glob: NewGlob(scopeGlob(body)), in: in})
}

// scopeGlob reads an entry of scope.yaml: a folder stands for what is under it,
// and a name without a slash matches at any depth.
func scopeGlob(p string) string {
	p = strings.TrimPrefix(p, "./")
	if dir, ok := strings.CutSuffix(p, "/"); ok {
		if !strings.Contains(dir, "/") {
			return "**/" + dir + "/**"
		}
		return strings.TrimPrefix(dir, "/") + "/**"
	}
	if !strings.Contains(p, "/") && p != "**" {
		return "**/" + p
	}
	return strings.TrimPrefix(p, "/")
}

// binarySuffixes are the suffixes of files that hold no text, by rule.
func binarySuffixes() map[string]string {
	return map[string]string{
		"archive":       "zip tar tgz tbz2 txz gz bz2 xz zst lz4 7z rar jar war ear whl egg gem nupkg deb rpm apk dmg iso cab cpio crate",
		"image":         "png jpg jpeg gif bmp ico icns tif tiff webp avif heic psd xcf ai eps raw cr2 svg svgz",
		"video":         "mp4 m4v mov avi mkv webm mpg mpeg wmv flv mp3 wav flac ogg oga m4a aac opus aiff mid",
		"pdf":           "pdf ps djvu epub mobi doc docx xls xlsx ppt pptx odt ods odp",
		"database_dump": "sqlite sqlite3 db db3 mdb dump dmp bak sql.gz sql.bz2 sql.xz sql.zst rdb parquet avro orc arrow feather mmdb",
		"binary": "exe dll so dylib a o obj lib class pyc pyo pyd beam elc wasm bin dat pak bc ko woff woff2 ttf otf eot pack idx" +
			" npy npz pkl pickle pt pth onnx h5 safetensors gguf pb model tflite ckpt swf fla blend fbx glb stl der crt cer p7b",
	}
}

// textSuffix reports whether a suffix is known to hold text, so that a stray
// NUL does not make a file binary.
func textSuffix(ext string) bool {
	switch ext {
	case ".md", ".markdown", ".mdx", ".mdc", ".rst", ".adoc", ".asciidoc", ".txt", ".yaml", ".yml", ".json", ".jsonl", ".toml",
		".xml", ".html", ".htm", ".css", ".csv", ".tsv", ".go", ".py", ".rs", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".java",
		".kt", ".kts", ".scala", ".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".rb", ".php", ".swift", ".sh", ".bash", ".sql", ".proto",
		".lua", ".pl", ".r", ".jl", ".ex", ".exs", ".erl", ".hs", ".ml", ".clj", ".dart", ".zig", ".nix", ".tf", ".hcl":
		return true
	}
	return false
}
