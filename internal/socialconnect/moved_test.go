package socialconnect_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/socialconnect"
	"limelight/internal/testkit"
)

// Another address is another X: it gets no tokens of the old one, and opens nobody's account.
func TestAnotherAddress(t *testing.T) {
	s, in := connected(t), browser{}
	tom := testkit.Person(t, s.db, account.Member, "tom")
	if end := s.consents(t, tom, browser{}); end != "connected" {
		t.Fatalf("tom is led back with %s", end)
	}
	revoked, ended := testkit.Hear[socialconnect.Revoked](s.bus), testkit.Hear[socialconnect.IdentityChanged](s.bus)
	proved := map[string]string{"flow": s.consents(t, guest, in)}
	asked, err := s.x.Consent(s.asks(t, guest, in))
	if err != nil {
		t.Fatal(err)
	}
	s.goesLive(t, "s1")

	moved := s.x.Setup()
	moved["apiUrl"] = strings.Replace(moved["apiUrl"].(string), "127.0.0.1", "localhost", 1)
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", moved).must(t, 200, "")
	s.sends(t)
	s.has(t, 0)
	if p := s.sees(t); p.Failure != socialconnect.Reconnect {
		t.Errorf("she sees %+v", p)
	}
	s.call(t, guest, in, "POST /auth/twitter/login", proved).must(t, 409, "begin_again")
	if to := s.returns(t, guest, in, asked).Query().Get("twitter"); to != "expired" {
		t.Errorf("the question of before leads back with %s", to)
	}
	s.call(t, tom, nil, "GET /social-connect/sign-in", nil).must(t, 200, `"data":{}`)
	s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).must(t, 200, `"needsReconnect":true`)
	if got := revoked.Latest(t); len(got) != 1 || got[0].AccountID != "nina" {
		t.Errorf("it is told of performers %+v", got)
	}
	if got := ended.Latest(t); len(got) == 0 || got[len(got)-1] != (socialconnect.IdentityChanged{AccountID: "tom", Username: "nina_x"}) {
		t.Errorf("it is told of members %+v", got)
	}
}

// Another client of the same X has no tokens, but X knows its people by the same ids.
func TestAnotherClient(t *testing.T) {
	s := connected(t)
	tom := testkit.Person(t, s.db, account.Member, "tom")
	if end := s.consents(t, tom, browser{}); end != "connected" {
		t.Fatalf("tom is led back with %s", end)
	}
	other := s.x.Setup()
	other["clientId"] = "another"
	s.call(t, s.ada, nil, "PUT /admin/social-connect/twitter", other).must(t, 200, "")
	s.call(t, tom, nil, "GET /social-connect/sign-in", nil).must(t, 200, `"username":"nina_x"`)
	s.call(t, s.nina, nil, "GET /social-connect/twitter", nil).must(t, 200, `"needsReconnect":true`)
}

// Whoever does not hold a session's fresh proof, or was invited today, sets nothing up.
func TestWhoSetsUp(t *testing.T) {
	s := setup(t)
	long, fresh := s.ada, s.ada
	long.Proved, fresh.NewAdmin = false, true
	s.call(t, long, nil, "PUT /admin/social-connect/twitter", s.x.Setup()).must(t, 403, "step_up_required")
	s.call(t, fresh, nil, "PUT /admin/social-connect/twitter", s.x.Setup()).must(t, 403, "")
}
