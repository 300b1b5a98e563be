package app_test

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// scene are the ids that a caller may have kept: {id}, {username}, {room}, {show},
// {line}, {gallery}, {product}, {photo} and {snapshot} in a way.
type scene map[string]string

func (c scene) fill(text string) string {
	for name, value := range c {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}

// absent is a scene of the same names in which nothing exists.
func (c scene) absent() scene {
	nothing := scene{}
	for name := range c {
		nothing[name] = "nobody"
	}
	return nothing
}

// way is one call by which somebody or something may be seen.
type way struct {
	call   string // "GET /api/…", with names of the scene
	body   string
	member bool // not a guest's call
}

func (w way) try(t *testing.T, v visitor, c scene) answer {
	t.Helper()
	method, path, _ := strings.Cut(c.fill(w.call), " ")
	if w.body == "" {
		return v.request(t, method, path, nil)
	}
	return v.request(t, method, path, c.fill(w.body))
}

// hides proves of each way that the caller is answered what is answered of nothing.
func (c scene) hides(t *testing.T, name string, v visitor, ways []way) {
	t.Helper()
	for _, w := range ways {
		if w.member && v.token == "" {
			continue
		}
		got, nothing := w.try(t, v, c), w.try(t, v, c.absent())
		if got.status != http.StatusNotFound || got.status != nothing.status || !bytes.Equal(got.body, nothing.body) {
			t.Errorf("%s: %s is answered %d %s, of nothing %d %s", name, w.call, got.status, got.body, nothing.status, nothing.body)
		}
	}
}

// toPerformer are the ways that lead to a performer and her public show.
var toPerformer = []way{
	{call: "GET /api/performers/{username}/view"},
	{call: "POST /api/performers/{id}/inc-view"},
	{call: "GET /api/users/view/{id}", member: true},
	{call: "POST /api/favourite/{id}/like", member: true},
	{call: "GET /api/conversations/stream/public/{id}"},
	{call: "GET /api/conversations/{room}"},
	{call: "GET /api/messages/conversations/public/{room}"},
	{call: "GET /api/messages/conversations/{room}", member: true},
	{call: "DELETE /api/messages/{line}", member: true},
	{call: "POST /api/messages/stream/public/conversations/{room}", body: `{"text":"hello"}`, member: true},
	{call: "POST /api/streaming/join/{id}"},
	{call: "GET /api/streaming/session/{id}/public"},
	{call: "POST /api/streaming/token", body: `{"id":"{show}","type":"play"}`},
	{call: "GET /api/streaming/private-chat/{id}/quote", member: true},
	{call: "POST /api/streaming/private-chat/{id}", body: `{}`, member: true},
	{call: "POST /api/streaming/group-chat/{id}/join", member: true},
	{call: "POST /api/streaming/peek-in/{id}", member: true},
	{call: "POST /api/member/send-tip-token/{id}", body: `{"token":15}`, member: true},
	{call: "GET /api/tip-menu/search?performerId={id}"},
	{call: "GET /api/goals/search?performerId={id}"},
	{call: "GET /api/wheels/search?performerId={id}"},
	{call: "GET /api/wheels/fairness/{id}", member: true},
	{call: "POST /api/wheels/spin/{id}", member: true},
	{call: "POST /api/purchase-items/gallery/{gallery}", member: true},
	{call: "POST /api/purchase-items/product/{product}", member: true},
	{call: "GET /api/user/performer-assets/galleries/{gallery}/view"},
	{call: "GET /api/user/performer-assets/products/{product}/view"},
	{call: "GET /api/user/performer-assets/photos/{gallery}/search"},
	{call: "GET /api/user/performer-assets/videos/{gallery}/playback?part=video"},
	{call: "GET /api/user/performer-assets/videos/{gallery}/playback?part=trailer"},
	{call: "PUT /api/user/performer-assets/videos/{gallery}/position", body: `{"positionMs":1}`, member: true},
	{call: "GET /files/photos/{photo}/blur.webp"},
	{call: "GET /files/photos/{photo}/full.jpg"},
	{call: "GET /api/referrals/codes/{code}"},
	{call: "GET /snapshots/{id}/1.jpg"},
	{call: "GET /api/performers/{username}/schedule"},
	{call: "PUT /api/performers/{username}/schedule/reminder", member: true},
	{call: "GET /performers/{username}/schedule.ics"},
}

// lists are the answers that name performers.
var lists = []way{
	{call: "GET /api/performers/search"},
	{call: "GET /api/performers/search?q={username}"},
	{call: "GET /api/performers/search?isOnline=true"},
	{call: "GET /api/performers/lena/view"}, // with those who are related
	{call: "GET /api/favourite", member: true},
	{call: "GET /api/user/performer-assets/galleries/search"},
	{call: "GET /api/user/performer-assets/galleries/search?performerId={id}&sort=popular"},
	{call: "GET /api/user/performer-assets/products/search"},
}

// kept is what somebody holds who could watch until now.
type kept struct{ playlist, url, token string }

// keeps lets somebody watch by HLS and gives what they hold.
func (s *site) keeps(t *testing.T, v visitor, performerID string) (k kept) {
	t.Helper()
	testkit.Eventually(t, "there is an address by HLS", func() bool {
		joined := v.do(t, "POST /streaming/join/"+performerID, nil)
		k.playlist, _ = joined.at("play.hls.url").(string)
		k.url, k.token = joined.text("play.webrtc.url"), joined.text("play.webrtc.token")
		return k.playlist != ""
	})
	k.playlist = regexp.MustCompile(`[^/]+$`).ReplaceAllString(k.playlist, "live.m3u8")
	testkit.Eventually(t, "HLS plays", func() bool { return v.request(t, "GET", k.playlist, nil).status == http.StatusOK })
	return k
}

// isWorthless proves that nothing plays any more with what was kept.
func (k kept) isWorthless(t *testing.T, name string, v visitor) {
	t.Helper()
	testkit.Eventually(t, name+"'s HLS is over", func() bool { return v.request(t, "GET", k.playlist, nil).status == http.StatusNotFound })
	k.isShut(t, name)
}

// isShut proves that the token that was kept opens nothing.
func (k kept) isShut(t *testing.T, name string) {
	t.Helper()
	if viewer, err := whiptest.Play(t.Context(), k.url, k.token); err == nil {
		viewer.Close()
		t.Errorf("%s: the token of before still opens WebRTC", name)
	}
	asked, err := http.NewRequestWithContext(t.Context(), http.MethodPost, k.url+"/rtc/v1", strings.NewReader(anOffer))
	if err != nil {
		t.Fatal(err)
	}
	asked.Header.Set("Authorization", "Bearer "+k.token)
	answer, err := http.DefaultClient.Do(asked)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("%s: the token of before gets %d for an offer, want 401", name, answer.StatusCode)
	}
}

// anOffer is a join request of the media engine with an offer in it, packed.
const anOffer = "EgUyAxIBeA=="

// Whomever a performer hides from is answered on every way as if she did not exist,
// and what they held of her is worth nothing: an account she blocks, one whose country
// she blocks, a guest from there, a guest behind a VPN.
func TestHiddenOnEveryRoute(t *testing.T) {
	s := start(t, knowsHosting(t), app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 500}, app.Resident{Role: account.Member, Username: "henk", Tokens: 500},
		app.Resident{Role: account.Member, Username: "ann", Tokens: 500}, app.Resident{Role: account.Admin, Username: "ada"})
	nina, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "ann")
	henk := s.in(t, account.Member, "henk")
	henk.do(t, "PUT /users", record{"country": "NL"}).must(t, 200)
	hidden := map[string]visitor{
		"who is blocked":             s.in(t, account.Member, "tom"),
		"whose country is blocked":   henk,
		"a guest of a blocked place": {site: s, address: dutch},
		"a guest behind a VPN":       {site: s, address: hosted},
	}
	s.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	s.isLive(t, s.ids["nina"])
	c := scene{
		"id": s.ids["nina"], "username": "nina",
		"room": s.guest().do(t, "GET /conversations/stream/public/"+s.ids["nina"], nil).must(t, 200).text("_id"),
		"show": s.guest().do(t, "GET /streaming/session/"+s.ids["nina"]+"/public", nil).must(t, 200).text("sessionId"),
	}
	c["code"] = nina.do(t, "GET /referrals/user/code", nil).must(t, 200).text("code")
	c["line"] = ann.do(t, "POST /messages/stream/public/conversations/"+c["room"], record{"text": "hello"}).must(t, 200).text("_id")
	c["gallery"], c["photo"] = s.sells(t, nina, s.in(t, account.Admin, "ada"))
	c["product"] = s.sellsProduct(t, nina, s.in(t, account.Admin, "ada"), map[string]string{"type": "physical", "stock": "10"}, nil)
	testkit.Eventually(t, "there is a snapshot", func() bool {
		return ann.request(t, "GET", "/snapshots/"+c["id"]+"/1.jpg", nil).status == http.StatusOK
	})

	wires, before, lines := plug(t), map[string]kept{}, map[string]client{}
	for name, v := range hidden {
		if v.token != "" {
			v.do(t, "POST /favourite/"+c["id"]+"/like", nil).must(t, 200)
		}
		before[name] = s.keeps(t, v, c["id"])
		lines[name] = wires.connect(t, name, v).enter(t, c["room"])
		for _, w := range lists {
			if !w.member && !bytes.Contains(w.try(t, v, c).body, []byte(`"nina"`)) {
				t.Fatalf("%s: before the block %s does not name her", name, w.call)
			}
		}
	}
	annsLine := wires.connect(t, "ann", ann).enter(t, c["room"])
	ann.do(t, "POST /favourite/"+c["id"]+"/like", nil).must(t, 200)
	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["tom"]}, "countries": []string{"NL"}, "hosting": true}).must(t, 200)
	annsLine.hears(t, "room/state", record{"total": 1}) // the others were put out of the room

	for _, name := range slices.Sorted(maps.Keys(hidden)) {
		v := hidden[name]
		c.hides(t, name, v, toPerformer)
		for _, w := range lists {
			if w.member && v.token == "" {
				continue
			}
			if got := w.try(t, v, c); got.status != 200 || bytes.Contains(got.body, []byte(`"nina"`)) {
				t.Errorf("%s: %s names her: %s", name, w.call, got.sum())
			}
		}
		before[name].isWorthless(t, name, v)
		if got := lines[name].emit(t, "room/join", record{"conversationId": c["room"]}); got["ok"] == true {
			t.Errorf("%s: enters her room by the socket of before", name)
		}
		if got := wires.connect(t, name+" again", v).emit(t, "room/join", record{"conversationId": c["room"]}); got["ok"] == true {
			t.Errorf("%s: enters her room by a new socket", name)
		}
	}
	ann.do(t, "POST /messages/stream/public/conversations/"+c["room"], record{"text": "only for us"}).must(t, 200)
	nina.do(t, "POST /performers/streaming-status/update", record{"status": "available", "headline": "only for you"}).must(t, 200)
	annsLine.hears(t, "message/created", record{"text": "only for us"})
	annsLine.hears(t, "performer/status", record{"headline": "only for you"})
	for name := range hidden {
		if lines[name].count("message/created", nil) != 0 {
			t.Errorf("%s: hears what is said in her room", name)
		}
		if lines[name].count("performer/status", record{"headline": "only for you"}) != 0 {
			t.Errorf("%s: is told her headline", name)
		}
	}
	for _, w := range lists {
		if got := w.try(t, ann, c); !bytes.Contains(got.body, []byte(`"nina"`)) {
			t.Errorf("ann, who is not blocked, does not find her by %s: %s", w.call, got.sum())
		}
	}
}

// When a login is over, or an account suspended, everything ends that it held: calls,
// pictures, sockets, tickets.
func TestRevokedSessionOnEveryRoute(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 1000}, app.Resident{Role: account.Member, Username: "rob", Tokens: 1000})
	nina := s.in(t, account.Performer, "nina")
	s.publishes(t, nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key"))
	s.isLive(t, s.ids["nina"])
	room := s.guest().do(t, "GET /conversations/stream/public/"+s.ids["nina"], nil).must(t, 200).text("_id")
	wires := plug(t)
	for name, end := range map[string]func(visitor){
		"tom": func(v visitor) { v.do(t, "POST /auth/logout", nil).must(t, 200) },
		"rob": func(visitor) {
			s.in(t, account.Admin, "ada").do(t, "POST /admin/accounts/"+s.ids["rob"]+"/suspend", record{"reason": "a rule was broken"}).must(t, 200)
		},
	} {
		v := s.in(t, account.Member, name)
		before := s.keeps(t, v, s.ids["nina"])
		ticket := v.do(t, "POST /auth/socket-ticket", nil).must(t, 200).text("ticket")
		line := wires.connect(t, name, v).enter(t, room)
		end(v)
		line.hears(t, "disconnect", nil)
		for _, w := range append(slices.Clone(toPerformer), lists...) {
			if !w.member {
				continue // a guest's too
			}
			if got := w.try(t, v, scene{"id": s.ids["nina"], "room": room}); got.status != http.StatusUnauthorized {
				t.Errorf("%s: %s is answered %s", name, w.call, got.sum())
			}
		}
		before.isWorthless(t, name, v)
		for what, token := range map[string]string{"the token": v.token, "the ticket": ticket} {
			again := wires.try(t, fmt.Sprintf("%s with %s of before", name, what), visitor{site: s, token: token})
			again.hears(t, "connect_error", nil)
		}
	}
}

// In a room people know each other by name: nobody is told the account id of another
// viewer, over any socket or call, not even the performer.
func TestViewerIDsAreHidden(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 500}, app.Resident{Role: account.Member, Username: "ann", Tokens: 500})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	hers := nina.do(t, "POST /streaming/group-chat", record{"minParticipants": 1}).must(t, 200)
	s.publishes(t, hers.text("publish.whip.token"))
	public := s.guest().do(t, "GET /conversations/stream/public/"+s.ids["nina"], nil).must(t, 200).text("_id")
	wires := plug(t)
	onNina, onTom, onGuest := wires.connect(t, "nina", nina), wires.connect(t, "tom", tom), wires.connect(t, "a guest", s.guest())
	for _, c := range []client{onNina, onTom, onGuest, wires.connect(t, "ann", ann)} {
		c.enter(t, public)
	}
	for name, v := range map[string]visitor{"tom": tom, "ann": ann} {
		s.sitsInGroup(t, name, v)
	}
	onNina.enter(t, hers.text("conversation"))
	onTom.enter(t, hers.text("conversation")).hears(t, "room/state", record{"conversationId": hers.text("conversation"), "total": 2})
	ann.do(t, "POST /messages/stream/conversations/"+hers.text("conversation"), record{"text": "in the show"}).must(t, 200)
	onTom.hears(t, "message/created", record{"text": "in the show"})
	ann.do(t, "POST /streaming/group-chat/"+s.ids["nina"]+"/leave", nil).must(t, 200)
	onNina.hears(t, "show/participant", record{"participant.username": "ann"})
	ann.do(t, "POST /messages/stream/public/conversations/"+public, record{"text": "hello"}).must(t, 200)
	ann.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 15, "conversationId": public}).must(t, 200)
	for _, c := range []client{onNina, onTom, onGuest} {
		c.hears(t, "message/created", record{"text": "hello", "senderInfo.username": "ann"})
		c.hears(t, "room/tip", record{"username": "ann"})
		c.hears(t, "room/state", record{"total": 4})
	}
	for who, v := range map[string]visitor{"nina": nina, "tom": tom, "a guest": s.guest()} {
		for _, call := range []string{
			"GET /messages/conversations/public/" + public, "GET /conversations/" + public,
			"GET /streaming/session/" + s.ids["nina"] + "/group", "GET /performers/nina/view",
		} {
			if got := v.do(t, call, nil); strings.Contains(string(got.body), s.ids["ann"]) {
				t.Errorf("%s is told ann's id by %s: %s", who, call, got.sum())
			}
		}
	}
	wires.mu.Lock()
	defer wires.mu.Unlock()
	for _, e := range wires.heard {
		if e.Name != "ann" && strings.Contains(fmt.Sprint(e.Payload), s.ids["ann"]) {
			t.Errorf("%s is told ann's id by %s: %v", e.Name, e.Event, e.Payload)
		}
	}
	nina.do(t, "POST /performers/blocking/update", record{"usernames": []string{"ann"}}).must(t, 200, `"username":"ann"`)
}
