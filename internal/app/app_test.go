package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"regexp"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// The main job on a whole site: a performer registers with identity documents, is
// verified, goes live, is watched, talked to and tipped, and goes home.
func TestMainJob(t *testing.T) {
	t.Parallel()
	cfg := config(t)
	if err := app.CreateAdmin(t.Context(), cfg, "ada@example.com", "ada", app.Password); err != nil {
		t.Fatal(err)
	}
	s := start(t, cfg)
	wires := plug(t)
	ada, _ := s.protects(t, s.login(t, account.Admin, "ada", app.Password))
	ada.do(t, "PUT /admin/settings", record{"requireVerifiedMail": true}).must(t, 200)

	tom := s.comesAsMember(t, ada, "tom")
	nina := s.comesAsPerformer(t, ada, "nina")
	ninaID := nina.do(t, "GET /performers/me", nil).must(t, 200).text("_id")
	key := nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")

	// Nobody sees her before she is verified, not even by way of the media engine.
	nina.do(t, "POST /streaming/live", record{}).must(t, 409, `"error":"identity_in_review"`)
	refused := &whiptest.Refused{}
	if _, err := whiptest.Publish(t.Context(), s.url+"/whip", key, whiptest.Card()); !errors.As(err, &refused) || refused.Status != 409 {
		t.Fatalf("an unverified performer publishes: %v", err)
	}
	s.guest().do(t, "GET /performers/nina/view", nil).must(t, 404)
	s.verifies(t, ada, ninaID)

	// She goes live with a broadcasting program; a guest and a member watch.
	camera, err := whiptest.Publish(t.Context(), s.url+"/whip", key, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	s.isLive(t, ninaID)
	s.guest().do(t, "GET /performers/search?isOnline=true", nil).must(t, 200, `"streamingStatus":"public"`)
	byGuest, byTom := s.watches(t, s.guest(), ninaID), s.watches(t, tom, ninaID)

	room := s.guest().do(t, "GET /conversations/stream/public/"+ninaID, nil).must(t, 200).text("_id")
	onGuest := wires.connect(t, "guest", s.guest()).enter(t, room)
	onTom := wires.connect(t, "tom", tom, "polling").enter(t, room)
	onNina := wires.connect(t, "nina", nina).enter(t, room)
	onGuest.hears(t, "room/state", record{"total": 3, "guests": 1, "streamingStatus": "public"})
	everybody := []client{onGuest, onTom, onNina}

	// They talk.
	s.guest().do(t, "POST /messages/stream/public/conversations/"+room, record{"text": "hello"}).must(t, 401)
	said := tom.do(t, "POST /messages/stream/public/conversations/"+room, record{"text": "Good evening!", "clientId": "c1"}).must(t, 200)
	for _, c := range everybody {
		c.hears(t, "message/created", record{"text": "Good evening!", "senderInfo.username": "tom", "clientId": "c1"})
	}
	for n := range 30 {
		nina.do(t, "POST /messages/stream/public/conversations/"+room, record{"text": fmt.Sprint("line ", n)}).must(t, 200)
	}
	history := s.guest().do(t, "GET /messages/conversations/public/"+room, nil).must(t, 200)
	if newest, oldest, total := history.text("data.0.text"), history.text("data.24.text"), history.text("total"); newest != "line 29" || oldest != "line 5" || total != "31" || history.at("data.25") != nil {
		t.Errorf("a page of the history goes from %q to %q of %s, want the 25 newest of 31", newest, oldest, total)
	}
	nina.do(t, "DELETE /messages/"+said.text("_id"), nil).must(t, 200)
	onTom.hears(t, "message/deleted", record{"_id": said.text("_id")})
	s.guest().do(t, "GET /messages/conversations/public/"+room+"?offset=30", nil).must(t, 200, "Message deleted")

	// He tips; everybody's numbers are right.
	if err := app.Grant(t.Context(), cfg, tom.do(t, "GET /users/me", nil).text("_id"), 100); err != nil {
		t.Fatal(err)
	}
	tom.with("Idempotency-Key", "click").do(t, "POST /member/send-tip-token/"+ninaID,
		record{"token": 25, "conversationId": room, "note": "brava"}).must(t, 200, `"originalPrice":25`, `"balance":75`)
	onNina.hears(t, "tipped", record{"senderInfo.username": "tom", "token": 25, "netPrice": 20, "conversationId": room})
	onNina.hears(t, "balance/changed", record{"balance": 20})
	onTom.hears(t, "balance/changed", record{"balance": 75})
	onGuest.hears(t, "room/tip", record{"username": "tom", "token": 25, "note": "brava", "netPrice": nil})
	if onGuest.count("tipped", nil)+onTom.count("tipped", nil) > 0 {
		t.Error("what she nets is told to others")
	}
	tom.do(t, "GET /users/me", nil).must(t, 200, `"balance":75`)
	nina.do(t, "GET /performers/me", nil).must(t, 200, `"balance":20`)
	nina.do(t, "GET /earning/performer/live", nil).must(t, 200, "20")

	session := s.guest().do(t, "GET /streaming/session/"+ninaID+"/public", nil).must(t, 200).text("sessionId")
	tom.do(t, "GET /conversations/stream/"+session, nil).must(t, 200, `"_id":"`+room+`"`)
	testkit.Eventually(t, "both viewers are counted", func() bool {
		return s.guest().do(t, "GET /streaming/session/"+ninaID+"/public", nil).must(t, 200).text("viewers") == "2"
	})

	// She stops; it is dark for all of them.
	nina.do(t, "POST /streaming/stop", nil).must(t, 200, `"type":"public"`, `"mostViewers":2`, `"tips":1,"net":20}`)
	for _, c := range everybody {
		c.hears(t, "show/ended", record{"conversationId": room, "reason": "performer_left"})
		c.hears(t, "performer/status", record{"id": ninaID, "streamingStatus": "offline", "isOnline": false})
	}
	within2s(t, map[string]<-chan struct{}{"the guest's picture": byGuest.Gone(), "tom's picture": byTom.Gone(), "her camera": camera.Lost()})
	s.guest().do(t, "POST /streaming/join/"+ninaID, nil).must(t, 409, `"error":"offline"`, "This model is offline.")
	s.audit(t)
}

// What ends a person's right to watch, show or listen ends it now.
func TestCut(t *testing.T) {
	s := open(t,
		app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"},
		app.Resident{Role: account.Member, Username: "rob"}, app.Resident{Role: account.Performer, Username: "nina"})
	wires := plug(t)
	ada, nina := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina")
	ninaID := s.ids["nina"]
	room := s.guest().do(t, "GET /conversations/stream/public/"+ninaID, nil).must(t, 200).text("_id")
	key := nina.do(t, "POST /streaming/stream-key", nil).must(t, 200).text("key")
	camera, err := whiptest.Publish(t.Context(), s.url+"/whip", key, whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	s.isLive(t, ninaID)

	t.Run("a logout", func(t *testing.T) {
		tom, other := s.in(t, account.Member, "tom"), s.in(t, account.Member, "tom")
		here, there := s.watches(t, tom, ninaID), s.watches(t, other, ninaID)
		socket, otherSocket := wires.connect(t, "tom", tom), wires.connect(t, "tom elsewhere", other)
		tom.do(t, "POST /auth/logout", nil).must(t, 200)
		within2s(t, map[string]<-chan struct{}{"his picture": here.Gone()})
		socket.hears(t, "session/revoked", nil)
		socket.hears(t, "disconnect", record{"": "io server disconnect"})
		tom.do(t, "GET /users/me", nil).must(t, 401, `"message":"Please log in to continue."`)
		s.still(t, there)
		if otherSocket.count("disconnect", nil) > 0 {
			t.Error("the login on another device was cut, too")
		}
	})
	t.Run("a block", func(t *testing.T) {
		rob, tom := s.in(t, account.Member, "rob"), s.in(t, account.Member, "tom")
		his, toms := s.watches(t, rob, ninaID), s.watches(t, tom, ninaID)
		socket := wires.connect(t, "rob", rob).enter(t, room)
		nina.do(t, "POST /performers/blocking/update", record{"userIds": []string{s.ids["rob"]}}).must(t, 200)
		within2s(t, map[string]<-chan struct{}{"his picture": his.Gone()})
		rob.do(t, "POST /streaming/join/"+ninaID, nil).must(t, 404, "This model does not exist.")
		testkit.Eventually(t, "rob is out of the room", func() bool {
			return socket.emit(t, "room/typing", record{"conversationId": room})["ok"] != true
		})
		if again := socket.emit(t, "room/join", record{"conversationId": room}); again["error"] != "This conversation does not exist." {
			t.Errorf("rob enters again: %v", again)
		}
		s.still(t, toms)
	})
	t.Run("a suspension", func(t *testing.T) {
		guests := s.watches(t, s.guest(), ninaID)
		socket := wires.connect(t, "nina", nina)
		ada.do(t, "POST /admin/accounts/"+ninaID+"/suspend", record{"reason": "unknown person on camera"}).must(t, 200)
		within2s(t, map[string]<-chan struct{}{"the guest's picture": guests.Gone(), "her camera": camera.Lost()})
		socket.hears(t, "session/revoked", nil)
		socket.hears(t, "disconnect", record{"": "io server disconnect"})
		nina.do(t, "GET /performers/me", nil).must(t, 401)
		testkit.Eventually(t, "she is hidden", func() bool {
			return s.guest().do(t, "POST /streaming/join/"+ninaID, nil).status == 404
		})
		refused := &whiptest.Refused{}
		if _, err := whiptest.Publish(t.Context(), s.url+"/whip", key, whiptest.Card()); !errors.As(err, &refused) {
			t.Errorf("a suspended performer publishes: %v", err)
		}
		s.guest().do(t, "POST /auth/performers/login", record{"username": "nina", "password": app.Password}).
			must(t, 401, `"error":"account_suspended"`)
	})
	s.audit(t)
}

// comesAsMember registers, follows the link in the mail and logs in.
func (s *site) comesAsMember(t *testing.T, ada visitor, username string) visitor {
	t.Helper()
	s.guest().do(t, "POST /auth/users/register", record{
		"username": username, "email": username + "@example.com", "password": app.Password, "dateOfBirth": "1990-05-01",
	}).must(t, 200, "Welcome!")
	s.guest().do(t, "POST /auth/users/login", record{"username": username, "password": app.Password}).
		must(t, 401, `"error":"email_unverified"`)
	s.confirms(t, ada, username)
	return s.login(t, account.Member, username, app.Password)
}

// comesAsPerformer does the same with two papers.
func (s *site) comesAsPerformer(t *testing.T, ada visitor, username string) visitor {
	t.Helper()
	fields := map[string]string{
		"username": username, "email": username + "@example.com", "password": app.Password, "dateOfBirth": "1995-03-02", "gender": "female",
	}
	s.guest().do(t, "POST /auth/performers/register", newForm(fields).
		file("idVerification", "passport.jpg", photo(t, 800, 500)).
		file("documentVerification", "face.jpg", photo(t, 600, 600))).must(t, 200, "Welcome!")
	s.confirms(t, ada, username)
	return s.login(t, account.Performer, username, app.Password)
}

var mailedToken = regexp.MustCompile(`token=([\w-]+)`)

// confirms follows the link of the newest mail to somebody. The back office has the
// mail with its link masked.
func (s *site) confirms(t *testing.T, ada visitor, username string) {
	t.Helper()
	to := username + "@example.com"
	list := ada.do(t, "GET /admin/mails?to="+to, nil).must(t, 200)
	masked := ada.do(t, "GET /admin/mails/"+list.text("data.0._id"), nil).must(t, 200)
	token := s.mailedToken(t, to)
	if bytes.Contains(masked.body, []byte(token)) || !bytes.Contains(masked.body, []byte("token=•")) {
		t.Fatalf("the back office shows a link that works: %s", masked.body)
	}
	s.guest().do(t, "GET /verification/confirm?token="+token, nil).must(t, 200)
}

// mailedToken is the secret in the link of the newest mail to an address, as the
// operator reads it with the command line.
func (s *site) mailedToken(t *testing.T, to string) string {
	t.Helper()
	mail, err := app.OpenMail(t.Context(), s.cfg, to)
	if err != nil {
		t.Fatal(err)
	}
	found := mailedToken.FindStringSubmatch(mail.Text)
	if found == nil {
		t.Fatalf("no link in %s", mail.Text)
	}
	return found[1]
}

// verifies is an admin's work: look at both papers, then decide.
func (s *site) verifies(t *testing.T, ada visitor, performerID string) {
	t.Helper()
	var check string
	testkit.Eventually(t, "her papers are in the queue", func() bool {
		list := ada.do(t, "GET /admin/identity-checks", nil).must(t, 200)
		check = list.text("data.0._id")
		return list.text("data.0.account._id") == performerID
	})
	ada.do(t, "GET /admin/identity-checks/"+check+"/documents/idVerification", nil).must(t, 422, "This field is required!")
	for _, paper := range []string{"idVerification", "documentVerification"} {
		seen := ada.do(t, "GET /admin/identity-checks/"+check+"/documents/"+paper+"?reason=new+performer", nil).must(t, 200)
		if _, _, err := image.Decode(bytes.NewReader(seen.body)); err != nil || seen.header.Get("Cache-Control") != "private, no-store" {
			t.Fatalf("the paper %s: %v, %v", paper, err, seen.header)
		}
	}
	paper := record{
		"type": "passport", "number": "C01X00T47", "country": "DE", "expiry": time.Now().AddDate(5, 0, 0).Format(time.DateOnly),
		"legalName": "Nina Example", "birthDate": "1995-03-02",
	}
	ada.do(t, "POST /admin/identity-checks/"+check+"/verify", paper).must(t, 200, `"state":"verified"`, "•••••••47")
	ada.do(t, "POST /admin/identity-checks/"+check+"/verify", paper).must(t, 409, `"error":"already_decided"`)
	log := ada.do(t, "GET /admin/audit-log?subject=identity_check:"+check, nil).must(t, 200, "identity.verified", "new performer")
	if n := strings.Count(string(log.body), `"identity.document_viewed"`); n != 2 {
		t.Errorf("%d looks at her papers are in the audit log, want 2", n)
	}
}

// isLive waits until the performer's picture is at the engine.
func (s *site) isLive(t *testing.T, performerID string) {
	t.Helper()
	testkit.Eventually(t, "the show is live", func() bool {
		return s.guest().do(t, "GET /streaming/session/"+performerID+"/public", nil).text("status") == "live"
	})
}

// watches joins and waits for pictures.
func (s *site) watches(t *testing.T, v visitor, performerID string) *whiptest.Viewer {
	t.Helper()
	joined := v.do(t, "POST /streaming/join/"+performerID, nil).must(t, 200)
	viewer, err := whiptest.Play(t.Context(), joined.text("play.webrtc.url"), joined.text("play.webrtc.token"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(viewer.Close)
	s.still(t, viewer)
	if viewer.Keyframes() == 0 {
		t.Error("pictures without a key picture")
	}
	return viewer
}

// still waits for more pictures.
func (s *site) still(t *testing.T, v *whiptest.Viewer) {
	t.Helper()
	seen := v.Frames()
	testkit.Eventually(t, "the pictures go on", func() bool { return v.Frames() > seen+10 })
}

// within2s proves that all of these end in two seconds, counted from the answer
// to the call that ends them.
func within2s(t *testing.T, ends map[string]<-chan struct{}) {
	t.Helper()
	endWithin(t, 2*time.Second, ends)
}

func endWithin(t *testing.T, limit time.Duration, ends map[string]<-chan struct{}) {
	t.Helper()
	late, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	for what, end := range ends {
		select {
		case <-end:
		case <-late.Done():
			t.Errorf("%s is still there after %v", what, limit)
		}
	}
}

// photo is a picture as a camera makes it.
func photo(t *testing.T, w, h int) []byte {
	t.Helper()
	p := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			p.SetNRGBA(x, y, color.NRGBA{uint8(x * 255 / w), uint8(y * 255 / h), 90, 255})
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, p, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
