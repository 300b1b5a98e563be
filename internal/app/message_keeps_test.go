package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// What a member has opened stays when its performer's account is suspended, or is not listed for anything else: the
// conversation is read as before, and nobody writes or pays in it. From whom she hid it stays hidden.
func TestOpenedPhotosOutliveAnAccount(t *testing.T) {
	for name, goes := range map[string]func(t *testing.T, s *site, nina visitor){
		"suspended": func(t *testing.T, s *site, _ visitor) {
			s.in(t, account.Admin, "ada").do(t, "POST /admin/accounts/"+s.ids["nina"]+"/suspend", record{"reason": "a complaint"}).must(t, 200)
		},
		"suspended by herself": func(t *testing.T, _ *site, nina visitor) {
			nina.do(t, "POST /performers/suspend-account", record{"password": app.Password}).must(t, 200)
		},
		"not listed": func(t *testing.T, s *site, _ visitor) {
			tamper(t, outside(t, s.cfg), `UPDATE performers SET active = FALSE, listed = FALSE WHERE id = '`+s.ids["nina"]+`'`)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, nina, tom, talk := talkers(t, 100)
			ann := s.in(t, account.Member, "ann")
			anns := ann.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
			full := func(line string) string { return "/files/photos/" + line + "/full.webp" }
			line, locked, hidden := approved(t, s, nina, talk), approved(t, s, nina, talk), approved(t, s, nina, anns)
			pays(t, tom, line, "1").must(t, 200)
			pays(t, ann, hidden, "2").must(t, 200)
			nina.do(t, "POST /conversations/"+anns+"/block", nil).must(t, 200)
			goes(t, s, nina)
			s.isGone(t)
			tom.request(t, "GET", full(line), nil).must(t, 200)
			tom.request(t, "GET", full(locked), nil).must(t, 404)
			tom.do(t, "GET /conversations", nil).must(t, 200, talk)
			tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, full(line))
			tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello?"}).must(t, 409, `"no_reply"`)
			pays(t, tom, locked, "3").must(t, 409, `"no_reply"`)
			pays(t, tom, line, "1").must(t, 200, full(line))
			ann.request(t, "GET", full(hidden), nil).must(t, 404)
			ann.do(t, "GET /messages/conversations/"+anns, nil).must(t, 404)
			s.audit(t)
		})
	}
}

// isGone waits until no performer is listed.
func (s *site) isGone(t *testing.T) {
	t.Helper()
	testkit.Eventually(t, "she leaves every list", func() bool { return len(s.column(t, `SELECT id FROM performers WHERE listed`)) == 0 })
}

// What staff take from whoever has opened it is paid back in the same moment, also where the member has asked, for a
// reason that both are told; nobody deletes it without one.
func TestPhotoThatStaffDelete(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	ada := s.in(t, account.Admin, "ada")
	line, asked, unopened := approved(t, s, nina, talk), approved(t, s, nina, talk), approved(t, s, nina, talk)
	pays(t, tom, asked, "1").must(t, 200)
	source := tom.do(t, "GET /refund-requests/payments", nil).text("data.0.sourceId")
	request := tom.do(t, "POST /refund-requests", record{"type": "messagePhoto", "sourceId": source, "reason": "other", "text": "It is black."}).must(t, 200).text("_id")
	pays(t, tom, line, "2").must(t, 200, `"balance":60`)
	for _, reason := range []string{"", "?reason=short"} {
		ada.do(t, "DELETE /messages/"+line+reason, nil).must(t, 422, `"reason"`)
	}
	tom.request(t, "GET", "/files/photos/"+line+"/full.webp", nil).must(t, 200)
	for _, one := range []string{line, asked} {
		for range 2 {
			ada.do(t, "DELETE /messages/"+one+"?reason=Somebody+else+is+to+be+seen.", nil).must(t, 200)
		}
		tom.request(t, "GET", "/files/photos/"+one+"/full.webp", nil).must(t, 404)
	}
	ada.do(t, "DELETE /messages/"+unopened, nil).must(t, 200)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	nina.do(t, "GET /earning/performer/stats", nil).must(t, 200, `"totalNet":0`)
	tom.do(t, "GET /refund-requests/search", nil).must(t, 200, `"total":2`, `"taken_down"`, `"Somebody else is to be seen."`)
	ada.do(t, "PUT /admin/refund-requests/"+request, record{"status": "resolved", "note": "It is black."}).must(t, 409, `"decided"`)
	ada.hasMail(t, "tom", "Your tokens were given back", "Somebody else")
	ada.hasMail(t, "nina", "Your photo was deleted", "Somebody else")
	s.audit(t)
}

// What she deletes and he clears nobody keeps, in whichever order.
func TestPhotoThatNobodyKeeps(t *testing.T) {
	for _, deletesFirst := range []bool{true, false} {
		s, nina, tom, talk := talkers(t, 100)
		line := approved(t, s, nina, talk)
		pays(t, tom, line, "1").must(t, 200)
		deletes := func() { nina.do(t, "DELETE /messages/"+line, nil).must(t, 200) }
		if deletesFirst {
			deletes()
		}
		tom.do(t, "DELETE /messages/"+talk+"/remove-all-message", nil).must(t, 200)
		if !deletesFirst {
			deletes()
		}
		if left := s.column(t, `SELECT id FROM messages WHERE file_id <> '' AND deleted_at = 0`); len(left) != 0 {
			t.Errorf("deleted first: %v: it is kept for ever", deletesFirst)
		}
		s.audit(t)
	}
}

// A repeat of what was paid is answered, whatever became of it: its price, a block, what it answered, haste.
func TestPaidLinesSentAgain(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	asks(t, nina, 5)
	quoted := nina.do(t, "POST /messages/conversations/"+talk, record{"text": "Ask me"}).must(t, 200).text("_id")
	send := func() answer {
		return tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": "c1", "price": 5, "replyTo": quoted})
	}
	sent := send().must(t, 200, `"balance":95`).text("_id")
	tom.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	if again := send().must(t, 200, `"balance":95`).text("_id"); again != sent {
		t.Error("it was written twice")
	}
	tom.do(t, "DELETE /conversations/"+talk+"/block", nil).must(t, 200)
	line := approved(t, s, nina, talk)
	pays(t, tom, line, "once").must(t, 200, `"balance":75`)
	for range 15 {
		pays(t, tom, line, "once").must(t, 200, `"balance":75`)
	}
	declared := offers(t, nina, talk, record{"clientId": "p1"}).must(t, 200).text("_id")
	tom.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	if again := offers(t, nina, talk, record{"clientId": "p1"}).must(t, 200).text("_id"); again != declared {
		t.Error("one photo was sent twice")
	}
	testkit.Eventually(t, "one photo waits", func() bool {
		return strings.Contains(string(s.in(t, account.Admin, "ada").do(t, "GET /admin/messages/held", nil).must(t, 200).body), `"total":1`)
	})
	s.audit(t)
}

// Who may not spend pays nothing for a message or a photo, and nobody pays for a message to who is suspended.
func TestPaidMessagesOfWhoMayNot(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	ada := s.in(t, account.Admin, "ada")
	line := approved(t, s, nina, talk)
	asks(t, nina, 5)
	write := func(key string) answer {
		return tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": key, "price": 5})
	}
	tom.do(t, "PUT /member/spending-limits", record{"daily": 4, "weekly": 0, "monthly": 0}).must(t, 200)
	write("c1").must(t, 409)
	pays(t, tom, line, "1").must(t, 409)
	tom.do(t, "PUT /member/spending-limits", record{"daily": 0, "weekly": 0, "monthly": 0}).must(t, 200)
	tom.do(t, "POST /member/cool-off", record{"hours": 1}).must(t, 200)
	write("c1").must(t, 409)
	pays(t, tom, line, "1").must(t, 409)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	ada.do(t, "POST /admin/accounts/"+s.ids["nina"]+"/suspend", record{"reason": "a complaint"}).must(t, 200)
	s.isGone(t)
	write("c2").must(t, 404)
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 20, "conversationId": talk}).must(t, 404)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	s.audit(t)
}

// A refund of what its member has cleared closes it, and leaves nothing that anybody waits for.
func TestRefundOfAClearedPhoto(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	line := approved(t, s, nina, talk)
	pays(t, tom, line, "1").must(t, 200)
	tom.do(t, "DELETE /messages/"+talk+"/remove-all-message", nil).must(t, 200)
	tom.request(t, "GET", "/files/photos/"+line+"/full.webp", nil).must(t, 404)
	source := tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"total":1`).text("data.0.sourceId")
	asked := tom.do(t, "POST /refund-requests", record{"type": "messagePhoto", "sourceId": source, "reason": "other", "text": "I do not want it any more."}).must(t, 200).text("_id")
	s.in(t, account.Admin, "ada").do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "It is gone."}).must(t, 200)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	testkit.Eventually(t, "she reads that nobody has it open", func() bool {
		return strings.Contains(string(newest(t, nina, talk).body), `"unlocks":0`)
	})
	pays(t, tom, line, "2").must(t, 404)
	s.audit(t)
}
