package passkeys_test

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

func TestLoginWithoutAPassword(t *testing.T) {
	for role := range flows {
		t.Run(string(role), func(t *testing.T) {
			s := setup(t, "https://example.com")
			tom := s.person(t, role, "tom")
			phone := s.device(tom.ID)
			token := s.in(t, role, "tom")
			s.call(token, "GET /auth/passkeys", nil).must(t, 200, `"data":[]`)
			keyID := phone.add(t, token, "My  telephone")
			s.call(token, "GET /auth/passkeys", nil).must(t, 200, `"name":"My telephone","backedUp":true`)
			if got := s.letters(t, "tom"); !strings.Contains(got, "You have a new passkey") {
				t.Errorf("tom was mailed %s", got)
			}

			in := phone.login(t, role).must(t, 200, "token")
			if cookies := strings.Join(in.Header()["Set-Cookie"], "\n"); !strings.Contains(cookies, "__Host-token=") || !strings.Contains(cookies, "role="+string(role)) {
				t.Errorf("the cookies are %s", cookies)
			}
			again := in.value(t, "token")
			s.call(again, "GET /users/me", nil).must(t, 200, `"username":"tom"`)

			s.call(again, "PUT /auth/passkeys/"+keyID, record{"name": "Old telephone"}).must(t, 200, "")
			s.call(again, "GET /auth/passkeys", nil).must(t, 200, `"name":"Old telephone"`)
			s.call(again, "DELETE /auth/passkeys/"+keyID, nil).must(t, 200, "")
			phone.login(t, role).must(t, 401, "passkey_unknown")
			if got := s.letters(t, "tom"); !strings.Contains(got, "A passkey was removed") {
				t.Errorf("tom was mailed %s", got)
			}
		})
	}
}

// A mail address that was never verified is no way back for whoever loses their key.
func TestNoKeyBeforeTheAddressIsVerified(t *testing.T) {
	s := setup(t, "https://example.com")
	tom := s.person(t, account.Member, "tom")
	phone, token := s.device(tom.ID), s.in(t, account.Member, "tom")
	key := phone.made(t, s.call(token, "POST /auth/passkeys/offer", nil))
	testkit.Exec(t, s.db, `UPDATE accounts SET email_verified_at = 0 WHERE id = $1`, tom.ID)
	s.call(token, "POST /auth/passkeys/offer", nil).must(t, 409, "email_unverified")
	s.call(token, "POST /auth/passkeys", record{"name": "Telephone", "key": key}).must(t, 409, "email_unverified")
}

// Whoever a password lets in nowhere, a key does not let in either.
func TestWhomAKeyDoesNotLetIn(t *testing.T) {
	s := setup(t, "https://example.com")
	tom := s.person(t, account.Member, "tom")
	phone := s.device(tom.ID)
	phone.add(t, s.in(t, account.Member, "tom"), "Telephone")

	phone.login(t, account.Performer).must(t, 401, "passkey_unknown")
	phone.login(t, account.Member).must(t, 200, "token")

	testkit.Exec(t, s.db, `UPDATE accounts SET email_verified_at = 0 WHERE id = $1`, tom.ID)
	phone.login(t, account.Member).must(t, 401, "email_unverified")
	testkit.Exec(t, s.db, `UPDATE accounts SET email_verified_at = 1 WHERE id = $1`, tom.ID)

	err := s.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return s.accounts.Suspend(ctx, tx, tom.ID, "", "ada")
	})
	if err != nil {
		t.Fatal(err)
	}
	phone.login(t, account.Member).must(t, 401, "account_suspended")
}

func TestSignaturesThatProveNothing(t *testing.T) {
	s := setup(t, "https://example.com")
	tom, rob := s.person(t, account.Member, "tom"), s.person(t, account.Member, "rob")
	phone, robs := s.device(tom.ID), s.device(rob.ID)
	phone.add(t, s.in(t, account.Member, "tom"), "Telephone")
	robs.add(t, s.in(t, account.Member, "rob"), "Robs")
	ask := func() answer { return s.call("", "POST /auth/passkeys/login/options", nil) }
	login := func(key json.RawMessage) answer {
		return s.call("", "POST /auth/passkeys/login", record{"role": account.Member, "key": key})
	}

	t.Run("replayed", func(t *testing.T) {
		key := phone.signed(t, ask())
		login(key).must(t, 200, "token")
		login(key).must(t, 422, "passkey_challenge_over")
	})
	t.Run("too late", func(t *testing.T) {
		key := phone.signed(t, ask())
		s.clock.Advance(5 * time.Minute)
		login(key).must(t, 422, "passkey_challenge_over")
	})
	t.Run("another purpose", func(t *testing.T) {
		token := s.in(t, account.Member, "tom")
		key := phone.signed(t, s.call(token, "POST /auth/passkeys/step-up/options", nil))
		login(key).must(t, 422, "passkey_challenge_over")
	})
	t.Run("another site", func(t *testing.T) {
		elsewhere := *phone
		elsewhere.page.Origin = "https://example.com.evil.example"
		login(elsewhere.signed(t, ask())).must(t, 401, "passkey_unknown")
	})
	t.Run("a site beside", func(t *testing.T) {
		elsewhere := *phone
		elsewhere.page.Origin = "https://shop.example.com"
		login(elsewhere.signed(t, ask())).must(t, 401, "passkey_unknown")
	})
	t.Run("another name", func(t *testing.T) {
		elsewhere := *phone
		elsewhere.page.ID = "evil.example"
		login(elsewhere.signed(t, ask())).must(t, 401, "passkey_unknown")
	})
	t.Run("nobody verified", func(t *testing.T) {
		lax := *phone
		lax.auth.Options.UserNotVerified = true
		login(lax.signed(t, ask())).must(t, 401, "passkey_unknown")
	})
	t.Run("another account's name on it", func(t *testing.T) {
		liar := *robs
		liar.auth.Options.UserHandle = []byte(tom.ID)
		login(liar.signed(t, ask())).must(t, 401, "passkey_unknown")
	})
	t.Run("another key", func(t *testing.T) {
		forged := *phone
		forged.key.Key = robs.key.Key
		login(forged.signed(t, ask())).must(t, 401, "passkey_unknown")
	})
	t.Run("no signature at all", func(t *testing.T) {
		login(json.RawMessage(`{"id":"a","rawId":"a","type":"public-key","response":{"clientDataJSON":"e30","authenticatorData":"","signature":""}}`)).
			must(t, 422, "passkey_refused")
	})
	phone.key.Counter += 10
	phone.login(t, account.Member).must(t, 200, "token")
}

// A key whose counter goes back may have been copied.
func TestACounterThatGoesBack(t *testing.T) {
	s := setup(t, "https://example.com")
	tom := s.person(t, account.Member, "tom")
	phone := s.device(tom.ID)
	phone.add(t, s.in(t, account.Member, "tom"), "Telephone")
	copied := *phone
	phone.key.Counter = 7
	phone.login(t, account.Member).must(t, 200, "token")
	copied.login(t, account.Member).must(t, 422, "passkey_copied")
	if got := s.letters(t, "tom"); !strings.Contains(got, "may have been copied") {
		t.Errorf("tom was mailed %s", got)
	}
	phone.login(t, account.Member).must(t, 200, "token")
}

// One signature that is sent nine times at once opens one session.
func TestOneSignatureAtOnce(t *testing.T) {
	s := setup(t, "https://example.com")
	tom := s.person(t, account.Member, "tom")
	phone := s.device(tom.ID)
	phone.add(t, s.in(t, account.Member, "tom"), "Telephone")
	key := phone.signed(t, s.call("", "POST /auth/passkeys/login/options", nil))
	var wg sync.WaitGroup
	codes := make([]int, 9)
	for i := range codes {
		wg.Go(func() {
			codes[i] = s.call("", "POST /auth/passkeys/login", record{"role": account.Member, "key": key}).Code
		})
	}
	wg.Wait()
	opened := 0
	for _, code := range codes {
		if code == 200 {
			opened++
		}
	}
	if opened != 1 {
		t.Errorf("%d sessions were opened by %v, want 1", opened, codes)
	}
}

func TestRegistering(t *testing.T) {
	s := setup(t, "https://example.com")
	tom := s.person(t, account.Member, "tom")
	s.person(t, account.Member, "rob")
	toms, robs := s.in(t, account.Member, "tom"), s.in(t, account.Member, "rob")
	phone := s.device(tom.ID)
	offer := func(token string) answer { return s.call(token, "POST /auth/passkeys/offer", nil) }
	add := func(token, name string, key json.RawMessage) answer {
		return s.call(token, "POST /auth/passkeys", record{"name": name, "key": key})
	}

	add(robs, "Telephone", phone.made(t, offer(toms))).must(t, 422, "passkey_challenge_over")
	elsewhere := *phone
	elsewhere.page.Origin = "https://evil.example"
	add(toms, "Telephone", elsewhere.made(t, offer(toms))).must(t, 422, "passkey_refused")
	lax := *phone
	lax.auth.Options.UserNotVerified = true
	add(toms, "Telephone", lax.made(t, offer(toms))).must(t, 422, "passkey_refused")
	add(toms, " ", phone.made(t, offer(toms))).must(t, 422, "name")
	add(toms, strings.Repeat("x", 61), phone.made(t, offer(toms))).must(t, 422, "name")

	keyID := phone.add(t, toms, "Telephone")
	offer(toms).must(t, 200, `"excludeCredentials":[{"id":"`)
	add(toms, "Again", phone.made(t, offer(toms))).must(t, 409, "passkey_known")
	add(robs, "Again", phone.made(t, offer(robs))).must(t, 409, "passkey_known")

	s.call(robs, "PUT /auth/passkeys/"+keyID, record{"name": "Mine"}).must(t, 404, "")
	s.call(robs, "DELETE /auth/passkeys/"+keyID, nil).must(t, 404, "")
	s.call("", "GET /auth/passkeys", nil).must(t, 401, "")

	s.device(tom.ID).add(t, toms, "Second")
	s.clock.Advance(11 * time.Minute)
	for _, call := range []string{"POST /auth/passkeys/offer", "DELETE /auth/passkeys/" + keyID} {
		s.call(toms, call, nil).must(t, 403, "step_up_required")
	}
}

// Whoever has no password, or one that is switched off, keeps a key.
func TestTheLastWayIn(t *testing.T) {
	s := setup(t, "https://example.com")
	tom := s.person(t, account.Member, "tom")
	token := s.in(t, account.Member, "tom")
	first, second := s.device(tom.ID).add(t, token, "First"), s.device(tom.ID).add(t, token, "Second")
	testkit.Exec(t, s.db, `UPDATE accounts SET password_hash = '' WHERE id = $1`, tom.ID)
	s.call(token, "DELETE /auth/passkeys/"+first, nil).must(t, 200, "")
	s.call(token, "DELETE /auth/passkeys/"+second, nil).must(t, 409, "last_way_in")
	s.call(token, "GET /auth/passkeys", nil).must(t, 200, "Second")
}

// A key stands in for the code of a two-step login, and for a password that is asked for again.
func TestAsSecondFactorAndStepUp(t *testing.T) {
	s := setup(t, "https://example.com")
	tom, rob := s.person(t, account.Member, "tom"), s.person(t, account.Member, "rob")
	token := s.in(t, account.Member, "tom")
	phone, robs := s.device(tom.ID), s.device(rob.ID)
	phone.add(t, token, "Telephone")
	robs.add(t, s.in(t, account.Member, "rob"), "Robs")
	testkit.Exec(t, s.db, `INSERT INTO account_totp (account_id, secret, enabled_at, created_at) VALUES ($1, '', 1, 1)`, tom.ID)

	login := s.call("", "POST /auth/users/login", record{"username": "tom", "password": secret}).must(t, 200, `"passkey":true`)
	ticket := login.value(t, "ticket")
	ask := func() answer {
		return s.call("", "POST /auth/passkeys/second-step/options", record{"ticket": ticket})
	}
	step := func(key json.RawMessage) answer {
		return s.call("", "POST /auth/passkeys/second-step", record{"ticket": ticket, "key": key})
	}
	step(robs.signed(t, ask())).must(t, 422, "passkey_refused")
	again := step(phone.signed(t, ask())).must(t, 200, "token").value(t, "token")
	ask().must(t, 401, "two_factor_expired")

	s.clock.Advance(11 * time.Minute)
	s.call(again, "POST /auth/passkeys/offer", nil).must(t, 403, "step_up_required")
	prove := func(d *device, by, asks string) answer {
		return s.call(by, "POST /auth/passkeys/step-up", record{"key": d.signed(t, s.call(asks, "POST /auth/passkeys/step-up/options", nil))})
	}
	prove(robs, again, again).must(t, 422, "passkey_refused")
	prove(phone, token, again).must(t, 422, "passkey_challenge_over") // of another session
	prove(phone, again, again).must(t, 200, "")
	s.call(again, "POST /auth/passkeys/offer", nil).must(t, 200, "challenge")

	// With a key alone no code is asked for: it is two factors already.
	phone.login(t, account.Member).must(t, 200, `"token"`)
}

// A site that is reached by a number has no name that a key could be good for.
func TestASiteWithoutAName(t *testing.T) {
	s := setup(t, "http://192.0.2.1:8080")
	s.person(t, account.Member, "tom")
	s.call("", "POST /auth/passkeys/login/options", nil).must(t, 409, "passkeys_off")
	s.call(s.in(t, account.Member, "tom"), "POST /auth/passkeys/offer", nil).must(t, 409, "passkeys_off")
}

func TestWhatIsOverIsSwept(t *testing.T) {
	s := setup(t, "https://example.com")
	s.call("", "POST /auth/passkeys/login/options", nil).must(t, 200, "challenge")
	s.clock.Advance(time.Hour)
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := testkit.Int(t, s.db, `SELECT COUNT(*) FROM account_passkey_challenges`); n != 0 {
		t.Errorf("%d challenges are left", n)
	}
}
