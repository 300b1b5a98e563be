package account_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/mail"
	"limelight/internal/testkit"
)

const fresh = "nine lamps above the sea"

func resetBody(token, password string) string {
	return fmt.Sprintf(`{"token":%q,"password":%q}`, token, password)
}

func TestForgotTellsNothing(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	for i, path := range []string{"POST /auth/users/forgot", "POST /verification/resend-verification-email"} {
		h.clock.Advance(time.Duration(i) * time.Hour)
		known := h.call(home, path, `{"email":"tom@example.org","type":"user"}`).must(t, 200, "If this address")
		unknown := h.call(home, path, `{"email":"nobody@example.org","type":"user"}`)
		if known.text != unknown.text || known.Code != unknown.Code {
			t.Errorf("%s tells who exists: %s, %s", path, known.text, unknown.text)
		}
		for range 2 {
			h.call(home, path, `{"email":"nobody@example.org"}`).must(t, 200, "If")
		}
		h.call(home, path, `{"email":"NOBODY@example.org"}`).must(t, 429, "Too many") // three an hour, of nobody too
	}
	h.call(home, "POST /auth/users/forgot", `{"email":"tom"}`).must(t, 422, "Not a validate email!")
	// What differs is done when nobody waits for the answer any more.
	h.clock.Advance(time.Hour)
	mails := func() int64 { return testkit.Int(t, h.db, "SELECT COUNT(*) FROM mails") }
	before := mails()
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "If this address")
	if mails() != before {
		t.Error("a mail was written before the answer, for somebody only")
	}
	if list := h.letters(t, "nobody@example.org"); len(list) != 0 {
		t.Errorf("mail was queued to a stranger: %+v", list)
	}
}

func TestReset(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(home, "POST /auth/users/forgot", `{"email":"TOM@example.org","type":"user"}`).must(t, 200, "link")
	first := h.linkFor(t, "tom@example.org")
	h.clock.Advance(time.Minute)
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org","type":"user"}`).must(t, 200, "link")
	second := h.linkFor(t, "tom@example.org")

	h.call(home, "POST /auth/users/reset", resetBody(first, fresh)).must(t, 422, "link_expired") // replaced
	h.call(home, "POST /auth/users/reset", resetBody("made-up", fresh)).must(t, 422, "link_expired")
	h.call(home, "POST /auth/users/reset", resetBody(second, "short")).must(t, 422, "at least 15")
	h.call(device, "GET /users/me", "").must(t, 200, "Tom")
	h.call(home, "POST /auth/users/reset", resetBody(second, fresh)).must(t, 200, "changed")
	h.call(home, "POST /auth/users/reset", resetBody(second, secret)).must(t, 422, "link_expired") // once
	h.call(device, "GET /users/me", "").must(t, 401, "Please log in")
	h.login(home, account.Member, "Tom", secret).must(t, 401, "wrong_credentials")
	h.login(home, account.Member, "Tom", fresh).must(t, 200, "token")
}

func TestResetLinkLives30Minutes(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	link := h.linkFor(t, "tom@example.org")
	h.clock.Advance(30 * time.Minute)
	h.call(home, "POST /auth/users/reset", resetBody(link, fresh)).must(t, 422, "link_expired")
}

// A link of one purpose serves no other.
func TestLinksKeepToTheirPurpose(t *testing.T) {
	h := setup(t)
	if _, err := h.Register(t.Context(), account.NewAccount{Username: "Tom", Email: "tom@example.org", Password: secret, DateOfBirth: "1990-05-17"}); err != nil {
		t.Fatal(err)
	}
	verification := h.linkFor(t, "tom@example.org")
	h.call(home, "POST /auth/users/reset", resetBody(verification, fresh)).must(t, 422, "link_expired")
	h.clock.Advance(time.Second)
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "tom@example.org"), "").must(t, 422, "link_expired")
	h.login(home, account.Member, "Tom", secret).must(t, 401, "email_unverified")
	h.call(home, "POST /auth/users/reset", resetBody(h.linkFor(t, "tom@example.org"), fresh)).must(t, 200, "changed")
	h.login(home, account.Member, "Tom", fresh).must(t, 200, "token") // the reset link proved the address
}

func TestConfirm(t *testing.T) {
	h := setup(t)
	news := testkit.Hear[account.EmailVerified](h.bus)
	if _, err := h.Register(t.Context(), account.NewAccount{Username: "Tom", Email: "tom@example.org", Password: secret, DateOfBirth: "1990-05-17"}); err != nil {
		t.Fatal(err)
	}
	old := h.linkFor(t, "tom@example.org")
	if text := h.letters(t, "tom@example.org")[0].Text; !strings.Contains(text, "https://example.com/auth/verify-email?token="+old) {
		t.Errorf("the mail says %s", text)
	}
	h.clock.Advance(24 * time.Hour)
	h.call(home, "GET /verification/confirm?token="+old, "").must(t, 422, "This link is no longer valid.")
	h.call(home, "GET /verification/confirm", "").must(t, 422, "required")
	h.call(home, "POST /verification/resend-verification-email", `{"email":"tom@example.org","source":"user"}`).must(t, 200, "new link")
	link := h.linkFor(t, "tom@example.org")
	for range 2 { // a mail program looked first
		h.call(home, "GET /verification/confirm?token="+link, "").must(t, 200, "done")
	}
	if got := news.Latest(t); len(got) != 1 || got[0].Email != "tom@example.org" {
		t.Errorf("the bus heard %+v", got)
	}
	before := len(h.letters(t, "tom@example.org"))
	h.call(home, "POST /verification/resend-verification-email", `{"email":"tom@example.org"}`).must(t, 200, "new link")
	if len(h.letters(t, "tom@example.org")) != before {
		t.Error("a verified address was sent another link")
	}
}

func TestSuspendSelfAndComeBack(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(home, "POST /users/suspend-account", `{"password":"x"}`).must(t, 401, "Please log in")
	h.call(device, "POST /users/suspend-account", `{"password":"wrong"}`).must(t, 422, "This is not your password.")
	h.call(device, "POST /users/suspend-account", `{"password":"`+secret+`"}`).must(t, 200, "true")
	h.call(device, "GET /users/me", "").must(t, 401, "Please log in")
	h.login(home, account.Member, "Tom", secret).must(t, 401, "account_suspended")
	if a := h.get(t, tom.ID); a.Status != account.StatusSuspended || a.StatusBy != tom.ID {
		t.Errorf("the account is %+v", a)
	}
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "tom@example.org"), "").must(t, 200, "done")
	h.login(home, account.Member, "Tom", secret).must(t, 200, "token")
}

// An admin's suspension is not lifted by the link of an earlier one.
func TestOnlyAnAdminLiftsAnAdminsSuspension(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "POST /users/suspend-account", `{"password":"`+secret+`"}`).must(t, 200, "true")
	link := h.linkFor(t, "tom@example.org")
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Suspend(ctx, tx, tom.ID, "spam", "admin1") })
	h.call(home, "GET /verification/confirm?token="+link, "").must(t, 422, "link_expired")
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.Restore(ctx, tx, tom.ID, tom.ID) })
	if !errors.Is(err, account.ErrAdminOnly) {
		t.Errorf("the owner lifted an admin's suspension: %v", err)
	}
	err = h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.SetStatus(ctx, tx, tom.ID, account.StatusActive)
	})
	if err == nil {
		t.Error("a studio lifted an admin's suspension")
	}
	h.write(t, func(ctx context.Context, tx *db.Tx) error { return h.Restore(ctx, tx, tom.ID, "admin1") })
	h.login(home, account.Member, "Tom", secret).must(t, 200, "token")
}

// Whatever somebody prepared while they had the account is worthless once its
// owner has changed the password, or had it reset as the warning mail says.
func TestNewPasswordRevokesWhatWaits(t *testing.T) {
	for _, c := range []struct {
		name string
		act  func(t *testing.T, h *fixture, owner visitor)
	}{
		{"a change", func(t *testing.T, h *fixture, owner visitor) {
			h.call(owner, "PUT /auth/users/me/password", `{"currentPassword":"`+secret+`","password":"`+fresh+`"}`).must(t, 200, "token")
		}},
		{"a reset", func(t *testing.T, h *fixture, owner visitor) {
			h.clock.Advance(time.Minute)
			h.call(owner, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
			h.call(owner, "POST /auth/users/reset", resetBody(h.linkFor(t, "tom@example.org"), fresh)).must(t, 200, "changed")
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := setup(t)
			tom := h.person(t, account.Member, "Tom")
			owner, thief := h.in(t, home, account.Member, "Tom"), h.in(t, home, account.Member, "Tom")
			h.call(thief, "PUT /users", `{"email":"thief@example.org"}`).must(t, 200, `"pendingEmail":"thief@example.org"`)
			link := h.linkFor(t, "thief@example.org")
			c.act(t, h, owner)
			h.call(home, "GET /verification/confirm?token="+link, "").must(t, 422, "link_expired")
			if a := h.get(t, tom.ID); a.PendingEmail != "" || a.Email != "tom@example.org" {
				t.Errorf("the account is %+v", a)
			}
			if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM account_links`); n != 0 {
				t.Errorf("%d links are left, want none", n)
			}
		})
	}
}

// A reset link serves the address it was mailed to, for as long as the account has it.
func TestResetLinkOfAnOldAddress(t *testing.T) {
	h := setup(t)
	tom := h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	old := h.linkFor(t, "tom@example.org")
	h.call(device, "PUT /users", `{"email":"new@example.org"}`).must(t, 200, "pendingEmail")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "new@example.org"), "").must(t, 200, "done")
	h.call(home, "POST /auth/users/reset", resetBody(old, fresh)).must(t, 422, "link_expired")
	if a := h.get(t, tom.ID); a.Email != "new@example.org" {
		t.Errorf("the account is %+v", a)
	}
	for _, to := range []string{"tom@example.org", "new@example.org"} {
		list := h.letters(t, to)
		if !slices.ContainsFunc(list, func(m mail.Mail) bool { return strings.HasPrefix(m.Subject, "Your email address was changed") }) {
			t.Errorf("%s was not told that the address has changed", to)
		}
	}
	// The row itself is no proof: a link that outlived the move by a race is refused too.
	testkit.Exec(t, h.db, `INSERT INTO account_links (hash, account_id, purpose, email, expires_at) VALUES ($1, $2, 'reset', 'tom@example.org', $3)`,
		id.Hash("outlived"), tom.ID, h.clock.Now().Add(time.Hour).UnixMilli())
	h.call(home, "POST /auth/users/reset", resetBody("outlived", fresh)).must(t, 422, "link_expired")
}

// Who closed their own account and then lost the password still finds the way back.
func TestResetKeepsTheWayBack(t *testing.T) {
	h := setup(t)
	h.person(t, account.Member, "Tom")
	device := h.in(t, home, account.Member, "Tom")
	h.call(device, "POST /users/suspend-account", `{"password":"`+secret+`"}`).must(t, 200, "true")
	h.clock.Advance(time.Minute)
	h.call(home, "POST /auth/users/forgot", `{"email":"tom@example.org"}`).must(t, 200, "link")
	link := h.linkFor(t, "tom@example.org")
	h.clock.Advance(time.Minute)
	h.call(home, "POST /auth/users/reset", resetBody(link, fresh)).must(t, 200, "changed")
	h.call(home, "GET /verification/confirm?token="+h.linkFor(t, "tom@example.org"), "").must(t, 200, "done")
	h.login(home, account.Member, "Tom", fresh).must(t, 200, "token")
}
