package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// Two people talk: every device of both hears every line, whether a page shows the conversation or not, and what
// becomes of it.
func TestDirectConversation(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom"},
		app.Resident{Role: account.Member, Username: "ann"})
	nina, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	wires := plug(t)
	phone, desk, hers := wires.connect(t, "tom's phone", tom), wires.connect(t, "tom's desk", tom), wires.connect(t, "nina", nina)
	stranger := wires.connect(t, "ann", s.in(t, account.Member, "ann"))

	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200, `"isOnline":true`).text("_id")
	line := tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": "c1"}).must(t, 200).text("_id")
	for _, device := range []client{phone, desk, hers} {
		device.hears(t, "message/created", record{"_id": line, "text": "Hello", "seq": 1, "clientId": "c1"})
	}
	hers.hears(t, "nofify_read_messages_in_conversation", record{"total": 1})
	hers.hears(t, "conversation/changed", record{"_id": talk, "totalNotSeenMessages": 1, "lastMessage": "Hello", "recipientInfo.username": "tom"})
	phone.hears(t, "conversation/changed", record{"_id": talk, "totalNotSeenMessages": 0, "recipientInfo.username": "nina"})

	if got := hers.emit(t, "conversation/delivered", record{"marks": []record{{"conversationId": talk, "seq": 1}}}); got["ok"] != true {
		t.Errorf("her device's receipt is answered %v", got)
	}
	phone.hears(t, "conversation/marked", record{"conversationId": talk, "deliveredUntil": 1, "readUntil": 0})
	hers.emit(t, "conversation/typing", record{"conversationId": talk})
	for _, device := range []client{phone, desk} {
		device.hears(t, "room/typing", record{"conversationId": talk, "username": "nina"})
	}
	nina.do(t, "POST /messages/read-all", record{"conversationId": talk, "recipientId": s.ids["nina"]}).must(t, 200, `"total":0`)
	desk.hears(t, "conversation/marked", record{"readUntil": 1})
	hers.hears(t, "nofify_read_messages_in_conversation", record{"total": 0})

	tom.do(t, "PUT /conversations/preferences", record{"readMarks": false, "typing": false, "presence": false}).must(t, 200)
	answer := nina.do(t, "POST /messages/conversations/"+talk, record{"text": "Hi", "replyTo": line}).must(t, 200, `"text":"Hello"`).text("_id")
	phone.emit(t, "conversation/typing", record{"conversationId": talk})
	tom.do(t, "POST /messages/read-all", record{"conversationId": talk}).must(t, 200)
	hers.hears(t, "conversation/marked", record{"deliveredUntil": 2, "readUntil": 0})
	if got := nina.do(t, "GET /conversations/"+talk, nil).must(t, 200); got.at("isOnline") != nil || got.at("readUntil") != nil {
		t.Errorf("she is told what he keeps to himself: %s", got.sum())
	}

	nina.do(t, "DELETE /messages/"+answer, nil).must(t, 200)
	desk.hears(t, "message/deleted", record{"_id": answer, "conversationId": talk})
	tom.do(t, "DELETE /messages/"+talk+"/remove-all-message", nil).must(t, 200)
	desk.hears(t, "conversation/cleared", record{"conversationId": talk})
	if n := hers.count("conversation/cleared", nil); n != 0 {
		t.Error("she was told to empty what he cleared")
	}
	if n := hers.count("room/typing", nil); n != 0 {
		t.Error("she was told that he writes, which he keeps to himself")
	}
	for _, event := range []string{"message/created", "message/deleted", "conversation/changed", "conversation/marked", "room/typing"} {
		if stranger.count(event, nil) != 0 {
			t.Errorf("a stranger heard %s", event)
		}
	}
}

// Unread lines are the same number on three devices and on both nodes, whatever happens in which order: a device that
// was away learns it when it is back, also after the nodes had lost each other.
func TestUnreadOnTwoNodes(t *testing.T) {
	t.Parallel()
	here, there, between := twoNodes(t)
	east := start(t, here, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom"})
	west := start(t, there)
	west.ids = east.ids
	nina, tom := east.in(t, account.Performer, "nina"), west.in(t, account.Member, "tom")
	tomEast := visitor{site: east, token: tom.token}
	wires := plug(t)
	phone, desk := wires.connect(t, "phone in the west", tom), wires.connect(t, "desk in the east", tomEast)
	hers := wires.connect(t, "nina", nina)
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": east.ids["nina"]}).must(t, 200).text("_id")

	var lines []string
	write := func(v visitor, text string) {
		t.Helper()
		lines = append(lines, v.do(t, "POST /messages/conversations/"+talk, record{"text": text, "clientId": text}).must(t, 200).text("_id"))
	}
	agree := func(when string, want float64, devices ...client) {
		t.Helper()
		for name, v := range map[string]visitor{"west": tom, "east": tomEast} {
			if got := v.do(t, "GET /messages/total-unread", nil).must(t, 200).at("total"); got != want {
				t.Errorf("%s: %v lines are unread in the %s, want %v", when, got, name, want)
			}
			if got := v.do(t, "GET /conversations", nil).must(t, 200).at("data.0.totalNotSeenMessages"); got != want {
				t.Errorf("%s: the list in the %s has %v unread, want %v", when, name, got, want)
			}
		}
		for _, device := range devices {
			device.hears(t, "nofify_read_messages_in_conversation", record{"total": want})
		}
	}
	for n := range 3 {
		write(nina, fmt.Sprintf("line %d", n))
	}
	agree("three lines", 3, phone, desk)
	nina.do(t, "DELETE /messages/"+lines[1], nil).must(t, 200)
	agree("one is deleted", 2, phone, desk)

	between.Stop()
	write(nina, "while the nodes are apart")
	agree("apart", 3, desk)
	between.Start()
	testkit.Eventually(t, "the nodes are joined again", func() bool {
		write(nina, fmt.Sprintf("joined at %d", time.Now().UnixNano()))
		return phone.count("message/created", record{"_id": lines[len(lines)-1]}) > 0
	})
	total, _ := tom.do(t, "GET /messages/total-unread", nil).must(t, 200).at("total").(float64)
	agree("joined again", total)

	tomEast.do(t, "POST /messages/read-all", record{"conversationId": talk}).must(t, 200, `"total":0`)
	agree("read in the east", 0, phone, desk)
	hers.hears(t, "conversation/marked", record{"conversationId": talk})
	write(nina, "one more")
	tom.do(t, "DELETE /messages/"+talk+"/remove-all-message", nil).must(t, 200)
	tom.do(t, "GET /conversations", nil).must(t, 200, `"total":0`)
	tomEast.do(t, "GET /messages/total-unread", nil).must(t, 200, `"total":0`)
}

// Somebody is told once of a conversation in which something waits, however many lines come, and of nothing that they
// read meanwhile; a notice has nothing of what was written, and a block leaves no trace.
func TestNoticeOfAMessage(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom"})
	nina, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	write := func(text string) {
		t.Helper()
		nina.do(t, "POST /messages/conversations/"+talk, record{"text": text}).must(t, 200)
	}
	told := func(total, unread int) {
		t.Helper()
		testkit.Eventually(t, fmt.Sprintf("%d notices, %d unread", total, unread), func() bool {
			list, _ := tom.do(t, "GET /notices?group=message", nil).must(t, 200).at("data").([]any)
			return len(list) == total && tom.do(t, "GET /notices/unread", nil).text("total") == fmt.Sprint(unread)
		})
	}
	write("secret one")
	told(1, 1)
	write("secret two")
	list := tom.do(t, "GET /notices", nil).must(t, 200, "nina wrote to you", "/messages?toSource=performer", s.ids["nina"])
	if strings.Contains(string(list.body), "secret") {
		t.Errorf("a notice repeats what was written: %s", list.body)
	}
	tom.do(t, "POST /messages/read-all", record{"conversationId": talk}).must(t, 200)
	told(1, 0)
	write("secret three")
	told(2, 1)
	tom.do(t, "PUT /users", record{"country": "FR"}).must(t, 200)
	nina.do(t, "POST /performers/blocking/update", record{"countries": []string{"NL"}}).must(t, 200)
	tom.do(t, "GET /notices/unread", nil).must(t, 200, `"total":1`)
	nina.do(t, "POST /performers/blocking/update", record{"countries": []string{"FR"}}).must(t, 200)
	told(0, 0)
	nina.do(t, "POST /performers/blocking/update", record{"countries": []string{}}).must(t, 200)
	tom.do(t, "POST /messages/read-all", record{"conversationId": talk}).must(t, 200)
	write("secret four")
	told(1, 1)
	nina.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	told(0, 0)
}

// Whose country she blocks writes from there: whom she talks to is elsewhere, and where her call comes from says
// nothing of them. A block is told to nobody by a socket either.
func TestOnesOwnCountryIsBlocked(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Performer, Username: "lena"},
		app.Resident{Role: account.Member, Username: "tom"})
	nina, lena, tom := s.in(t, account.Performer, "nina").from(dutch), s.in(t, account.Performer, "lena").from(dutch), s.in(t, account.Member, "tom")
	for _, v := range []visitor{nina, lena} {
		v.do(t, "POST /performers/blocking/update", record{"countries": []string{"NL"}}).must(t, 200)
	}
	wires := plug(t)
	phone := wires.connect(t, "tom", tom)
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	other := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["lena"]}).must(t, 200).text("_id")
	lena.do(t, "POST /messages/conversations/"+other, record{"text": "hello"}).must(t, 200)
	line := nina.do(t, "POST /messages/conversations/"+talk, record{"text": "hello"}).must(t, 200).text("_id")
	phone.hears(t, "nofify_read_messages_in_conversation", record{"total": 2})
	nina.do(t, "POST /conversations", record{"source": "user", "sourceId": s.ids["tom"]}).must(t, 200)

	nina.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	told := phone.count("conversation/changed", record{"_id": talk})
	nina.do(t, "POST /messages/read-all", record{"conversationId": talk}).must(t, 200)
	nina.do(t, "DELETE /messages/"+line, nil).must(t, 200)
	lena.do(t, "POST /messages/conversations/"+other, record{"text": "again"}).must(t, 200)
	phone.hears(t, "message/created", record{"text": "again"})
	if phone.count("message/deleted", nil) != 0 || phone.count("conversation/marked", nil) != 0 || phone.count("conversation/changed", record{"_id": talk}) != told {
		t.Error("who is blocked was told of what she does")
	}
	tom.do(t, "POST /conversations/"+talk+"/report", record{"reason": "abuse"}).must(t, 200)
}
