package app_test

import (
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// dutch is an address of the Netherlands, from where a guest comes.
const dutch = "193.0.6.139"

// hosted is an address of a data centre, in a country that nobody blocks.
const hosted = "8.8.4.4"

// knowsHosting is a site that knows of one address that it is a data centre's.
func knowsHosting(t *testing.T) app.Config {
	t.Helper()
	cfg := config(t)
	cfg.AddressHosting = filepath.Join(t.TempDir(), "hosting.txt")
	if err := os.WriteFile(cfg.AddressHosting, []byte(hosted+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return cfg
}

// Whoever is blocked while they watch loses everything within two seconds: WebRTC,
// HLS, snapshots, status pushes and the card. Others keep it.
func TestBlockWhileWatching(t *testing.T) {
	s := start(t, knowsHosting(t), app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann"})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	piet, vito := visitor{site: s, address: dutch}, visitor{site: s, address: hosted}
	ninaID := s.ids["nina"]
	s.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	s.isLive(t, ninaID)

	everybody := map[string]visitor{"tom": tom, "ann": ann, "piet": piet, "vito": vito}
	playlists := map[string]string{}
	for name, v := range everybody {
		testkit.Eventually(t, name+" has an address by HLS", func() bool {
			playlists[name], _ = v.do(t, "POST /streaming/join/"+ninaID, nil).at("play.hls.url").(string)
			return playlists[name] != ""
		})
		live := regexp.MustCompile(`[^/]+$`).ReplaceAllString(playlists[name], "live.m3u8")
		testkit.Eventually(t, name+" plays HLS", func() bool { return v.request(t, "GET", live, nil).status == http.StatusOK })
		playlists[name] = live
	}
	var snapshot string
	testkit.Eventually(t, "there is a snapshot", func() bool {
		snapshot = "/snapshots/" + ninaID + "/1.jpg"
		return ann.request(t, "GET", snapshot, nil).status == http.StatusOK
	})
	toms, piets, anns := s.watches(t, tom, ninaID), s.watches(t, piet, ninaID), s.watches(t, ann, ninaID)
	vitos := s.watches(t, vito, ninaID)

	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["tom"]}, "countries": []string{"NL"}, "hosting": true}).must(t, 200)
	within2s(t, map[string]<-chan struct{}{"tom's picture": toms.Gone(), "piet's picture": piets.Gone(), "vito's picture": vitos.Gone()})
	late := time.Now().Add(time.Second)
	for _, name := range []string{"tom", "piet", "vito"} {
		v := everybody[name]
		for v.request(t, "GET", playlists[name], nil).status != http.StatusNotFound && time.Now().Before(late) {
			continue
		}
		hidden := v.request(t, "GET", playlists[name], nil)
		absent := v.request(t, "GET", "/live/hls/none.1/none/live.m3u8", nil)
		if hidden.status != http.StatusNotFound || string(hidden.body) != string(absent.body) {
			t.Errorf("%s is answered %d %q by HLS, want what is absent: %q", name, hidden.status, hidden.body, absent.body)
		}
		hidden, absent = v.request(t, "GET", snapshot, nil), v.request(t, "GET", "/snapshots/nobody/1.jpg", nil)
		if hidden.status != http.StatusNotFound || string(hidden.body) != string(absent.body) {
			t.Errorf("%s is answered %d by the snapshot", name, hidden.status)
		}
	}
	hidden, absent := tom.do(t, "GET /users/view/"+ninaID, nil), tom.do(t, "GET /users/view/nobody", nil)
	if hidden.status != http.StatusNotFound || string(hidden.body) != string(absent.body) {
		t.Errorf("tom sees the card: %d %s, and of nobody %s", hidden.status, hidden.body, absent.body)
	}
	ann.do(t, "GET /users/view/"+ninaID, nil).must(t, 200)
	if got := ann.request(t, "GET", playlists["ann"], nil).status; got != http.StatusOK {
		t.Errorf("ann, who is not blocked, is answered %d by HLS", got)
	}
	s.still(t, anns)
}

// A playlist dies with the login it was given to.
func TestLogoutEndsHLS(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom"})
	nina, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	s.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	s.isLive(t, s.ids["nina"])
	var playlist string
	testkit.Eventually(t, "tom plays HLS", func() bool {
		playlist, _ = tom.do(t, "POST /streaming/join/"+s.ids["nina"], nil).at("play.hls.url").(string)
		return playlist != "" && tom.request(t, "GET", playlist, nil).status == http.StatusOK
	})
	tom.do(t, "POST /auth/logout", nil).must(t, 200)
	late := time.Now().Add(time.Second)
	for s.guest().request(t, "GET", playlist, nil).status == http.StatusOK && time.Now().Before(late) {
		continue
	}
	if got := s.guest().request(t, "GET", playlist, nil).status; got != http.StatusNotFound {
		t.Errorf("a second after the logout HLS answers %d, want 404", got)
	}
}

// The status of a performer who blocks is pushed to those whom she admits alone.
func TestStatusIsNotPushedToTheBlocked(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Performer, Username: "lena"},
		app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann"})
	nina, lena := s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena")
	wires := plug(t)
	onTom, onAnn := wires.connect(t, "tom", s.in(t, account.Member, "tom")), wires.connect(t, "ann", s.in(t, account.Member, "ann"))
	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["tom"]}}).must(t, 200)
	say := record{"status": "available", "headline": "a secret headline"}
	nina.do(t, "POST /performers/streaming-status/update", say).must(t, 200)
	onAnn.hears(t, "performer/status", record{"id": s.ids["nina"]})
	lena.do(t, "POST /performers/streaming-status/update", say).must(t, 200)
	onTom.hears(t, "performer/status", record{"id": s.ids["lena"]}) // what comes after is heard
	wires.mu.Lock()
	defer wires.mu.Unlock()
	for _, e := range wires.heard {
		about, _ := e.Payload.(map[string]any)
		if e.Name == "tom" && e.Event == "performer/status" && about["id"] == s.ids["nina"] {
			t.Errorf("tom, whom nina blocks, is told %v", e.Payload)
		}
	}
}

// Whose papers nobody has looked at speaks to nobody, and nobody speaks to everybody all
// the time.
func TestHeadlinesOfTheUnverified(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina", Papers: time.Now().Add(-time.Hour)},
		app.Resident{Role: account.Performer, Username: "lena"})
	nina, lena := s.in(t, account.Performer, "nina"), s.in(t, account.Performer, "lena")
	wires := plug(t)
	onGuest := wires.connect(t, "a guest", s.guest())
	say := record{"status": "available", "headline": "buy elsewhere"}
	nina.do(t, "POST /performers/streaming-status/update", say).must(t, 200)
	for range 10 {
		lena.do(t, "POST /performers/streaming-status/update", say).must(t, 200)
	}
	lena.do(t, "POST /performers/streaming-status/update", say).must(t, 429)
	onGuest.hears(t, "performer/status", record{"id": s.ids["lena"], "headline": "buy elsewhere"})
	if n := onGuest.count("performer/status", record{"id": s.ids["nina"], "headline": "buy elsewhere"}); n != 0 {
		t.Errorf("a guest is told %d times what an unverified performer says", n)
	}
}
