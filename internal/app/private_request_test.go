package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// A performer hears of a request for a private show: of which stream, where they would talk, and who asks.
func TestARequestIsTold(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 1000})
	nina, tom := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	wires := plug(t)
	onNina, onTom := wires.connect(t, "nina", nina), wires.connect(t, "tom", tom)
	nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	asked := tom.do(t, "POST /streaming/private-chat/"+s.ids["nina"], record{"balance": "exact"}).must(t, 200)
	told := record{
		"id": asked.text("sessionId"), "conversationId": asked.text("conversation"),
		"user.username": "tom", "user.avatar": "", "user.balance": 1000.0,
	}
	if got := onNina.hears(t, "private-chat-request", told); got["createdAt"] == nil {
		t.Errorf("she does not hear when: %v", got)
	}
	if onTom.count("private-chat-request", nil) > 0 {
		t.Error("he hears of his own request")
	}
	if got := nina.do(t, "GET /streaming/private-chat/requests", nil).must(t, 200).text("data.0.id"); got != asked.text("sessionId") {
		t.Errorf("the list has the request %s, want %s", got, asked.text("sessionId"))
	}
}
