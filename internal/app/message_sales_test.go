package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/id"
	"limelight/internal/testkit"
)

// offers sends a photo that costs something, and returns its line.
func offers(t *testing.T, performer visitor, talk string, fields record) answer {
	t.Helper()
	declared, err := json.Marshal(agreed["consents"])
	if err != nil {
		t.Fatal(err)
	}
	form := map[string]string{"conversationId": talk, "price": "20", "consents": string(declared), "clientId": id.New(time.Now())}
	for name, value := range fields {
		form[name] = fmt.Sprint(value)
	}
	return performer.do(t, "POST /messages/private/file", newForm(form).file("file", "beach.jpg", photo(t, 600, 400)))
}

// newest is the newest line of a conversation as somebody reads it.
func newest(t *testing.T, who visitor, talk string) answer {
	t.Helper()
	return who.do(t, "GET /messages/conversations/"+talk+"?limit=1", nil).must(t, 200)
}

// approved is a photo that staff have let be shown, at 20 tokens.
func approved(t *testing.T, s *site, nina visitor, talk string) (line string) {
	t.Helper()
	held := offers(t, nina, talk, nil).must(t, 200, `"isHeld":true`, `"reviewState":"pending"`).text("_id")
	s.in(t, account.Admin, "ada").do(t, "POST /admin/messages/"+held+"/release", nil).must(t, 200)
	return newest(t, nina, talk).text("data.0._id")
}

// pays opens a photo.
func pays(t *testing.T, who visitor, line, key string) answer {
	t.Helper()
	return who.with("Idempotency-Key", key).do(t, "POST /messages/photos/"+line+"/unlock", record{"price": 20})
}

// A photo that is sold goes through the review, is seen by nobody before and by nobody else but who pays for it; both
// sides' devices, statements and notices say so, and a refund closes it.
func TestPhotoForSale(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	ada, ann := s.in(t, account.Admin, "ada"), s.in(t, account.Member, "ann")
	wires := plug(t)
	onNina, phone, desk := wires.connect(t, "nina", nina), wires.connect(t, "phone", tom), wires.connect(t, "desk", tom)

	sizes := []string{"card", "page", "full"}
	address := func(line, size string) string { return "/files/photos/" + line + "/" + size + ".webp" }
	has := func(name string, who visitor, line string, want map[string]bool) {
		t.Helper()
		absent := who.request(t, "GET", address(s.ids["nina"], "full"), nil)
		for _, size := range append(sizes, "blur") {
			for _, ending := range []string{".webp", ".jpg"} {
				path := strings.TrimSuffix(address(line, size), ".webp") + ending
				got := who.request(t, "GET", path, nil)
				if want[size] != (got.status == 200) || !want[size] && !bytes.Equal(got.body, absent.body) {
					t.Errorf("%s: %s is answered %d, want it sent: %v", name, path, got.status, want[size])
				}
			}
		}
	}
	nothing, blur, all := map[string]bool{}, map[string]bool{"blur": true}, map[string]bool{"card": true, "page": true, "full": true, "blur": true}

	held := offers(t, nina, talk, record{"clientId": "p1"}).must(t, 200, `"isHeld":true`, `"reviewState":"pending"`, `"price":20`)
	if again := offers(t, nina, talk, record{"clientId": "p1"}).must(t, 200); again.text("_id") != held.text("_id") {
		t.Error("one photo was sent twice")
	}
	newest(t, tom, talk).must(t, 200, `"total":0`)
	tom.do(t, "GET /messages/total-unread", nil).must(t, 200, `"total":0`)
	has("its member before the review", tom, held.text("_id"), nothing)
	has("its performer", nina, held.text("_id"), all)
	pays(t, tom, held.text("_id"), "early").must(t, 404)
	ada.do(t, "GET /admin/messages/held", nil).must(t, 200, `"total":1`, `"price":20`, `"declared":{"onlyMe":true,"others":[]`)
	ada.do(t, "POST /admin/messages/"+held.text("_id")+"/release", nil).must(t, 200)

	line := newest(t, nina, talk).must(t, 200, `"reviewState":"approved"`, `"unlocks":0`, `"earned":0`).text("data.0._id")
	phone.hears(t, "message/created", record{"_id": line, "photo.locked": true, "photo.price": 20, "photo.full": nil, "photo.unlocks": nil})
	onNina.hears(t, "message/created", record{"_id": line, "photo.reviewState": "approved", "photo.full": address(line, "full")})
	shown := newest(t, tom, talk).must(t, 200, `"locked":true`, address(line, "blur"), `"price":20`)
	for _, size := range sizes {
		if strings.Contains(string(shown.body), address(line, size)) {
			t.Errorf("the address of the %s is told to who has not paid", size)
		}
	}
	has("who has not paid", tom, line, blur)
	for name, v := range map[string]visitor{"another member": ann, "a guest": s.guest()} {
		has(name, v, line, nothing)
	}

	pressed := tom.with("Idempotency-Key", "one press")
	pressed.do(t, "POST /messages/photos/"+line+"/unlock", record{"price": 19}).must(t, 409, `"price_changed"`, `"price":20`)
	opened := pressed.with("Idempotency-Key", "p").do(t, "POST /messages/photos/"+line+"/unlock", record{"price": 20}).must(t, 200, `"balance":80`, address(line, "full"))
	if opened.at("photo.locked") != nil {
		t.Errorf("what was paid is locked: %s", opened.sum())
	}
	pays(t, tom, line, "p").must(t, 200, `"balance":80`)
	pays(t, tom, line, "another").must(t, 409, `"already_unlocked"`)
	has("who has paid", tom, line, all)
	has("another member", ann, line, nothing)
	desk.hears(t, "message/changed", record{"_id": line, "photo.full": address(line, "full"), "photo.locked": nil})
	onNina.hears(t, "message/changed", record{"_id": line, "photo.unlocks": 1, "photo.earned": 16})
	toldTimes(t, nina, "purchase", 1)
	nina.do(t, "GET /earning/performer/search?type=messagePhoto", nil).must(t, 200, `"total":1`, `"originalPrice":20`, `"netPrice":16`)
	tom.do(t, "GET /transactions/user/search", nil).must(t, 200, `"type":"messagePhoto"`, `"balance":80`)
	s.audit(t)

	source := tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"type":"messagePhoto"`, `"reasons":["not_as_promised","other"]`).text("data.0.sourceId")
	asked := tom.do(t, "POST /refund-requests", record{"type": "messagePhoto", "sourceId": source, "reason": "other", "text": "It is black."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "It is black."}).must(t, 200, `"resolution":"full"`)
	desk.hears(t, "message/changed", record{"_id": line, "photo.locked": true, "photo.full": nil})
	onNina.hears(t, "message/changed", record{"_id": line, "photo.unlocks": 0, "photo.earned": 0})
	has("who has it back", tom, line, blur)
	s.audit(t)
	pays(t, tom, line, "once more").must(t, 200, `"balance":80`)
	has("who has paid again", tom, line, all)
	s.audit(t)
}

// Fifty presses at once, under one key and under many, open a photo once.
func TestPhotoOfManyClicks(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	line := approved(t, s, nina, talk)
	var done, other atomic.Int64
	var all sync.WaitGroup
	for n := range 50 {
		all.Go(func() {
			switch got := pays(t, tom, line, fmt.Sprint("key ", n%5)); got.status {
			case 200:
				done.Add(1)
			case 409, 429:
				other.Add(1)
			default:
				t.Errorf("a press is answered %s", got.sum())
			}
		})
	}
	all.Wait()
	if done.Load() == 0 || done.Load()+other.Load() != 50 {
		t.Errorf("%d presses were answered with the photo, %d not", done.Load(), other.Load())
	}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":80`)
	s.audit(t)
}

// What cannot be sold is refused, and leaves nothing.
func TestPhotoThatCannotBeSold(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	ada := s.in(t, account.Admin, "ada")
	for name, fields := range map[string]record{
		"too little": {"price": "0"}, "too much": {"price": "10001"}, "a half": {"price": "2.5"}, "no number": {"price": "many"}, "negative": {"price": "-5"},
		"nothing declared": {"consents": ""}, "no JSON": {"consents": "{"}, "nobody agreed": {"consents": `{"onlyMe":true}`},
		"no clientId":  {"clientId": ""},
		"nobody named": {"consents": `{"adults":true,"depicted":true,"published":true,"downloadable":true}`},
	} {
		if got := offers(t, nina, talk, fields); got.status != 422 {
			t.Errorf("%s is answered %s", name, got.sum())
		}
	}
	if got := offers(t, tom, talk, record{"clientId": "c1"}); got.status != 409 { // to whom she asks nothing of
		t.Errorf("a member's sale is answered %s", got.sum())
	}
	theirs := ada.do(t, "POST /conversations", record{"source": "user", "sourceId": s.ids["tom"]}).must(t, 200).text("_id")
	if got := offers(t, ada, theirs, nil); got.status == 200 {
		t.Error("staff sold a photo")
	}
	hers := ada.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	offers(t, nina, hers, nil).must(t, 422, `"price"`)
	newest(t, nina, talk).must(t, 200, `"total":0`)
	ada.do(t, "GET /admin/messages/held", nil).must(t, 200, `"total":0`)

	held := offers(t, nina, talk, nil).must(t, 200).text("_id")
	ada.do(t, "POST /admin/messages/"+held+"/refuse", nil).must(t, 422, `"reason"`)
	ada.do(t, "POST /admin/messages/"+held+"/refuse", record{"reason": "Somebody else is to be seen."}).must(t, 200)
	ada.hasMail(t, "nina", "Your photo was not approved", "Somebody else is to be seen.")
	newest(t, tom, talk).must(t, 200, `"total":0`)
	ada.do(t, "POST /admin/messages/"+held+"/release", nil).must(t, 404)
	s.audit(t)
}

// Who may not see a photo pays nothing for it: no balance, another's, cleared, deleted, blocked on either side.
func TestPhotoThatCannotBeOpened(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	dear := offers(t, nina, talk, record{"price": "101"}).must(t, 200).text("_id")
	s.in(t, account.Admin, "ada").do(t, "POST /admin/messages/"+dear+"/release", nil).must(t, 200)
	tom.do(t, "POST /messages/photos/"+newest(t, tom, talk).text("data.0._id")+"/unlock", record{"price": 101}).must(t, 409, `"insufficient_balance"`)
	line := approved(t, s, nina, talk)
	pays(t, s.in(t, account.Member, "ann"), line, "1").must(t, 404)
	pays(t, nina, line, "1").must(t, 404)
	pays(t, tom, s.ids["nina"], "1").must(t, 404)
	free := nina.do(t, "POST /messages/conversations/"+talk, record{"text": "free"}).must(t, 200).text("_id")
	pays(t, tom, free, "2").must(t, 404)
	tom.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	pays(t, tom, line, "3").must(t, 409, `"blocked"`)
	tom.do(t, "DELETE /conversations/"+talk+"/block", nil).must(t, 200)
	nina.do(t, "POST /conversations/"+talk+"/block", nil).must(t, 200)
	pays(t, tom, line, "4").must(t, 404)
	nina.do(t, "DELETE /conversations/"+talk+"/block", nil).must(t, 200)
	tom.do(t, "DELETE /messages/"+talk+"/remove-all-message", nil).must(t, 200)
	pays(t, tom, line, "5").must(t, 404)
	other := approved(t, s, nina, talk)
	nina.do(t, "DELETE /messages/"+other, nil).must(t, 200)
	pays(t, tom, other, "6").must(t, 404)
	approvedLater := approved(t, s, nina, talk)
	s.in(t, account.Admin, "ada").do(t, "POST /admin/accounts/"+s.ids["nina"]+"/suspend", record{"reason": "a complaint"}).must(t, 200)
	if got := pays(t, tom, approvedLater, "7"); got.status != 404 && got.status != 409 {
		t.Errorf("a photo of who is suspended is answered %s", got.sum())
	}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	s.audit(t)
}

// A photo that its performer deletes stays with who has paid for it, until all of that is given back, or staff delete it.
func TestPhotoThatIsDeleted(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	ada := s.in(t, account.Admin, "ada")
	full := func(line string) string { return "/files/photos/" + line + "/full.webp" }
	line, second := approved(t, s, nina, talk), approved(t, s, nina, talk)
	pays(t, tom, line, "1").must(t, 200)
	pays(t, tom, second, "2").must(t, 200)
	for _, one := range []string{line, second} {
		nina.do(t, "DELETE /messages/"+one, nil).must(t, 200)
		nina.request(t, "GET", full(one), nil).must(t, 404)
		tom.request(t, "GET", full(one), nil).must(t, 200)
	}
	nina.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, `"isDeleted":true`, `"Message deleted"`)
	if got := tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, full(line)); strings.Contains(string(got.body), `"isDeleted":true`) {
		t.Errorf("what he paid for is deleted: %s", got.sum())
	}
	ada.do(t, "DELETE /messages/"+second+"?reason=Somebody+else+is+to+be+seen.", nil).must(t, 200)
	tom.request(t, "GET", full(second), nil).must(t, 404)
	tom.do(t, "GET /transactions/user/search", nil).must(t, 200, `"note":"Given back: what was paid for was taken down"`)

	source := tom.do(t, "GET /refund-requests/payments", nil).must(t, 200, `"total":1`).text("data.0.sourceId")
	asked := tom.do(t, "POST /refund-requests", record{"type": "messagePhoto", "sourceId": source, "reason": "other", "text": "I do not want it any more."}).must(t, 200).text("_id")
	ada.do(t, "PUT /admin/refund-requests/"+asked, record{"status": "resolved", "note": "It is gone."}).must(t, 200)
	testkit.Eventually(t, "what was given back is deleted for both", func() bool {
		got := tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200)
		return !strings.Contains(string(got.body), full(line))
	})
	tom.request(t, "GET", full(line), nil).must(t, 404)
	s.audit(t)
}

// A photo is opened and deleted in the same moment: either it was paid for, and stays, or it was gone, and nothing was paid.
// What staff delete is paid back, whoever came first.
func TestPhotoOpenedWhileItIsDeleted(t *testing.T) {
	const rounds = 4 // for each; a member may open ten an hour
	s, nina, tom, talk := talkers(t, 1000)
	ada := s.in(t, account.Admin, "ada")
	balance := func() float64 { return tom.do(t, "GET /users/me", nil).must(t, 200).at("balance").(float64) }
	deletions := map[string]func(line string) answer{
		"its performer": func(line string) answer { return nina.do(t, "DELETE /messages/"+line, nil) },
		"staff":         func(line string) answer { return ada.do(t, "DELETE /messages/"+line+"?reason=a+complaint", nil) },
	}
	for who, deletes := range deletions {
		for n := range rounds {
			line, before := approved(t, s, nina, talk), balance()
			var opened, deleted answer
			var both sync.WaitGroup
			both.Go(func() { opened = pays(t, tom, line, fmt.Sprint(who, n)) })
			both.Go(func() { deleted = deletes(line) })
			both.Wait()
			deleted.must(t, 200)
			seen, paid := tom.request(t, "GET", "/files/photos/"+line+"/full.webp", nil).status == 200, before-balance()
			if kept := opened.status == 200 && who != "staff"; opened.status != 200 && opened.status != 404 || seen != kept || kept != (paid == 20) || !kept && paid != 0 {
				t.Errorf("deleted by %s, opening it is answered %s: it is seen: %v, paid were %v", who, opened.sum(), seen, paid)
			}
		}
	}
	s.audit(t)
}

// Who may spend no more neither writes where it costs something nor opens a photo; what is free they may write.
func TestSpendingRefusedInConversations(t *testing.T) {
	s, nina, tom, talk := talkers(t, 100)
	line := approved(t, s, nina, talk)
	asks(t, nina, 5)
	tom.do(t, "POST /member/cool-off", record{"hours": 1}).must(t, 200)
	before := tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200).body
	pays(t, tom, line, "1").must(t, 409, `"cool_off"`)
	tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": "c1", "price": 5}).must(t, 409, `"cool_off"`)
	tom.do(t, "POST /messages/conversations/"+talk, record{"text": "See example.com", "clientId": "c2", "price": 5}).must(t, 409, `"cool_off"`)
	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 20, "conversationId": talk}).must(t, 409, `"cool_off"`)
	if after := tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200).body; !bytes.Equal(before, after) {
		t.Errorf("what was refused is in the conversation: %s", after)
	}
	s.in(t, account.Admin, "ada").do(t, "GET /admin/messages/held", nil).must(t, 200, `"total":0`)
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":100`)
	asks(t, nina, 0)
	tom.do(t, "POST /messages/conversations/"+talk, record{"text": "Hello", "clientId": "c3"}).must(t, 200)
	s.audit(t)
}
