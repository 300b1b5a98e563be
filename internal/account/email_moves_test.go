package account_test

import (
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
)

// stopLink is the newest way to stop that was mailed to an address.
func (h *fixture) stopLink(t *testing.T, to string) string {
	t.Helper()
	list := h.letters(t, to)
	for i := len(list) - 1; i >= 0; i-- {
		if strings.Contains(list[i].Text, "/auth/stop-email-change?") {
			return inLink.FindStringSubmatch(list[i].Text)[1]
		}
	}
	t.Fatalf("no way to stop was mailed to %s", to)
	return ""
}

func stops(token string) string { return `{"token":"` + token + `"}` }

const stopCall = "POST /verification/stop-email-change"

// Somebody at a device of Tom's asks for another address. Tom stops it before it is confirmed.
func TestStopAChangeOfAddress(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "PUT /users", `{"email":"thief@example.net"}`).must(t, 200, "pendingEmail")
	confirms := h.linkFor(t, "thief@example.net")
	token := h.stopLink(t, "tom@example.org")
	h.call(home, stopCall, stops("made-up")).must(t, 422, "link_expired")
	h.call(home, stopCall, stops(confirms)).must(t, 422, "link_expired") // another link's code
	h.call(home, stopCall, stops(token)).must(t, 200, "stays as it was")
	if a := h.get(t, tom.ID); a.Email != "tom@example.org" || a.PendingEmail != "" {
		t.Errorf("after the stop: %+v", a)
	}
	h.call(home, "GET /verification/confirm?token="+confirms, "").must(t, 422, "link_expired")
	h.call(device, "GET /users/me", "").must(t, 401, "")
	h.call(home, stopCall, stops(token)).must(t, 422, "link_expired") // once
	h.call(home, "POST /auth/users/reset", `{"token":"`+h.linkFor(t, "tom@example.org")+`","password":"a river of other stones"}`).must(t, 200, "")
}

// The stranger confirms the address, chooses a password and changes the address once more. Tom
// still has 72 hours.
func TestStopAChangeThatHasHappened(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "PUT /users", `{"email":"thief@example.net"}`).must(t, 200, "")
	token := h.stopLink(t, "tom@example.org")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "thief@example.net"), "").must(t, 200, "")
	device.token = h.call(device, "PUT /auth/users/me/password", `{"currentPassword":"`+secret+`","password":"a thief of small stones"}`).must(t, 200, "").value(t, "token")
	h.call(device, "PUT /users", `{"email":"thief@example.com"}`).must(t, 200, "")
	second := h.stopLink(t, "thief@example.net")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "thief@example.com"), "").must(t, 200, "")

	h.clock.Advance(72*time.Hour - time.Second)
	h.call(home, stopCall, stops(token)).must(t, 200, "")
	if a := h.get(t, tom.ID); a.Email != "tom@example.org" || !a.EmailVerified {
		t.Errorf("after the stop: %+v", a)
	}
	h.call(device, "GET /users/me", "").must(t, 401, "")
	h.call(home, stopCall, stops(second)).must(t, 422, "link_expired") // the thief's own way back is over, too
}

func TestAStopComesTooLate(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "PUT /users", `{"email":"tom@example.net"}`).must(t, 200, "")
	token := h.stopLink(t, "tom@example.org")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "tom@example.net"), "").must(t, 200, "")
	h.clock.Advance(72 * time.Hour)
	h.call(home, stopCall, stops(token)).must(t, 422, "link_expired")
	if a := h.get(t, tom.ID); a.Email != "tom@example.net" {
		t.Errorf("after the late stop: %+v", a)
	}
}

// Between, somebody else has registered with the address: nothing is taken from them.
func TestTheAddressBeforeIsSomebodyElses(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "PUT /users", `{"email":"tom@example.net"}`).must(t, 200, "")
	token := h.stopLink(t, "tom@example.org")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "tom@example.net"), "").must(t, 200, "")
	other := h.person(t, account.Member, "Rob")
	robs := h.in(t, home, account.Member, "Rob")
	h.call(robs, "PUT /users", `{"email":"tom@example.org"}`).must(t, 200, "")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "tom@example.org"), "").must(t, 200, "")
	h.call(home, stopCall, stops(token)).must(t, 409, "another account")
	if a := h.get(t, other.ID); a.Email != "tom@example.org" {
		t.Errorf("rob has %+v", a)
	}
}
