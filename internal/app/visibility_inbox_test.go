package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// intoInbox are the ways into a direct conversation: {talk} is the conversation, {line} what she wrote there, and {photo}
// one that she sells.
var intoInbox = []way{
	{call: "GET /api/conversations/{talk}", member: true},
	{call: "GET /api/messages/conversations/{talk}", member: true},
	{call: "GET /api/messages/conversations/public/{talk}", member: true},
	{call: "POST /api/messages/conversations/{talk}", body: `{"text":"hello"}`, member: true},
	{call: "POST /api/messages/read-all", body: `{"conversationId":"{talk}"}`, member: true},
	{call: "POST /api/conversations/{talk}/block", member: true},
	{call: "DELETE /api/conversations/{talk}/block", member: true},
	{call: "DELETE /api/messages/{talk}/remove-all-message", member: true},
	{call: "DELETE /api/messages/{line}", member: true},
	{call: "POST /api/messages/photos/{line}/unlock", body: `{"price":20}`, member: true},
	{call: "POST /api/messages/photos/{photo}/unlock", body: `{"price":20}`, member: true},
	{call: "GET /files/photos/{photo}/blur.webp", member: true},
	{call: "DELETE /api/messages/{photo}", member: true},
}

// reporting is open to whom she blocks, too: what she did before the block can be reported.
var reporting = []way{{call: "POST /api/conversations/{talk}/report", body: `{"reason":"spam"}`, member: true}}

// toCorrespondent are the ways to somebody whom one may write to: {id} and {show} are a performer's.
var toCorrespondent = []way{
	{call: "POST /api/conversations", body: `{"source":"performer","sourceId":"{id}"}`, member: true},
	{call: "GET /api/conversations/stream/{show}", member: true},
}

// correspondents are the answers that name those whom one talks to.
var correspondents = []way{
	{call: "GET /api/conversations", member: true},
	{call: "GET /api/conversations/search?q=nina", member: true},
}

// Of a direct conversation nobody learns anything but its two people, and whom she blocks not any more: not that
// it is there, not who she is, not how many lines they have not read.
func TestNobodyElseReadsAConversation(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"},
		app.Resident{Role: account.Studio, Username: "sam"}, app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann", Tokens: 100}, app.Resident{Role: account.Admin, Username: "ada"})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	c := scene{"id": s.ids["nina"]}
	nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	c["show"] = s.guest().do(t, "GET /streaming/session/"+s.ids["nina"]+"/public", nil).must(t, 200).text("sessionId")
	c["talk"] = tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	c["line"] = nina.do(t, "POST /messages/conversations/"+c["talk"], record{"text": "between us"}).must(t, 200).text("_id")
	c["photo"] = approved(t, s, nina, c["talk"])
	tom.do(t, "GET /messages/total-unread", nil).must(t, 200, `"total":2`)

	wires := plug(t)
	for name, v := range map[string]visitor{"a member": ann, "a performer": s.in(t, account.Performer, "lena"), "a studio": s.in(t, account.Studio, "sam")} {
		c.hides(t, name, v, append(intoInbox, reporting...))
		line := wires.connect(t, name, v)
		for _, event := range []string{"room/join", "conversation/typing"} {
			if got := line.emit(t, event, record{"conversationId": c["talk"]}); got["ok"] == true {
				t.Errorf("%s: %s is taken", name, event)
			}
		}
		marks := record{"marks": []record{{"conversationId": c["talk"], "seq": 1}}}
		if got := line.emit(t, "conversation/delivered", marks); got["ok"] == true {
			t.Errorf("%s: marks it as delivered", name)
		}
	}
	if got := tom.do(t, "POST /messages/read-all", record{"conversationId": c["talk"], "recipientId": s.ids["nina"]}); got.status != 403 {
		t.Errorf("he read it in her name: %s", got.sum())
	}

	nina.do(t, "POST /conversations/"+c["talk"]+"/block", nil).must(t, 200, `"isBlocked":true`)
	c.hides(t, "who is blocked", tom, intoInbox)
	c.hides(t, "who is blocked", tom, toCorrespondent)
	for _, w := range correspondents {
		if got := w.try(t, tom, c); strings.Contains(string(got.body), "nina") || got.status != 200 {
			t.Errorf("%s names her to whom she blocks: %s", w.call, got.sum())
		}
	}
	tom.do(t, "GET /messages/total-unread", nil).must(t, 200, `"total":0`)
	nina.do(t, "POST /messages/conversations/"+c["talk"], record{"text": "bye"}).must(t, 409, `"no_reply"`)
	nina.do(t, "DELETE /conversations/"+c["talk"]+"/block", nil).must(t, 200)
	tom.do(t, "GET /conversations", nil).must(t, 200, `"totalNotSeenMessages":2`)
}
