package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// The number of a card that somebody types reaches nobody and is kept nowhere: in a room, with a
// tip, in a profile, in a letter to the operator.
func TestCardNumbersAreMasked(t *testing.T) {
	s := open(t,
		app.Resident{Role: account.Member, Username: "tom", Tokens: 100}, app.Resident{Role: account.Performer, Username: "nina"})
	const typed, shown = "mine is 4242 4242-4242 4242", "mine is ••••••••••••4242"
	wires := plug(t)
	nina, tom, ninaID := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.ids["nina"]
	room := s.guest().do(t, "GET /conversations/stream/public/"+ninaID, nil).must(t, 200).text("_id")
	heard := wires.connect(t, "guest", s.guest()).enter(t, room)

	tom.do(t, "POST /messages/stream/public/conversations/"+room, record{"text": typed}).must(t, 200, shown)
	heard.hears(t, "message/created", record{"text": shown})
	tom.do(t, "POST /member/send-tip-token/"+ninaID, record{"token": 15, "note": typed, "conversationId": room}).must(t, 200)
	heard.hears(t, "message/created", record{"type": "tip", "text": shown})
	nina.do(t, "PUT /performers", record{"aboutMe": typed, "headline": typed}).must(t, 200)
	s.guest().do(t, "GET /performers/nina/view", nil).must(t, 200, shown)
	s.guest().do(t, "POST /contact", record{"name": "Tom", "email": "tom@example.com", "subject": typed, "message": typed}).must(t, 200)

	d := testkit.Open(t, s.cfg.Where())
	for _, column := range []string{
		"messages.text", "tips.note", "performers.about", "performers.headline", "contact_messages.subject", "contact_messages.message", "mails.body_text",
	} {
		table, name, _ := strings.Cut(column, ".")
		if n := testkit.Int(t, d, "SELECT COUNT(*) FROM "+table+" WHERE "+name+" LIKE '%4242 4242%'"); n != 0 {
			t.Errorf("%s keeps it", column)
		}
	}
}
