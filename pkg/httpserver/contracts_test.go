package httpserver

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"majordomus/pkg/operation"
)

const (
	resolvePath = "/api/v1/task/resolve"
	reviewPath  = "/api/v1/task/review"
	checkPath   = "/api/v1/routes/check"
	packPath    = "/api/v1/fragments/compile"
	explainPath = "/api/v1/fragments/explain"
	turnsPath   = "/api/v1/fragments/transcript"
)

// bind is a route index that binds lib/thing.sh to a node.
func bind(node string) string {
	return `{"schema_version":"v1","source_hash":"h","by_path":{"lib/thing.sh":[{"node_id":"` + node + `","reason":"r","provenance":"p"}]}}`
}

// TestTasksRoutesAndFragmentsOverHTTP holds every answer and refusal to its
// status and stable code, and to the document.
func TestTasksRoutesAndFragmentsOverHTTP(t *testing.T) {
	s := start(t, nil)
	_, router := document(t, s)
	here := `"task":{"scope":["lib/thing.sh"]}`
	for _, c := range []struct {
		path, body string
		status     int
		want       string
	}{
		{resolvePath, `{` + here + `,"routes":` + bind("adr-0001") + `}`, 200, `"status":"resolved"`},
		{resolvePath, `{` + here + `,"format":"md"}`, 200, `"rendered":"# Task context`},
		{resolvePath, `{` + here + `,"base":"HEAD"}`, 200, `"changed_paths":[]`},
		{resolvePath, `{` + here + `,"routes":` + bind("gone") + `}`, 404, `"code":"required_node_unavailable"`},
		{resolvePath, `{` + here + `,"routes":` + bind("gone") + `}`, 404, `"errors":[{"node_id":"gone"`},
		{resolvePath, `{` + here + `,"routes":{"by_path":1}}`, 400, `"code":"route_index_invalid"`},
		{resolvePath, `{` + here + `,"routes":{"by_path":1}}`, 400, `"errors":[{"code":"schema_validation"`},
		{resolvePath, `{"task":[]}`, 400, `"code":"invalid_task"`},
		{resolvePath, `{"task":{"task_id":"a/b"}}`, 400, `"code":"invalid_task_id"`},
		{resolvePath, `{"task":{"phase":1.5}}`, 400, `"code":"invalid_phase"`},
		{resolvePath, `{"task":{},"role":"x"}`, 400, `"code":"invalid_role"`},
		{resolvePath, `{"task":{},"changed":[],"head":"x"}`, 400, `"code":"ambiguous_diff_inputs"`},
		{resolvePath, `{"task":{},"base":"nowhere"}`, 400, `"code":"invalid_diff"`},
		{resolvePath, `{"task":{},"max_depth":-1}`, 400, `"code":"invalid_input"`},
		{resolvePath, `{"task":{},"manifest":"m.json"}`, 400, `"code":"invalid_input"`},
		{resolvePath, `{"task":{},"output":"c.md"}`, 400, `"code":"invalid_input"`},
		{reviewPath, `{` + here + `,"changed":["lib/thing.sh"]}`, 200, `"status":"reviewed"`},
		{reviewPath, `{` + here + `}`, 200, `"empty_diff_fallback":true`},
		{reviewPath, `{"task":{"title":1}}`, 400, `"code":"invalid_task"`},
		{checkPath, `{"routes":` + bind("adr-0001") + `}`, 200, `"ok":`},
		{checkPath, `{"routes":` + bind("gone") + `}`, 200, `"code":"missing_graph_node"`},
		{checkPath, `{"text":"by_path: [","no_graph":true}`, 200, `"code":"route_index_parse_error"`},
		{checkPath, `{}`, 400, `"code":"invalid_input"`},
		{checkPath, `{"text":"{}","as":"toml"}`, 400, `"code":"invalid_input"`},
		{packPath, `{"query":"","token_budget":50,"fragments":[{"id":18446744073709551615,"content":"Never push."}]}`, 200, `"fragment_id":18446744073709551615`},
		{packPath, `{"query":"","token_budget":50,"fragments":[],"later":1}`, 200, `"warnings":["unknown key \"later\" is ignored"]`},
		{packPath, `{"query":"","token_budget":5,"fragments":[],"policy":{"response_reserve_tokens":5}}`, 400, `"code":"budget_exhausted"`},
		{packPath, `{"query":"","token_budget":10000001,"fragments":[]}`, 400, `"code":"over_limit"`},
		{packPath, `{"query":"","token_budget":5,"fragments":[{"content":"a","metadata":{"k":"` + strings.Repeat("x", 70000) + `"}}]}`, 400, `"code":"metadata_too_large"`},
		{packPath, `{"query":"","token_budget":5,"fragments":[{"path":"/etc/passwd"}]}`, 400, `"code":"ingest_disabled"`},
		{packPath, `{"query":"","token_budget":5,"fragments":[{}]}`, 400, `"code":"invalid_fragment"`},
		{packPath, `{"query":"","token_budget":5,"fragments":[{"media":{"mime":"image/png","bytes_b64":"!"}}]}`, 400, `"code":"invalid_media"`},
		{packPath, `{"query":"","query":"","token_budget":5,"fragments":[]}`, 400, `"code":"invalid_input"`},
		{explainPath, `{"query":"","token_budget":50,"fragments":[{"content":"a"}]}`, 200, `"packing":[`},
		{explainPath, `[]`, 400, `"code":"invalid_input"`},
		{turnsPath, `{"query":"","token_budget":50,"transcript":"system: a\nuser: b\n"}`, 200, `"kind":"cache"`},
		{turnsPath, `{"query":"","token_budget":50,"transcript":"x","format":"blocks"}`, 400, `"code":"segmentation"`},
		{turnsPath, `{"query":"","token_budget":50}`, 400, `"code":"invalid_input"`},
	} {
		r := s.ask(t, http.MethodPost, c.path, c.body)
		if r.status != c.status || !strings.Contains(r.body, c.want) {
			t.Errorf("%s %.120s: %d, want %d with %s\n%.600s", c.path, c.body, r.status, c.status, c.want, r.body)
		}
		holds(t, s, router, http.MethodPost, c.path, c.body)
	}
	if r := s.ask(t, http.MethodGet, packPath, ""); r.status != http.StatusMethodNotAllowed {
		t.Errorf("GET: %d", r.status)
	}
}

// TestGitThatFailsKeepsItsCode: what went wrong is told by its code alone.
func TestGitThatFailsKeepsItsCode(t *testing.T) {
	s := start(t, nil)
	if err := os.RemoveAll(filepath.Join(s.dir, ".git")); err != nil {
		t.Fatal(err)
	}
	r := s.ask(t, http.MethodPost, resolvePath, `{"task":{},"base":"HEAD"}`)
	if r.status != http.StatusInternalServerError || !strings.Contains(r.body, `"code":"git_unavailable"`) || strings.Contains(r.body, s.dir) {
		t.Errorf("%d %s", r.status, r.body)
	}
}

// TestFragmentsAreReadUnderRootsAndKeptInAStore: both are the server's to
// declare.
func TestFragmentsAreReadUnderRootsAndKeptInAStore(t *testing.T) {
	roots, store := t.TempDir(), t.TempDir()
	file, outside := filepath.Join(roots, "in.txt"), filepath.Join(t.TempDir(), "out.txt")
	for _, f := range []string{file, outside} {
		if err := os.WriteFile(f, []byte("some text\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := start(t, func(o *Options) {
		env, err := operation.NewEnv(operation.Settings{IngestRoots: roots, FragmentStore: store})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(env.Close)
		o.Env = env
	})
	request := func(path string) string {
		name, _ := json.Marshal(path)
		return `{"query":"","token_budget":1,"fragments":[{"path":` + string(name) + `}]}`
	}
	r := s.ask(t, http.MethodPost, packPath, request(file))
	if r.status != http.StatusOK || !strings.Contains(r.body, `"retrieval_handles":[{"handle":"ctx://source/`) {
		t.Errorf("%d %s", r.status, r.body)
	}
	if kept, err := filepath.Glob(filepath.Join(store, "*", "*")); err != nil || len(kept) != 1 {
		t.Errorf("kept %v, %v", kept, err)
	}
	there, none := s.ask(t, http.MethodPost, packPath, request(outside)), s.ask(t, http.MethodPost, packPath, request(outside+".none"))
	if there.status != http.StatusBadRequest || !strings.Contains(there.body, `"code":"ingest_outside_roots"`) || there.body != none.body {
		t.Errorf("a file outside: %s\nno file: %s", there.body, none.body)
	}
}
