package app_test

import (
	"strings"
	"testing"
	"unicode"

	"limelight/internal/account"
	"limelight/internal/app"
)

// The number of a card that somebody types reaches nobody and is kept nowhere, in
// whichever text it is typed: a room, a tip, a profile, a title, a request, a letter
// to the operator, a reason of staff.
func TestCardNumbersAreMasked(t *testing.T) {
	o := openOffice(t)
	const typed, shown = "mine is 4242.4242  4242\u00a04242 12 29", "mine is ••••••••••••4242 12 29"
	wires := plug(t)
	nina, ninaID := o.in(t, account.Performer, "nina"), o.ids["nina"]
	room := o.guest().do(t, "GET /conversations/stream/public/"+ninaID, nil).must(t, 200).text("_id")
	heard := wires.connect(t, "guest", o.guest()).enter(t, room)

	o.tom.do(t, "POST /messages/stream/public/conversations/"+room, record{"text": typed}).must(t, 200, shown)
	heard.hears(t, "message/created", record{"text": shown})
	o.tom.do(t, "POST /member/send-tip-token/"+ninaID, record{"token": 15, "note": typed, "conversationId": room}).must(t, 200)
	heard.hears(t, "message/created", record{"type": "tip", "text": shown})
	o.guest().do(t, "POST /contact", record{"name": typed, "email": "tom@example.com", "subject": typed, "message": "mine is 4242 4242\n4242 4242"}).must(t, 200)
	o.tom.do(t, "PUT /users", record{"name": typed}).must(t, 200)
	o.in(t, account.Studio, "sam").do(t, "PUT /studio/update", record{"name": typed}).must(t, 200)
	o.guest().from("198.51.100.7").do(t, "POST /auth/users/register", record{
		"username": "una", "email": "una@example.com", "password": app.Password, "dateOfBirth": "1990-05-01", "name": typed}).must(t, 200)

	nina.do(t, "PUT /performers", record{"name": typed, "aboutMe": typed, "headline": typed, "welcomeMessage": typed, "hair": typed, "eyes": typed,
		"bodyType": typed, "sexualPreference": typed, "ethnicity": typed, "tags": []string{"4242424242424242"}}).must(t, 200)
	o.guest().do(t, "GET /performers/nina/view", nil).must(t, 200, shown)
	nina.do(t, "POST /performers/streaming-status/update", record{"headline": typed}).must(t, 200)
	nina.do(t, "PUT /tip-menu", record{"items": []record{{"label": typed, "token": 20}}}).must(t, 200)
	nina.do(t, "POST /goals", record{"title": typed, "target": 100}).must(t, 200)
	nina.do(t, "POST /wheels", record{"label": typed, "weight": 1, "color": "#112233"}).must(t, 200)
	nina.do(t, "POST /streaming/live", record{"title": typed}).must(t, 200)
	nina.do(t, "POST /streaming/stop", nil).must(t, 200)
	nina.do(t, "POST /streaming/group-chat", record{"title": typed}).must(t, 200)

	tip := o.tom.do(t, "POST /member/send-tip-token/"+o.ids["lena"], record{"token": 25}).must(t, 200).text("_id")
	asked := o.tom.do(t, "POST /refund-requests", record{"type": "tip", "sourceId": tip, "reason": "duplicate", "text": typed}).must(t, 200).text("_id")
	o.ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "rejected", "note": typed}).must(t, 200)
	o.ada.do(t, "POST /admin/accounts/"+o.ids["tim"]+"/suspend", record{"reason": typed}).must(t, 200)
	o.ada.do(t, "POST /admin/payments/packages", record{"name": typed, "price": 100, "currency": "USD", "tokens": 10}).must(t, 200)
	o.ada.do(t, "PUT /admin/commissions/accounts/"+ninaID, record{"rates": []record{{"kind": "tip", "site": 10}}, "reason": typed}).must(t, 200)
	o.ada.do(t, "POST /admin/performer-categories", record{"name": typed, "slug": "songs"}).must(t, 200)
	o.ada.do(t, "POST /admin/posts", record{"title": typed, "shortDescription": typed, "content": "<p>Hello.</p>"}).must(t, 200)
	entry := o.entry(5)
	entry["reason"] = typed
	o.ada.do(t, "POST /admin/payments/entries", entry).must(t, 200)
	o.ada.do(t, "PUT /admin/payouts/requests/"+o.earns("lena"), record{"status": "rejected", "note": typed}).must(t, 200)

	masked, d := 0, outside(t, o.cfg)
	for _, table := range tables(t, o.cfg) {
		dumped(t, d, table, func(column, value string) {
			digits := strings.Map(func(r rune) rune {
				if unicode.IsDigit(r) {
					return r
				}
				if unicode.IsLetter(r) {
					return ' '
				}
				return -1
			}, value)
			if strings.Contains(digits, "42424242") {
				t.Errorf("%s.%s keeps it: %.200q", table, column, value)
			}
			masked += strings.Count(value, "••••4242")
		})
	}
	if masked < 30 {
		t.Errorf("it was typed into %d texts", masked)
	}
}
