package app_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// talkers are Nina, who performs, and Tom, who has so many tokens.
func talkers(t *testing.T, tokens int64) (s *site, nina, tom visitor, talk string) {
	t.Helper()
	s = open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom", Tokens: tokens},
		app.Resident{Role: account.Member, Username: "ann", Tokens: 100}, app.Resident{Role: account.Admin, Username: "ada"})
	nina, tom = s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	return s, nina, tom, tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
}

func asks(t *testing.T, performer visitor, price int) {
	t.Helper()
	performer.do(t, "PUT /performers/me/message-price", record{"price": price}).must(t, 200, fmt.Sprintf(`"price":%d`, price))
}

// A performer asks something for a line: who has seen that pays it, once, and both read what it was. Her own are free.
func TestPaidMessages(t *testing.T) {
	s, nina, tom, talk := talkers(t, 12)
	send := func(body record) answer { return tom.do(t, "POST /messages/conversations/"+talk, body) }
	send(record{"text": "Free so far", "clientId": "c0"}).must(t, 200)
	nina.do(t, "GET /performers/me/message-price", nil).must(t, 200, `"price":0`)
	for _, price := range []any{-1, 1001, 2.5} {
		nina.do(t, "PUT /performers/me/message-price", record{"price": price}).must(t, 422, `"price"`)
	}
	tom.do(t, "PUT /performers/me/message-price", record{"price": 5}).must(t, 403)
	asks(t, nina, 5)
	tom.do(t, "GET /conversations", nil).must(t, 200, `"messagePrice":5`)
	if got := nina.do(t, "GET /conversations/"+talk, nil).must(t, 200); got.at("messagePrice") != nil {
		t.Errorf("she is told that she pays: %s", got.sum())
	}

	send(record{"text": "unseen", "clientId": "c1"}).must(t, 409, `"price_changed"`, `"price":5`)
	send(record{"text": "another", "clientId": "c1", "price": 4}).must(t, 409, `"price_changed"`, `"price":5`)
	send(record{"text": "twice?", "price": 5}).must(t, 422, `"clientId"`)
	first := send(record{"text": "Hello", "clientId": "c1", "price": 5}).must(t, 200, `"token":5`, `"balance":7`)
	for range 2 {
		if again := send(record{"text": "Hello", "clientId": "c1", "price": 5}).must(t, 200, `"token":5`, `"balance":7`); again.text("_id") != first.text("_id") {
			t.Error("the same line was written twice")
		}
	}
	asks(t, nina, 6)
	send(record{"text": "Hello", "clientId": "c1", "price": 5}).must(t, 200, `"balance":7`)
	nina.do(t, "POST /messages/conversations/"+talk, record{"text": "My pleasure"}).must(t, 200)
	nina.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, `"token":5`, `"total":3`)
	nina.do(t, "GET /earning/performer/search?type=message", nil).must(t, 200, `"total":1`, `"originalPrice":5`)
	tom.do(t, "GET /transactions/user/search", nil).must(t, 200, `"type":"message"`, `"balance":7`, `"total":2`)
	tom.do(t, "DELETE /messages/"+first.text("_id"), nil).must(t, 200)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":7`)

	ann := s.in(t, account.Member, "ann")
	talk = ann.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200, `"messagePrice":6`).text("_id")
	send = func(body record) answer { return ann.do(t, "POST /messages/conversations/"+talk, body) }
	send(record{"text": "more", "clientId": "c2", "price": 5}).must(t, 409, `"price":6`)
	send(record{"text": "more", "clientId": "c2", "price": 6}).must(t, 200, `"balance":94`)
	asks(t, nina, 95)
	before := nina.do(t, "GET /conversations", nil).must(t, 200).body
	send(record{"text": "too much", "clientId": "c3", "price": 95}).must(t, 409, `"insufficient_balance"`)
	if after := nina.do(t, "GET /conversations", nil).must(t, 200).body; string(after) != string(before) {
		t.Errorf("what could not be paid changed her list: %s", after)
	}
	asks(t, nina, 0)
	send(record{"text": "costs nothing by now", "clientId": "c4", "price": 95}).must(t, 409, `"price":0`)
	if free := send(record{"text": "nothing", "clientId": "c4"}).must(t, 200); free.at("balance") != nil {
		t.Errorf("a free line is answered with a balance: %s", free.sum())
	}
	s.audit(t)
}

// Fifty presses of one button at once are one line, charged once.
func TestPaidMessageOfManyClicks(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	asks(t, nina, 7)
	tom.do(t, "GET /conversations", nil).must(t, 200, `"messagePrice":7`)
	var wrote atomic.Int64
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": "once", "price": 7}).status == 200 {
				wrote.Add(1)
			}
		})
	}
	all.Wait()
	if wrote.Load() == 0 {
		t.Error("nobody was answered")
	}
	tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, `"total":1`)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":93`)
	s.audit(t)
}

// What waits for staff is paid into a hold: she earns it when it is let go, and he has it back when it never will be.
func TestPaidMessagesThatWait(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	ada := s.in(t, account.Admin, "ada")
	asks(t, nina, 10)
	held := func(id string) string {
		t.Helper()
		return tom.do(t, "POST /messages/conversations/"+talk, record{"text": "See example.com " + id, "clientId": id, "price": 10}).must(t, 200, `"isHeld":true`).text("_id")
	}
	has := func(his, hers int) {
		t.Helper()
		tom.do(t, "GET /users/me", nil).must(t, 200, fmt.Sprintf(`"balance":%d`, his))
		nina.do(t, "GET /earning/performer/stats", nil).must(t, 200, fmt.Sprintf(`"totalNet":%d`, hers))
		s.audit(t)
	}
	one, two, three := held("c1"), held("c2"), held("c3")
	has(70, 0)
	ada.do(t, "POST /admin/messages/"+one+"/release", nil).must(t, 200)
	has(70, 8)
	ada.do(t, "POST /admin/messages/"+two+"/refuse", nil).must(t, 200)
	has(80, 8)
	tom.do(t, "DELETE /messages/"+three, nil).must(t, 200)
	has(90, 8)
	held("c4")
	tom.do(t, "DELETE /messages/"+talk+"/remove-all-message", nil).must(t, 200)
	has(90, 8)
	ada.do(t, "POST /admin/messages/"+one+"/release", nil).must(t, 404)

	tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"total":1`, `"type":"message"`)
	source := tom.do(t, "GET /refund-requests/payments", nil).text("data.0.sourceId")
	asked := tom.do(t, "POST /refund-requests", record{"type": "message", "sourceId": source, "reason": "mistake", "text": "I wrote to the wrong person."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "It was a mistake."}).must(t, 200, `"resolution":"full"`)
	has(100, 0)
}

// Who may not write pays nothing: blocked on either side, gone, over.
func TestPaidMessagesRefused(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	asks(t, nina, 5)
	refused := func(status int) {
		t.Helper()
		tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": "c1", "price": 5}).must(t, status)
		tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 20, "conversationId": talk}).must(t, 404)
		tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	}
	tom.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	refused(409)
	tom.do(t, "DELETE /conversations/"+talk+"/block", nil).must(t, 200)
	nina.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	refused(404)
	nina.do(t, "DELETE /conversations/"+talk+"/block", nil).must(t, 200)
	s.in(t, account.Member, "ann").do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": "c1", "price": 5}).must(t, 404)
	nina.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, `"total":0`)
	s.audit(t)
}

// A tip in a conversation is a line of it, which no other room, goal or notice of a message repeats.
func TestTipInAConversation(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	wires := plug(t)
	onNina, onTom := wires.connect(t, "nina", nina), wires.connect(t, "tom", tom)
	tip := record{"token": 20, "conversationId": talk, "note": "For you", "anonymous": true}
	pressed := tom.with("Idempotency-Key", "one press")
	for range 2 {
		pressed.do(t, "POST /member/send-tip-token/"+s.ids["nina"], tip).must(t, 200, `"balance":80`)
	}
	for _, device := range []client{onNina, onTom} {
		device.hears(t, "message/created", record{"type": "tip", "token": 20, "text": "For you", "conversationId": talk, "senderInfo.username": "tom"})
	}
	onNina.hears(t, "tipped", record{"token": 20})
	onNina.hears(t, "conversation/changed", record{"_id": talk, "totalNotSeenMessages": 1})
	tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, `"total":1`)
	toldTimes(t, nina, "tip", 1)
	toldTimes(t, nina, "message", 0)
	tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Did you see it?"}).must(t, 200)
	toldTimes(t, nina, "message", 1)
	tom.do(t, "POST /messages/conversations/"+talk, record{"text": "And this?"}).must(t, 200)
	pressed.with("Idempotency-Key", "another").do(t, "POST /member/send-tip-token/"+s.ids["nina"], tip).must(t, 200, `"balance":60`)
	toldTimes(t, nina, "tip", 2)
	toldTimes(t, nina, "message", 1)

	linked := record{"token": 20, "conversationId": talk, "note": "See example.com"} // which waited for staff as a message
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], linked).must(t, 422, `"note"`, "Must not have links")
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":60`)
	ann := s.in(t, account.Member, "ann")
	ann.do(t, "POST /member/send-tip-token/"+s.ids["nina"], tip).must(t, 404)
	if n := onNina.count("room/tip", nil); n != 0 {
		t.Error("a room was shown what was tipped in a conversation")
	}
	s.audit(t)
}

// toldTimes waits until somebody has so many notices of a group.
func toldTimes(t *testing.T, who visitor, group string, times int) {
	t.Helper()
	testkit.Eventually(t, fmt.Sprintf("%d notices of %s", times, group), func() bool {
		list, _ := who.do(t, "GET /notices?group="+group, nil).must(t, 200).at("data").([]any)
		return len(list) == times
	})
}
