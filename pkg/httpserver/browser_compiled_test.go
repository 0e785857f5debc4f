package httpserver

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// set puts a text into a field as typing does.
func (b *tab) set(selector, text string) {
	b.t.Helper()
	raw, err := json.Marshal(text)
	if err != nil {
		b.t.Fatal(err)
	}
	eval[bool](b, `(() => { const f = document.querySelector("`+selector+`"); f.value = `+string(raw)+`; f.dispatchEvent(new Event("input", {bubbles: true})); return true })()`)
}

func TestPageCompilesCapsules(t *testing.T) {
	s := start(t, nil)
	folder := t.TempDir()
	capsule := s.ask(t, "POST", "/api/context/build", `{"goal":"what the thing declares","budgetTokens":9000}`).body
	var want struct{ Markdown string }
	if err := json.Unmarshal([]byte(s.ask(t, "POST", "/api/context/compiled/preview", `{"capsule":`+capsule+`,"budgetTokens":12000}`).body), &want); err != nil || want.Markdown == "" {
		t.Fatal(err, "no artifact")
	}
	b := browse(t, s, "/#compiled", command(browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder}))
	b.set("#capsule", capsule)
	b.set("#tokens", "12000")
	b.do(chromedp.Click(chromedp.CSS("#compiled button[type=submit]")))
	b.until(`/^Verified/.test(document.querySelector("#compiled-status").textContent)`)
	if got := eval[string](b, `document.querySelector("#markdown").textContent`); got != want.Markdown {
		t.Errorf("the page shows another artifact than the server gives")
	}
	b.do(chromedp.Click(chromedp.CSS("#compiled-result ol button")))
	if got := b.text("#compiled-result ol pre"); !strings.Contains(got, "thing") {
		t.Errorf("a citation shows %q", got)
	}
	b.shoot("compiled")
	b.do(chromedp.Click(chromedp.CSS("#download-artifact")))
	b.until(`true`)
	deadline := time.Now().Add(20 * time.Second)
	for {
		if data, err := os.ReadFile(filepath.Join(folder, "context.gno-context.md")); err == nil && string(data) == want.Markdown {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the download is not the server's artifact")
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.set("#artifact", want.Markdown)
	if got := eval[int](b, `document.querySelector("#compiled-result").childElementCount`); got != 0 {
		t.Error("an edit of an input left the preview")
	}
	b.do(chromedp.Click(chromedp.CSS("#check")))
	b.until(`document.querySelector("#compiled-status").textContent === "current"`)
	b.set("#artifact", strings.Replace(want.Markdown, "thing", "thong", 1))
	b.do(chromedp.Click(chromedp.CSS("#check")))
	b.until(`/^(conflict|unverifiable)/.test(document.querySelector("#compiled-status").textContent)`)
	b.set("#capsule", "{")
	b.do(chromedp.Click(chromedp.CSS("#check")))
	b.until(`/not JSON/.test(document.querySelector("#compiled-status").textContent)`)
	b.clean()
}

func TestCompiledPageFitsANarrowDarkScreen(t *testing.T) {
	s := start(t, nil)
	b := browse(t, s, "/#compiled", chromedp.EmulateViewport(360, 780, chromedp.EmulateScale(2)),
		command(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}}))
	b.set("#capsule", s.ask(t, "POST", "/api/context/build", `{"goal":"what the thing declares","budgetTokens":9000}`).body)
	b.do(chromedp.Click(chromedp.CSS("#compiled button[type=submit]")))
	b.until(`/^Verified/.test(document.querySelector("#compiled-status").textContent)`)
	if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("the page is %d pixels wide on a screen of 360", wide)
	}
	b.shoot("compiled-narrow-dark")
	b.clean()
}
