package httpserver

import (
	"embed"
	"io/fs"
	"net/http"
	"strings"
)

//go:embed web
var webFiles embed.FS

// contentPolicy lets the page load its own files and talk to its own server,
// and nothing else: no inline script, no outside asset, no frame.
const contentPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func isAsset(path string) bool {
	_, err := fs.Stat(webFiles, "web/"+strings.TrimPrefix(path, "/"))
	return err == nil
}

// webPage serves the embedded files under their names and index.html at the root.
func webPage() (http.Handler, error) {
	files, err := fs.Sub(webFiles, "web")
	if err != nil {
		return nil, err
	}
	serve, others := http.FileServerFS(files), methodNotAllowed([]string{http.MethodGet})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			others.ServeHTTP(w, r)
			return
		}
		if r.URL.Path != "/" && !isAsset(r.URL.Path) {
			refuse(w, http.StatusNotFound, "not_found", "there is no such page")
			return
		}
		w.Header().Set("Content-Security-Policy", contentPolicy)
		w.Header().Set("Cache-Control", "no-cache")
		serve.ServeHTTP(w, r)
	}), nil
}
