package app_test

import (
	"bytes"
	"maps"
	"net/http"
	"slices"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// intoTalk are the ways into a paid show: {id} is its performer, {room} its talk,
// {show} itself, {line} something that was said there.
var intoTalk = []way{
	{call: "GET /api/conversations/{room}"},
	{call: "GET /api/messages/conversations/public/{room}"},
	{call: "GET /api/messages/conversations/{room}", member: true},
	{call: "POST /api/messages/stream/conversations/{room}", body: `{"text":"hello"}`, member: true},
	{call: "POST /api/messages/stream/public/conversations/{room}", body: `{"text":"hello"}`, member: true},
	{call: "DELETE /api/messages/{line}", member: true},
	{call: "POST /api/streaming/private-chat/{room}/join", member: true},
	{call: "POST /api/streaming/private-chat/{room}/cancel", member: true},
	{call: "POST /api/streaming/private-chat/{room}/end", member: true},
	{call: "POST /api/member/send-pay-token/{room}", member: true},
	{call: "GET /api/streaming/shows/{show}/receipt", member: true},
	{call: "POST /api/streaming/token", body: `{"id":"{show}","type":"play"}`},
}

// Of a paid talk nobody learns anything who has no seat in it: a stranger, a guest,
// somebody whom she blocks, and the member of an earlier show with her.
func TestWatchingNeedsASeat(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 1000}, app.Resident{Role: account.Member, Username: "ann", Tokens: 1000},
		app.Resident{Role: account.Member, Username: "rob", Tokens: 1000}, app.Resident{Role: account.Member, Username: "bob", Tokens: 1000})
	nina, tom, rob := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "rob")
	bob := s.in(t, account.Member, "bob")
	nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["bob"]}}).must(t, 200)

	earlier, _ := s.talks(t, nina, rob)
	rob.do(t, "POST /streaming/private-chat/"+earlier["room"]+"/end", nil).must(t, 200)
	c, seat := s.talks(t, nina, tom)
	c["line"] = tom.do(t, "POST /messages/stream/conversations/"+c["room"], record{"text": "between us"}).must(t, 200).text("_id")
	tom.do(t, "POST /streaming/token", record{"id": c["show"], "type": "play"}).must(t, 200)

	wires := plug(t)
	onTom := wires.connect(t, "tom", tom).enter(t, c["room"])
	strangers := map[string]visitor{
		"a stranger": s.in(t, account.Member, "ann"), "a guest": s.guest(), "who is blocked": bob, "whose show is over": rob,
	}
	for _, name := range slices.Sorted(maps.Keys(strangers)) {
		v := strangers[name]
		c.hides(t, name, v, intoTalk)
		if got := v.do(t, "GET /streaming/session/"+s.ids["nina"]+"/private", nil); got.status != http.StatusNotFound {
			t.Errorf("%s: the session is answered %s", name, got.sum())
		}
		line := wires.connect(t, name, v)
		if got := line.emit(t, "room/join", record{"conversationId": c["room"]}); got["ok"] == true {
			t.Errorf("%s: enters the talk by a socket", name)
		}
		if v.token != "" {
			got := v.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 15, "conversationId": c["room"]})
			if got.status == http.StatusOK {
				t.Errorf("%s: a tip reaches the talk: %s", name, got.sum())
			}
		}
	}
	kept{url: s.url, token: earlier["token"]}.isShut(t, "whose show is over")
	if onTom.count("message/created", nil) != 0 || onTom.count("room/tip", nil) != 0 {
		t.Error("something of a stranger reached the talk")
	}
	if viewer, err := whiptest.Play(t.Context(), s.url, seat); err != nil {
		t.Errorf("tom, who has the seat, is refused: %v", err)
	} else {
		viewer.Close()
	}
}

// talks opens a private show of the two and gives what the member knows of it, and
// the token of their seat.
func (s *site) talks(t *testing.T, performer, member visitor) (c scene, seat string) {
	t.Helper()
	performerID := performer.do(t, "GET /performers/me", nil).must(t, 200).text("_id")
	var asked answer
	testkit.Eventually(t, "a private show is asked for", func() bool {
		performer.do(t, "POST /streaming/live", record{})
		asked = member.do(t, "POST /streaming/private-chat/"+performerID, record{})
		return asked.status == http.StatusOK
	})
	c = scene{"id": performerID, "room": asked.text("conversation"), "show": asked.text("sessionId")}
	talk := "POST /streaming/private-chat/" + c["room"]
	hers := performer.do(t, talk+"/accept", nil).must(t, 200)
	s.publishes(t, hers.text("publish.whip.token"))
	c["token"] = member.do(t, talk+"/join", nil).must(t, 200).text("play.webrtc.token")
	viewer, err := whiptest.Play(t.Context(), s.url, c["token"])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(viewer.Close)
	s.still(t, viewer)
	testkit.Eventually(t, "the show goes on", func() bool {
		return member.do(t, "GET /streaming/session/"+performerID+"/private", nil).text("status") == "live"
	})
	return c, c["token"]
}

// sitsInGroup takes a seat in nina's group show and waits for pictures.
func (s *site) sitsInGroup(t *testing.T, name string, v visitor) (seat answer) {
	t.Helper()
	testkit.Eventually(t, name+" takes a seat", func() bool {
		seat = v.do(t, "POST /streaming/group-chat/"+s.ids["nina"]+"/join", nil)
		return seat.status == http.StatusOK && seat.at("play.webrtc.token") != nil
	})
	viewer, err := whiptest.Play(t.Context(), s.url, seat.text("play.webrtc.token"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(viewer.Close)
	s.still(t, viewer)
	return seat
}

// Who leaves a group show takes along what was said while they were there, and
// nothing else: no picture, no line of later, no word in it.
func TestLeftGroupShowIsNotWatchable(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 1000}, app.Resident{Role: account.Member, Username: "rob", Tokens: 1000})
	nina, tom, rob := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "rob")
	hers := nina.do(t, "POST /streaming/group-chat", record{"minParticipants": 1}).must(t, 200)
	s.publishes(t, hers.text("publish.whip.token"))
	room := hers.text("conversation")
	seats := map[string]answer{}
	for name, v := range map[string]visitor{"tom": tom, "rob": rob} {
		seats[name] = s.sitsInGroup(t, name, v)
	}
	wires := plug(t)
	testkit.Eventually(t, "rob may speak", func() bool {
		return rob.do(t, "POST /messages/stream/conversations/"+room, record{"text": "while I was there"}).status == http.StatusOK
	})
	onRob, onTom := wires.connect(t, "rob", rob).enter(t, room), wires.connect(t, "tom", tom).enter(t, room)
	rob.do(t, "POST /streaming/group-chat/"+s.ids["nina"]+"/leave", nil).must(t, 200)
	onTom.hears(t, "room/state", record{"total": 1})
	tom.do(t, "POST /messages/stream/conversations/"+room, record{"text": "when rob was gone"}).must(t, 200)
	onTom.hears(t, "message/created", record{"text": "when rob was gone"})

	if got := rob.do(t, "POST /messages/stream/conversations/"+room, record{"text": "hello?"}); got.status/100 != 4 {
		t.Errorf("rob still speaks: %s", got.sum())
	}
	for _, call := range []string{"GET /messages/conversations/" + room, "GET /messages/conversations/public/" + room, "GET /conversations/" + room} {
		if got := rob.do(t, call, nil); bytes.Contains(got.body, []byte("when rob was gone")) {
			t.Errorf("rob reads on by %s: %s", call, got.body)
		}
	}
	if got := rob.do(t, "POST /streaming/token", record{"id": hers.text("sessionId"), "type": "play"}); got.status != http.StatusNotFound {
		t.Errorf("rob gets a token: %s", got.sum())
	}
	if got := onRob.emit(t, "room/join", record{"conversationId": room}); got["ok"] == true {
		t.Error("rob enters the talk again")
	}
	if onRob.count("message/created", record{"text": "when rob was gone"}) != 0 {
		t.Error("rob hears the talk that he has left")
	}
	kept{url: s.url, token: seats["rob"].text("play.webrtc.token")}.isShut(t, "rob")
}
