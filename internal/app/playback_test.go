package app_test

import (
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// Addresses of videos are answered by what serves videos, not by the app's pages: what
// leads nowhere is told so, and is kept by nobody.
func TestAddressesOfVideosAreMounted(t *testing.T) {
	s := open(t, app.Resident{Role: account.Member, Username: "tom"})
	for _, v := range []visitor{s.guest(), s.in(t, account.Member, "tom")} {
		for _, path := range []string{"master.m3u8", "480p/index.m3u8", "480p/init.mp4", "captions/en.vtt", "elsewhere"} {
			got := v.request(t, http.MethodGet, "/media/videos/"+strings.Repeat("A", 100)+"/"+path, nil)
			if got.status != http.StatusNotFound || !strings.Contains(string(got.body), "This video does not exist.") || got.header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("%s is answered %d, %s, %v", path, got.status, got.body, got.header)
			}
		}
		v.do(t, "GET /user/performer-assets/videos/beach/playback", nil).must(t, http.StatusNotFound)
	}
}
