package httpserver

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"majordomus/pkg/operation"
	"majordomus/pkg/stream"
)

// bigAnswer is larger than what buffers on the way hold.
func bigAnswer(context.Context, *operation.Env, operation.Nothing) (operation.Rendered, error) {
	return operation.Rendered{Text: strings.Repeat("much ", 8<<20)}, nil
}

func TestETagAnswers304UntilTheRepositoryChanges(t *testing.T) {
	s := start(t, nil)
	const path = "/api/v1/devcontext?issue=I0001"
	first := s.ask(t, http.MethodGet, path, "")
	tag := first.header.Get("ETag")
	if first.status != http.StatusOK || tag == "" {
		t.Fatalf("%d, ETag %q", first.status, tag)
	}
	for _, given := range []string{tag, strings.TrimPrefix(tag, "W/"), `"x", ` + tag, "*"} {
		if r := s.ask(t, http.MethodGet, path, "", "If-None-Match", given); r.status != http.StatusNotModified || r.body != "" {
			t.Errorf("If-None-Match %s: %d %q, want 304", given, r.status, r.body)
		}
	}
	if r := s.ask(t, http.MethodGet, "/api/v1/devcontext?issue=I0001&budget_tokens=300", "", "If-None-Match", tag); r.status != http.StatusOK {
		t.Errorf("another request under the same tag: %d, want 200", r.status)
	}
	put(t, s.dir, ".ai/repo/project/issues/I0003.yaml", "id: I0003\ntitle: new\nmilestone: m1\n")
	for {
		r := s.ask(t, http.MethodGet, path, "", "If-None-Match", tag)
		if r.status == http.StatusOK && r.header.Get("ETag") != tag {
			break
		}
	}
}

func TestABodyThatChangedSinceTheAnswerIsRefused(t *testing.T) {
	s := start(t, nil)
	answer := s.ask(t, http.MethodGet, "/api/v1/devcontext?issue=I0001", "").body
	put(t, s.dir, ".ai/repo/project/issues/I0001.yaml", "id: I0001\ntitle: new\nmilestone: m1\n")
	r := s.ask(t, http.MethodPost, "/api/v1/devcontext/render", `{"answer":`+answer+`}`)
	if r.status != http.StatusUnprocessableEntity || !strings.Contains(r.body, `"code":"changed_body"`) || !strings.Contains(r.body, "I0001.yaml") {
		t.Errorf("%d %s, want 422 that names the file", r.status, r.body)
	}
	if r := s.ask(t, http.MethodPost, "/api/v1/devcontext/render", `{"answer":`+answer+`,"allow_stale":true}`); r.status != http.StatusOK {
		t.Errorf("with allow_stale: %d", r.status)
	}
}

func TestAnswersAreCompressedAndHeadHasNoBody(t *testing.T) {
	s := start(t, nil)
	plain := s.ask(t, http.MethodGet, "/api/v1/devcontext?issue=I0001", "", "Accept-Encoding", "identity").body
	for name, open := range map[string]func(io.Reader) (io.Reader, error){
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"zstd": func(r io.Reader) (io.Reader, error) { return zstd.NewReader(r) },
	} {
		r := s.ask(t, http.MethodGet, "/api/v1/devcontext?issue=I0001", "", "Accept-Encoding", name)
		if r.header.Get("Content-Encoding") != name || !strings.Contains(r.header.Get("Vary"), "Accept-Encoding") {
			t.Errorf("%s: encoding %q, Vary %q", name, r.header.Get("Content-Encoding"), r.header.Get("Vary"))
			continue
		}
		in, err := open(strings.NewReader(r.body))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(in); err != nil || string(got) != plain {
			t.Errorf("%s: %v, another body", name, err)
		}
	}
	if r := s.ask(t, http.MethodHead, "/api/v1/devcontext?issue=I0001", ""); r.status != http.StatusOK || r.body != "" {
		t.Errorf("HEAD: %d %q", r.status, r.body)
	}
}

func TestListsComeRepeatedOrAsJSON(t *testing.T) {
	s := start(t, nil)
	want := s.ask(t, http.MethodPost, "/api/v1/devcontext", `{"paths":["lib","test"]}`).body
	for _, q := range []string{"paths=lib&paths=test", `paths=%5B%22lib%22%2C%22test%22%5D`} {
		if got := s.ask(t, http.MethodGet, "/api/v1/devcontext?"+q, "").body; got != want {
			t.Errorf("%s gives another answer:\n%s\n%s", q, got, want)
		}
	}
}

func TestStreamsAreWholeOrCut(t *testing.T) {
	broken := operation.Define(operation.Operation{ID: "test.broken", Summary: "break", Description: "Breaks.", HTTP: []operation.Route{{Method: http.MethodGet, Path: "/api/v1/broken"}}},
		[2]string{"In", "Out"}, bigAnswer)
	broken.Stream = func(_ context.Context, _ *operation.Env, _ any, w io.Writer) error {
		out, err := stream.NewWriter(w, stream.Header{Stream: stream.Index})
		if err != nil {
			return err
		}
		for range 1000 {
			if err := out.Record("note", map[string]string{"text": strings.Repeat("x", 1000)}); err != nil {
				return err
			}
		}
		return fmt.Errorf("the disk is gone")
	}
	s := start(t, func(o *Options) { o.Operations = append(o.Operations, broken) })
	for path, kind := range map[string]string{"/api/v1/devcontext?issue=I0001": stream.Walk, "/api/v1/index": stream.Index} {
		for _, encoding := range []string{"identity", "gzip"} {
			r := s.ask(t, http.MethodGet, path, "", "Accept", "application/x-ndjson", "Accept-Encoding", encoding)
			body := io.Reader(strings.NewReader(r.body))
			if encoding == "gzip" {
				var err error
				if body, err = gzip.NewReader(body); err != nil {
					t.Fatalf("%s: %v, %v", path, err, r.header)
				}
			}
			in := stream.NewReader(body, path, stream.ReaderOptions{})
			h, err := in.Header()
			if err != nil || h.Stream != kind || r.header.Get("Content-Type") != "application/x-ndjson" {
				t.Fatalf("%s: %v, header %+v, %v", path, err, h, r.header)
			}
			n := 0
			for _, err := range in.Records() {
				if err != nil {
					t.Fatal(err)
				}
				n++
			}
			if n == 0 || in.End().Fingerprint == "" {
				t.Errorf("%s: %d records, end %+v", path, n, in.End())
			}
		}
	}
	resp, err := http.Get(s.base + "/api/v1/broken")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	r, _ := http.NewRequest(http.MethodGet, s.base+"/api/v1/broken", nil)
	r.Header.Set("Accept", "application/x-ndjson")
	if resp, err = http.DefaultClient.Do(r); err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err == nil || bytes.Contains(data, []byte(`"record":"end"`)) || !bytes.Contains(data, []byte(`"record":"header"`)) {
		t.Errorf("a stream that fails came with %v and %d bytes", err, len(data))
	}
}

func TestMetricsCountByRoute(t *testing.T) {
	s := start(t, nil)
	for range 3 {
		s.ask(t, http.MethodGet, "/api/v1/devcontext?issue=I0001", "")
		s.ask(t, http.MethodGet, "/api/v1/objects/majordomus%3A%2F%2Fissue%2FI0001", "")
		s.ask(t, http.MethodGet, "/no/such/"+strings.Repeat("x", 20), "")
	}
	got := s.ask(t, http.MethodGet, "/metrics", "").body
	for _, want := range []string{
		`majordomus_http_requests_total{route="GET /api/v1/devcontext",status="200"} 3`,
		`majordomus_http_requests_total{route="GET /api/v1/objects/{uri...}",status="200"} 3`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("metrics lack %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "no/such") || strings.Contains(got, "I0001") {
		t.Error("metrics hold what a client wrote")
	}
}

func TestShutdownLetsRequestsFinish(t *testing.T) {
	begun, left := make(chan struct{}, 1), make(chan struct{}, 1)
	s := start(t, func(o *Options) { o.Operations = append(o.Operations, hang(begun, left)) })
	answered := make(chan error, 1)
	go func() {
		resp, err := http.Get(s.base + "/api/v1/hang")
		if err == nil {
			err = resp.Body.Close()
		}
		answered <- err
	}()
	<-begun
	if err := s.stop(); err != nil { // it never ends by itself, so it is cut after the grace
		t.Errorf("Serve: %v", err)
	}
	<-left
	<-answered
}

func TestPageIsServedWithAStrictPolicy(t *testing.T) {
	s := start(t, nil)
	r := s.ask(t, http.MethodGet, "/", "")
	for _, want := range []string{"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} {
		if !strings.Contains(r.header.Get("Content-Security-Policy"), want) {
			t.Errorf("the page's policy lacks %s", want)
		}
	}
	if strings.Contains(r.body, "http://") || strings.Contains(r.body, "https://") || strings.Contains(r.body, "style=") || strings.Contains(r.body, "onclick") {
		t.Error("the page names an outside asset, or an inline style or handler")
	}
	if r.header.Get("X-Content-Type-Options") != "nosniff" {
		t.Error("types are sniffed")
	}
	var doc struct{ OpenAPI string }
	if err := json.Unmarshal([]byte(s.ask(t, http.MethodGet, "/openapi.json", "").body), &doc); err != nil || doc.OpenAPI != "3.1.0" {
		t.Errorf("openapi %q, %v", doc.OpenAPI, err)
	}
}
