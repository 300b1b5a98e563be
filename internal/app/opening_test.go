package app_test

import (
	"encoding/json"
	"net/http"
	"regexp"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// openedWith is the show that a room's page carries, undefined where it carries none.
var openedWith = regexp.MustCompile(`<script type="application/json" id="boot">(.*?)</script>`)

type opened struct {
	PerformerID string `json:"performerId"`
	Play        struct {
		WebRTC struct{ Token string } `json:"webrtc"`
	} `json:"play"`
}

// A room that is opened by its address while she is live carries what POST
// /streaming/join would answer this visitor: a token of their own each time, in a page
// that nobody keeps, and none for whom the gate would refuse.
func TestARoomsPageBringsItsShow(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann"})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	piet := visitor{site: s, address: dutch}
	show := func(v visitor) *opened {
		t.Helper()
		page := v.request(t, "GET", "/room/nina", nil)
		if got := page.header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("a page with a token may be kept: %q", got)
		}
		var data struct{ Show *opened }
		if found := openedWith.FindSubmatch(page.body); found == nil || json.Unmarshal(found[1], &data) != nil {
			t.Fatalf("the page's data cannot be read: %.300s", page.body)
		}
		return data.Show
	}
	if got := show(tom); got != nil {
		t.Errorf("before she is live the page brings a show: %+v", got)
	}
	s.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	s.isLive(t, s.ids["nina"])

	tokens := map[string]string{}
	for name, v := range map[string]visitor{"tom": tom, "tom again": tom, "ann": ann, "piet": piet, "a guest": s.guest()} {
		got := show(v)
		if got == nil || got.PerformerID != s.ids["nina"] || got.Play.WebRTC.Token == "" {
			t.Fatalf("the page brings %s no show: %+v", name, got)
		}
		if other, taken := tokens[got.Play.WebRTC.Token]; taken {
			t.Errorf("%s and %s got the same token", name, other)
		}
		tokens[got.Play.WebRTC.Token] = name
	}

	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["tom"]}, "countries": []string{"NL"}}).must(t, 200)
	for name, v := range map[string]visitor{"tom": tom, "piet": piet} {
		testkit.Eventually(t, name+", who is blocked, gets nothing of her page", func() bool {
			return v.request(t, "GET", "/room/nina", nil).status == http.StatusNotFound && show(v) == nil
		})
	}
	if show(ann) == nil {
		t.Error("ann, who is not blocked, gets no show any more")
	}
}
