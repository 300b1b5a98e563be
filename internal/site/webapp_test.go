package site

import (
	"io"
	"log/slog"
	"testing"
	"testing/fstest"

	"limelight/internal/settings"
)

// named is a site as its operator calls it.
type named struct {
	Source
	now settings.Current
}

func (n named) Settings(string) settings.Current { return n.now }

// A phone that is told to keep the site opens it as an app of the operator's name.
func TestWebApp(t *testing.T) {
	now := defaultsFor(t)
	now.SiteName, now.Favicon = `Lime "light"`, "/files/icon.png"
	s, err := New(fstest.MapFS{}, named{now: now}, Config{}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	got := get(s, "/app.webmanifest")
	want := `{"name":"Lime \"light\"","short_name":"Lime \"light\"","start_url":"/","scope":"/","display":"standalone",` +
		`"background_color":"#0d0a0b","theme_color":"#0d0a0b","icons":[{"src":"/files/icon.png","sizes":"any"}]}` + "\n"
	if got.Code != 200 || got.Header().Get("Content-Type") != "application/manifest+json" || got.Body.String() != want {
		t.Errorf("%d %v %s", got.Code, got.Header(), got.Body)
	}
}
