package httpserver

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tab is a page of a headless Chromium and what it complained about.
type tab struct {
	t   *testing.T
	ctx context.Context
	mu  sync.Mutex
	bad []string
}

func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if testing.Short() {
		t.SkipNow()
	}
	t.Fatal("there is no Chromium to open the page in: install it (apt-get install chromium, or run .ci/run), or test with -short")
	return ""
}

// ready is a step before the page is opened.
type ready = chromedp.Action[chromedp.Void]

// command is a protocol command as such a step.
func command[P, R any](c cdp.Command[P, R], params P) ready {
	return func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, c, params)
		return chromedp.Void{}, err
	}
}

// press is a key as a keyboard sends it: what prevents it prevents its text.
func press(key, text string, code int64) ready {
	return command(input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "keyDown", Key: key, Code: key, Text: text, WindowsVirtualKeyCode: code})
}

// browse opens the page of a server.
func browse(t *testing.T, s *served, path string, with ...ready) *tab {
	t.Helper()
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1200, 900),
		chromedp.WSURLReadTimeout(2*time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), o...)
	t.Cleanup(cancel)
	b := &tab{t: t}
	ctx, stop := chromedp.NewContext(ctx, chromedp.WithListener(b.listen))
	t.Cleanup(stop)
	if err := chromedp.Do(ctx, command(log.Enable, cdp.Empty{})); err != nil {
		t.Fatal(err)
	}
	ctx, done := context.WithTimeout(ctx, 2*time.Minute) // a page that hangs fails the test
	t.Cleanup(done)
	b.ctx = ctx
	b.do(append(with, chromedp.Navigate(s.base+path))...)
	b.until(`document.querySelector("#repo").textContent.includes("objects") || document.querySelector("#token").open`) // its script has started
	return b
}

func (b *tab) listen(event any) {
	complaint := ""
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		complaint = e.ExceptionDetails.Text
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" {
			complaint = "console error"
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" && !strings.Contains(e.Entry.Text, "Failed to load resource") {
			complaint = e.Entry.Text
		}
	case *page.EventJavascriptDialogOpening:
		complaint = "a dialog: " + e.Message
	}
	if complaint != "" {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.bad = append(b.bad, complaint)
	}
}

func (b *tab) do(steps ...ready) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatalf("%v; the page complained of %v", err, b.bad)
	}
}

// clean fails on an exception, a console error or a violated policy.
func (b *tab) clean() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.bad {
		b.t.Error(c)
	}
}

func (b *tab) text(selector string) string {
	b.t.Helper()
	s, err := chromedp.Run(b.ctx, chromedp.Text(chromedp.CSS(selector)))
	if err != nil {
		b.t.Fatal(err)
	}
	return s
}

// eval gives the value of a script, or of what it promises.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%v in %s", err, script)
	}
	return v
}

// until waits for a script to give true.
func (b *tab) until(script string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](script, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(time.Minute))); err != nil {
		b.t.Fatalf("%v: %s; the page complained of %v, and says %q", err, script, b.bad, eval[string](b, `document.querySelector("#status").textContent`))
	}
}

// shoot keeps a picture in MAJORDOMUS_SHOTS, for a person to look at.
func (b *tab) shoot(name string) {
	b.t.Helper()
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if len(png) < 1000 {
		b.t.Errorf("the picture %s has %d bytes", name, len(png))
	}
	if dir := os.Getenv("MAJORDOMUS_SHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), png, 0o600); err != nil {
			b.t.Fatal(err)
		}
	}
}

const compiledReady = `document.querySelector("#answer").getAttribute("aria-busy") === "false" && /^Compiled/.test(document.querySelector("#status").textContent)`

func (b *tab) compile(issue string) {
	b.t.Helper()
	b.do(chromedp.SetValue(chromedp.CSS("#issue"), issue), chromedp.Click(chromedp.CSS("#request button[type=submit]")))
	b.until(compiledReady)
}

func TestPageCompilesExplainsAndSpendsAgain(t *testing.T) {
	s := start(t, nil)
	b := browse(t, s, "/")
	b.compile("I0001")
	if got := b.text("#view-selected"); !strings.Contains(got, "Declare the thing") {
		t.Errorf("selected shows %q", got)
	}
	b.shoot("context")
	if parts := eval[int](b, `document.querySelectorAll("#bar span").length`); parts < 2 {
		t.Errorf("the bar has %d parts", parts)
	}

	eval[bool](b, `(() => { const r = document.querySelector("#slider"); r.value = "200"; r.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
	b.until(`/^Spent again under 200/.test(document.querySelector("#status").textContent)`)
	if got := b.text("#numbers"); !strings.Contains(got, "of 200 tokens") {
		t.Errorf("the numbers say %q", got)
	}
	b.do(chromedp.Click(chromedp.CSS("#tab-excluded")))
	if got := b.text("#view-excluded"); !strings.Contains(got, "budget") || !strings.Contains(got, "lets it in") {
		t.Errorf("left out shows %q", got)
	}
	b.shoot("excluded")

	b.do(chromedp.Click(chromedp.CSS("#view-excluded button.name")), chromedp.WaitVisible(chromedp.CSS("#explain")))
	b.until(`document.querySelector("#explain-body dl") !== null`)
	if got := b.text("#explain-body"); !strings.Contains(got, "excluded") {
		t.Errorf("explain shows %q", got)
	}
	b.shoot("explain")
	b.do(chromedp.Click(chromedp.CSS("#explain form button")))

	b.do(chromedp.Click(chromedp.CSS("#tab-graph")))
	nodes, edges := eval[int](b, `document.querySelectorAll("#view-graph .node").length`), eval[int](b, `document.querySelectorAll("#view-graph .edge").length`)
	if nodes < 3 || edges < 1 {
		t.Errorf("the graph has %d nodes and %d edges", nodes, edges)
	}
	b.shoot("graph")
	b.do(chromedp.Click(chromedp.CSS("#tab-notes")))
	b.shoot("notes")
	b.clean()
}

func TestPagePromptIsCopiedAndDownloaded(t *testing.T) {
	s := start(t, nil)
	folder := t.TempDir()
	b := browse(t, s, "/", command(browser.SetPermission, browser.SetPermissionParams{Permission: &browser.PermissionDescriptor{Name: "clipboard-write"}, Setting: browser.PermissionSettingGranted}),
		command(browser.SetPermission, browser.SetPermissionParams{Permission: &browser.PermissionDescriptor{Name: "clipboard-read"}, Setting: browser.PermissionSettingGranted}),
		command(browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder}))
	b.compile("I0001")
	b.do(chromedp.Click(chromedp.CSS("#tab-prompt")), chromedp.WaitVisible(chromedp.CSS("#view-prompt pre")))
	var want struct{ Text string }
	if err := json.Unmarshal([]byte(s.ask(t, "POST", "/api/v1/devcontext/render", `{"request":{"issue":"I0001"}}`).body), &want); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Click(chromedp.CSS("#copy")))
	b.until(`document.querySelector("#copy").textContent === "Copied"`)
	if copied := eval[string](b, `navigator.clipboard.readText()`); copied != want.Text {
		t.Errorf("what was copied is not the prompt:\n%q\n%q", copied, want.Text)
	}
	b.shoot("prompt")
	b.do(chromedp.Click(chromedp.CSS("#download")))
	for range 500 {
		if data, err := os.ReadFile(filepath.Join(folder, "context.md")); err == nil && string(data) == want.Text {
			b.clean()
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Error("the download is not the prompt")
}

func TestPageWorksByKeyboardAlone(t *testing.T) {
	s := start(t, nil)
	b := browse(t, s, "/")
	focused := func() string {
		return eval[string](b, `document.activeElement.id || document.activeElement.textContent`)
	}
	for range 12 { // skip link, two pages, then the form
		b.do(chromedp.KeyEvent(kb.Tab))
		if focused() == "issue" {
			break
		}
	}
	if focused() != "issue" {
		t.Fatalf("the form is not reached: %q has the focus", focused())
	}
	b.do(chromedp.KeyEvent("I0001"), chromedp.KeyEvent(kb.Enter))
	b.until(compiledReady)
	for range 40 {
		b.do(chromedp.KeyEvent(kb.Tab))
		if focused() == "slider" {
			break
		}
	}
	if focused() != "slider" {
		t.Fatalf("the slider is not reached: %q has the focus", focused())
	}
	b.do(chromedp.KeyEvent(kb.Home))
	b.until(`/^Spent again under 1 /.test(document.querySelector("#status").textContent)`)
	b.do(chromedp.KeyEvent(kb.End))
	b.until(`/^Spent again under \d{2}/.test(document.querySelector("#status").textContent)`)
	b.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.ArrowRight))
	if focused() != "tab-graph" {
		t.Errorf("two arrows on the tabs lead to %q", focused())
	}
	for range 6 { // the panel, what scrolls in it, then its nodes
		b.do(chromedp.KeyEvent(kb.Tab))
		if eval[bool](b, `document.activeElement.getAttribute("role") === "button" && document.activeElement.matches(".node")`) {
			break
		}
	}
	b.do(press("Enter", "\r", 13))
	b.until(`document.querySelector("#explain").open`)
	b.do(chromedp.KeyEvent(kb.Escape))
	b.until(`!document.querySelector("#explain").open`)
	b.clean()
}

func TestPageCompletesPaths(t *testing.T) {
	s := start(t, nil)
	b := browse(t, s, "/")
	b.do(chromedp.Focus(chromedp.CSS("#paths")), chromedp.KeyEvent("li"))
	b.until(`!document.querySelector("#path-options").hidden`)
	b.do(chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowDown), press("Enter", "\r", 13))
	if value := eval[string](b, `document.querySelector("#paths").value`); value != "lib/thing.sh" {
		t.Errorf("completed to %q", value)
	}
	b.clean()
}

// TestPageFitsItsScreen: 360 or 1280 px wide, light or dark, nothing is wider
// than the screen.
func TestPageFitsItsScreen(t *testing.T) {
	s := start(t, nil)
	for _, screen := range []struct {
		name, scheme string
		width        int64
	}{{"narrow-light", "light", 360}, {"narrow-dark", "dark", 360}, {"wide-light", "light", 1280}, {"wide-dark", "dark", 1280}} {
		b := browse(t, s, "/", chromedp.EmulateViewport(screen.width, 780, chromedp.EmulateScale(2)),
			command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: screen.scheme}}}))
		if moved := eval[float64](b, `(() => { const at = () => document.querySelector("#request").getBoundingClientRect().top, r = document.querySelector("#repo"), text = r.textContent, full = at(); r.textContent = ""; const empty = at(); r.textContent = text; return full - empty })()`); moved != 0 {
			t.Errorf("%s: the form moves by %v px when the repository is named", screen.name, moved)
		}
		b.compile("I0001")
		for _, view := range []string{"selected", "excluded", "graph", "prompt", "notes"} {
			b.do(chromedp.Click(chromedp.CSS("#tab-" + view)))
			b.until(`!document.querySelector("#view-` + view + `").hidden`)
			if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > int(screen.width) {
				t.Errorf("%s, %s: the page is %d px wide", screen.name, view, wide)
			}
			b.shoot(screen.name + "-" + view)
		}
		b.do(chromedp.Click(chromedp.CSS(`nav a[data-page=compiled]`)), chromedp.WaitVisible(chromedp.CSS("#page-compiled")))
		if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > int(screen.width) {
			t.Errorf("%s: the compiled page is %d px wide", screen.name, wide)
		}
		b.shoot(screen.name + "-compiled")
		b.clean()
	}
}

// TestPageShowsHostileTextAsText: markup, scripts and controls in names and
// bodies do nothing.
func TestPageShowsHostileTextAsText(t *testing.T) {
	s := start(t, nil)
	put(t, s.dir, ".ai/repo/project/issues/I0666.yaml", "id: I0666\ntitle: '<img src=x onerror=alert(1)><script>alert(2)</script>'\nmilestone: m1\nscope:\n  - docs\ndescription: '</script><svg onload=alert(3)>'\n")
	put(t, s.dir, "docs/<img src=x onerror=alert(4)>.md", "# </pre><script>alert(5)</script>\n\n\x1b[2J ```` ~~~ </textarea> javascript:alert(6)\n")
	put(t, s.dir, "docs/a\u202egnp.md", "# Right to left\n")
	b := browse(t, s, "/")
	b.compile("I0666")
	if got := b.text("#view-selected"); !strings.Contains(got, "<script>alert(2)</script>") {
		t.Errorf("the title is not shown as it is: %q", got)
	}
	all := eval[string](b, `document.body.textContent`)
	if strings.ContainsAny(all, "\u202e\x1b") || !strings.Contains(all, "<U+202E>") {
		t.Error("a direction override or an escape stands raw in the page")
	}
	b.shoot("hostile")
	for _, view := range []string{"excluded", "graph", "notes", "prompt"} {
		b.do(chromedp.Click(chromedp.CSS("#tab-" + view)))
	}
	b.do(chromedp.WaitVisible(chromedp.CSS("#view-prompt pre")))
	b.do(chromedp.Click(chromedp.CSS("#tab-selected")), chromedp.Click(chromedp.CSS("#view-selected button.name")))
	b.until(`document.querySelector("#explain-body dl") !== null`)
	images, scripts := eval[int](b, `document.querySelectorAll("img, svg[onload], main script").length`), eval[int](b, `document.scripts.length`)
	if images != 0 || scripts != 1 {
		t.Errorf("%d elements of the repository's text and %d scripts are in the page", images, scripts)
	}
	b.clean()
}

func TestPageAsksForTheToken(t *testing.T) {
	const token = "0123456789abcdef0123"
	s := start(t, func(o *Options) { o.Guard = Guard{Token: token, Loopback: true} })
	b := browse(t, s, "/")
	b.do(chromedp.WaitVisible(chromedp.CSS("#token")))
	b.shoot("token")
	b.do(chromedp.SendKeys(chromedp.CSS("#token-value"), "wrong"+kb.Enter))
	b.until(`document.querySelector("#token-status").textContent !== ""`)
	b.until(`document.querySelector("#token").open`)
	b.do(chromedp.SendKeys(chromedp.CSS("#token-value"), token+kb.Enter))
	b.until(`document.querySelector("#repo").textContent.includes("objects")`)
	b.compile("I0001")
	b.clean()
}
