package app_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// edge is a CDN in front of the site, under a path of its own: it passes on what it is asked
// for, as it was asked, and counts it.
type edge struct {
	origin, address string // of the host, and with its path
	passed          atomic.Int64
}

func (s *site) edge(t *testing.T) *edge {
	t.Helper()
	to, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	e := &edge{}
	passes := http.StripPrefix("/edge", &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.Header["X-Forwarded-For"] = r.In.Header["X-Forwarded-For"]
		r.SetURL(to)
		r.SetXForwarded()
	}})
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		e.passed.Add(1)
		r.Header.Del("Cookie") // it is another host: browsers send it none of ours
		passes.ServeHTTP(w, r)
	}))
	t.Cleanup(host.Close)
	e.origin, e.address = host.URL, host.URL+"/edge"
	return e
}

// fetched is what a player on a page of the site is answered at a full address.
func (s *site) fetched(t *testing.T, method, address string, header map[string]string) (*http.Response, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Origin", s.url)
	for name, value := range header {
		req.Header.Set(name, value)
	}
	res, err := browser.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, string(body)
}

// besides is the address of a name that a playlist gives.
func besides(t *testing.T, playlist, name string) string {
	t.Helper()
	base, err := url.Parse(playlist)
	if err != nil {
		t.Fatal(err)
	}
	file, err := base.Parse(name)
	if err != nil {
		t.Fatal(err)
	}
	return file.String()
}

// A show is watched through the host that the operator named: its addresses are this site's with
// that host before them, all that they lead to lies behind it, a page may fetch from there and from
// nowhere else, and each file is still the viewer's alone.
func TestPlaybackThroughTheViewerHost(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom"})
	ada, nina, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	s.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	s.isLive(t, s.ids["nina"])
	join := func() answer { return tom.do(t, "POST /streaming/join/"+s.ids["nina"], nil).must(t, 200) }
	testkit.Eventually(t, "the show plays by HLS", func() bool { return join().at("play.hls.url") != nil })
	if own := join().text("play.hls.url"); !strings.HasPrefix(own, "/live/hls/") {
		t.Errorf("without a host it plays at %s", own)
	}
	webrtc := join().text("play.webrtc.url")

	cdn := s.edge(t)
	ada.do(t, "PUT /admin/settings", record{"viewerURL": cdn.address + "/"}).must(t, 200)
	s.guest().do(t, "GET /settings/public", nil).must(t, 200, `"viewerURL":"`+cdn.address+`"`)
	joined := join()
	address, appName := joined.text("play.hls.url"), s.guest().do(t, "GET /settings/public", nil).text("AntMediaAppname")
	stream := cdn.address + "/" + appName + "/hls/" + joined.text("sessionId") + "."
	if !strings.HasPrefix(address, stream) || !strings.HasSuffix(address, "/index.m3u8") || joined.text("play.webrtc.url") != webrtc {
		t.Fatalf("it plays at %s and by WebRTC at %s, want %s…/index.m3u8 and %s", address, joined.text("play.webrtc.url"), stream, webrtc)
	}

	t.Run("every file is behind it", func(t *testing.T) {
		before := cdn.passed.Load()
		_, master := s.fetched(t, "GET", address+"?early", nil)
		if !strings.Contains(master, "\nlive.m3u8") || strings.Contains(master, "://") || strings.Contains(master, "\n/") {
			t.Fatalf("the playlist leads away: %s", master)
		}
		live := besides(t, address, "live.m3u8")
		_, list := s.fetched(t, "GET", live, nil)
		files := namedFiles.FindAllStringSubmatch(list, -1)
		if len(files) < 2 {
			t.Fatalf("the list names too little: %s", list)
		}
		for _, name := range files {
			got, body := s.fetched(t, "GET", besides(t, live, name[1]+name[2]), nil)
			if got.StatusCode != 200 || body == "" || got.Header.Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s answers %d, %v", name[0], got.StatusCode, got.Header)
			}
			if kept := got.Header.Get("Cache-Control"); !strings.HasPrefix(kept, "private, ") { // no two viewers share a path, and a stored answer would outlive a block
				t.Errorf("%s may be kept by others: %q", name[0], kept)
			}
		}
		if passed := cdn.passed.Load() - before; passed != int64(len(files))+2 {
			t.Errorf("%d requests went through the host, want %d", passed, len(files)+2)
		}
		asked, _ := s.fetched(t, "OPTIONS", live, map[string]string{"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "range"})
		if asked.StatusCode != 204 || asked.Header.Get("Access-Control-Allow-Headers") != "Range" {
			t.Errorf("a page that asks first is answered %d, %v", asked.StatusCode, asked.Header)
		}
	})

	t.Run("pages may fetch from there", func(t *testing.T) {
		policy := s.guest().request(t, "GET", "/", nil).must(t, 200).header.Get("Content-Security-Policy")
		for part := range strings.SplitSeq(policy, "; ") {
			name, _, _ := strings.Cut(part, " ")
			if has := strings.Contains(part+" ", " "+cdn.origin+" "); has != (name == "media-src" || name == "connect-src") {
				t.Errorf("the policy says %q", part)
			}
		}
	})

	t.Run("it stays the viewer's", func(t *testing.T) {
		if forged, _ := s.fetched(t, "GET", strings.Replace(address, ".1/", ".2/", 1), nil); forged.StatusCode != 404 {
			t.Errorf("another room under his address answers %d", forged.StatusCode)
		}
		nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["tom"]}, "countries": []string{}}).must(t, 200)
		status := func() int {
			got, _ := s.fetched(t, "GET", besides(t, address, "live.m3u8"), nil)
			return got.StatusCode
		}
		for late := time.Now().Add(time.Second); status() != 404; {
			if time.Now().After(late) {
				t.Fatal("he watches on, though she blocks him")
			}
		}
	})
}
