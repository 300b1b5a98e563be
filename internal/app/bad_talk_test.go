package app_test

import (
	"fmt"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// What is sent to a conversation and cannot be taken is refused in words, and nothing of it is written: not a line, not
// an activity, not a count.
func TestBadInputIntoConversations(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann"})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	line := tom.do(t, "POST /messages/conversations/"+talk, record{"text": "hello", "clientId": "c1"}).must(t, 200).text("_id")
	d := testkit.Open(t, s.cfg.Where())
	written := func() string {
		t.Helper()
		return fmt.Sprint(testkit.Int(t, d, `SELECT COUNT(*) FROM messages`), testkit.Int(t, d, `SELECT COUNT(*) FROM conversations`),
			testkit.Int(t, d, `SELECT SUM(unread) FROM conversation_participants`), testkit.Int(t, d, `SELECT SUM(last_seq) FROM conversations`),
			testkit.Int(t, d, `SELECT MAX(activity_at) FROM conversation_participants`), testkit.Int(t, d, `SELECT COUNT(*) FROM message_reports`))
	}
	before := written()
	into := "POST /messages/conversations/" + talk
	for name, c := range map[string]struct {
		who    visitor
		call   string
		body   any
		status int
		says   string
	}{
		"no text":                    {tom, into, record{}, 422, `"text"`},
		"spaces":                     {tom, into, record{"text": " \n\t "}, 422, `"text"`},
		"what nobody sees":           {tom, into, record{"text": "\u202e\u2066\u200b"}, 422, `"text"`},
		"2,001 characters":           {tom, into, record{"text": strings.Repeat("é", 2001)}, 422, "2000"},
		"a number":                   {tom, into, record{"text": 7}, 422, `"text"`},
		"no JSON":                    {tom, into, "{", 400, `"message"`},
		"an answer to nothing":       {tom, into, record{"text": "hi", "replyTo": absentID}, 422, `"replyTo"`},
		"into nothing":               {tom, "POST /messages/conversations/" + absentID, record{"text": "hi"}, 404, "does not exist"},
		"into others' conversation":  {ann, into, record{"text": "hi"}, 404, "does not exist"},
		"to nobody":                  {tom, "POST /conversations", record{"source": "performer", "sourceId": absentID}, 404, "does not exist"},
		"to oneself":                 {tom, "POST /conversations", record{"source": "user", "sourceId": s.ids["tom"]}, 404, "does not exist"},
		"to another member":          {tom, "POST /conversations", record{"source": "user", "sourceId": s.ids["ann"]}, 404, "does not exist"},
		"to a performer as a member": {tom, "POST /conversations", record{"source": "user", "sourceId": s.ids["nina"]}, 404, "does not exist"},
		"to a source that is none":   {tom, "POST /conversations", record{"source": "robot", "sourceId": s.ids["nina"]}, 422, `"source"`},
		"read in another's name":     {tom, "POST /messages/read-all", record{"conversationId": talk, "recipientId": s.ids["nina"]}, 403, `"message"`},
		"read by a stranger":         {ann, "POST /messages/read-all", record{"conversationId": talk}, 404, "does not exist"},
		"others' line deleted":       {nina, "DELETE /messages/" + line, nil, 403, `"message"`},
		"a stranger's deletion":      {ann, "DELETE /messages/" + line, nil, 404, "does not exist"},
		"a stranger's clearing":      {ann, "DELETE /messages/" + talk + "/remove-all-message", nil, 404, "does not exist"},
		"a report without a reason":  {tom, "POST /conversations/" + talk + "/report", record{"reason": "boredom"}, 422, `"reason"`},
		"a report of one's own line": {tom, "POST /conversations/" + talk + "/report", record{"reason": "spam", "messageId": line}, 404, "does not exist"},
		"a stranger's report":        {ann, "POST /conversations/" + talk + "/report", record{"reason": "spam"}, 404, "does not exist"},
		"preferences of a text":      {tom, "PUT /conversations/preferences", record{"readMarks": "maybe"}, 422, "readMarks"},
	} {
		if got := c.who.do(t, c.call, c.body); got.status != c.status || !strings.Contains(string(got.body), c.says) {
			t.Errorf("%s is answered %s, want %d %s", name, got.sum(), c.status, c.says)
		}
	}
	if again := tom.do(t, into, record{"text": "something else", "clientId": "c1"}).must(t, 200, `"text":"hello"`); again.text("_id") != line {
		t.Error("a clientId that was used became another line")
	}
	if after := written(); after != before {
		t.Errorf("of what was refused something is written: %s, before %s", after, before)
	}

	// Signs that turn a line around are gone, and a page's are what they are.
	tricks := "<img src=x onerror=alert(1)> \u202egnp.exe\u2069 & co"
	tom.do(t, into, record{"text": tricks}).must(t, 200)
	if got := nina.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200).text("data.0.text"); got != "<img src=x onerror=alert(1)> gnp.exe & co" {
		t.Errorf("the line is %q", got)
	}

	// Who is suspended while typing is cut, and what was typed goes nowhere.
	wires := plug(t)
	his, hers := wires.connect(t, "tom", tom), wires.connect(t, "nina", nina)
	his.emit(t, "conversation/typing", record{"conversationId": talk})
	hers.hears(t, "room/typing", record{"conversationId": talk})
	before = written()
	s.in(t, account.Admin, "ada").do(t, "POST /admin/accounts/"+s.ids["tom"]+"/suspend", record{"reason": "a rule was broken"}).must(t, 200)
	his.hears(t, "disconnect", nil)
	tom.do(t, into, record{"text": "what I wanted to say"}).must(t, 401)
	if after := written(); after != before {
		t.Errorf("who is suspended has written something: %s, before %s", after, before)
	}
	nina.do(t, into, record{"text": "are you there?"}).must(t, 409, `"no_reply"`)
	s.audit(t)
}
