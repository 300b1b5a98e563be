package hls_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"

	"limelight/internal/kit/hls"
)

// nothing is a source that must not be asked: no address of the fuzzer is signed.
type nothing struct{ t testing.TB }

func (n nothing) Receive(context.Context, string, func(hls.Sample)) error {
	n.t.Error("a room is bridged for an address that nobody signed")
	return hls.ErrEnded
}

func (nothing) Suited(context.Context, string) (bool, error) { return false, nil }

// FuzzAddresses: whatever stands in an HLS address or its query, nobody watches
// without a signature.
func FuzzAddresses(f *testing.F) {
	for _, path := range []string{"show.1/x/index.m3u8", "show.1//init.mp4", "../show.1/x/1.m4s", "show.1/x/index.m3u8/..", "", "%00/", "a/b/c/d"} {
		f.Add(path, "_HLS_msn=1&_HLS_part=0")
		f.Add(path, "_HLS_msn=-1&_HLS_part=99999999999999999999")
	}
	f.Fuzz(func(t *testing.T, path, query string) {
		s := hls.New(hls.Config{Source: nothing{t}, Key: "a secret", Log: slog.New(slog.DiscardHandler), Now: time.Now})
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL = &url.URL{Path: hls.Prefix + path, RawQuery: query}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code < 400 {
			t.Errorf("%q is answered %d", path, w.Code)
		}
	})
}
