package performer_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/performer"
	"limelight/internal/testkit"
)

func TestRegister(t *testing.T) {
	h := setup(t)
	answer := h.post(t, account.Caller{}, "/auth/performers/register", registration(), documents(t)...)
	if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), `"message":"Welcome!`) {
		t.Fatalf("registering answered %d %s", answer.Code, answer.Body)
	}
	told := h.submitted.Latest(t)
	if len(told) != 1 || told[0].IDFile == "" || told[0].DocumentFile == "" || told[0].SubmittedBy != told[0].PerformerID {
		t.Fatalf("moderation was told %+v", told)
	}
	p, err := h.Me(t.Context(), told[0].PerformerID)
	check(t, err)
	if p.Verification != performer.Submitted || p.Verified || p.Gender != "female" || p.Country != "DE" || p.Name != "Nina Ray" {
		t.Errorf("the new performer is %+v", p)
	}
	owners := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files WHERE owner_id = $1 AND private`, p.ID)
	if owners != 2 {
		t.Errorf("%d private documents are hers, want 2", owners)
	}
}

func TestRegisterRefuses(t *testing.T) {
	h := setup(t)
	h.person(t, "vera")
	script := testkit.Upload{Field: "idVerification", Name: "id.png", Data: []byte("<html><script>alert(1)</script>")}
	cases := []struct {
		name    string
		change  map[string]string
		uploads []testkit.Upload
		status  int
		has     string
	}{
		{"nobody of 17 years and 364 days", map[string]string{"dateOfBirth": at(-18, 1)}, documents(t), 422, "You must be at least 18 years old."},
		{"no page that calls itself a picture", nil, []testkit.Upload{script, documents(t)[1]}, 422, `"property":"idVerification"`},
		{"no empty file", nil, []testkit.Upload{documents(t)[0], {Field: "documentVerification", Name: "me.png"}}, 422, `"property":"documentVerification"`},
		{"no drawing with scripts", nil, []testkit.Upload{{Field: "idVerification", Name: "id.svg", Data: []byte("<svg onload=x>")}, documents(t)[1]}, 422, "You can only upload"},
		{"no missing document", nil, documents(t)[:1], 422, "This field is required!"},
		{"no taken name", map[string]string{"username": "VERA"}, documents(t), 422, "already taken"},
		{"no strange gender", map[string]string{"gender": "robot"}, documents(t), 422, `"property":"gender"`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h.clock.Advance(3600e9) // five registrations an hour and address
			fields := registration()
			maps.Copy(fields, c.change)
			answer := h.post(t, account.Caller{}, "/auth/performers/register", fields, c.uploads...)
			if answer.Code != c.status || !strings.Contains(answer.Body.String(), c.has) {
				t.Errorf("answered %d %s", answer.Code, answer.Body)
			}
		})
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM performers`); n != 1 {
		t.Errorf("%d performers exist, want vera alone", n)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 0 {
		t.Errorf("%d files of refused registrations were kept", n)
	}
}

// A performer climbs the stairs to the stage; every step missing is named.
func TestCanGoLive(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	can := func() (err error) {
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			err = h.CanGoLive(ctx, tx, nina.ID)
			return nil
		}))
		return err
	}
	want := func(step string, refusal error) {
		t.Helper()
		if got := can(); !errors.Is(got, refusal) {
			t.Errorf("%s: %v, want %v", step, got, refusal)
		}
	}
	want("without documents", performer.ErrNoDocuments)
	if answer := h.post(t, nina, "/performers/identity-documents", nil, documents(t)...); answer.Code != http.StatusOK {
		t.Fatalf("handing in documents answered %d %s", answer.Code, answer.Body)
	}
	want("while they are checked", performer.ErrInReview)
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.SetVerification(ctx, tx, nina.ID, false, "blurred", testkit.Noon)
	})
	want("after a rejection", performer.ErrRejected)
	h.verified(t, nina.ID)
	want("verified", nil)
	if answer := h.post(t, nina, "/performers/identity-documents", nil, documents(t)...); answer.Code != http.StatusConflict {
		t.Errorf("a verified performer could hand in documents: %d %s", answer.Code, answer.Body)
	}
	testkit.Exec(t, h.db, `UPDATE accounts SET email_verified_at = 0 WHERE id = $1`, nina.ID)
	want("with an unverified mail address", performer.ErrNoMail)
	testkit.Exec(t, h.db, `UPDATE accounts SET email_verified_at = 1, date_of_birth = $2 WHERE id = $1`, nina.ID, at(-18, 1))
	want("too young", performer.ErrTooYoung)
	testkit.Exec(t, h.db, `UPDATE accounts SET date_of_birth = '1990-05-01', status = 'suspended' WHERE id = $1`, nina.ID)
	want("suspended", performer.ErrSuspended)
	testkit.Exec(t, h.db, `UPDATE accounts SET status = 'inactive' WHERE id = $1`, nina.ID)
	want("switched off by her studio", performer.ErrInactive)
	testkit.Exec(t, h.db, `UPDATE accounts SET status = 'active' WHERE id = $1`, nina.ID)
	h.clock.Advance(366 * 24 * 3600e9)
	want("with an expired document", performer.ErrExpired)
	nina.ID = "nobody"
	want("absent", performer.ErrAbsent)
}

// Documents can be replaced while they wait, and not so often that they fill a disk.
func TestDocumentsADay(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	for n := range 21 {
		want := http.StatusOK
		if n == 20 {
			want = http.StatusTooManyRequests
		}
		if answer := h.post(t, nina, "/performers/identity-documents", nil, documents(t)...); answer.Code != want {
			t.Fatalf("the documents %d: %d %s", n+1, answer.Code, answer.Body)
		}
	}
	h.clock.Advance(24 * time.Hour)
	if answer := h.post(t, nina, "/performers/identity-documents", nil, documents(t)...); answer.Code != http.StatusOK {
		t.Errorf("a day later: %d %s", answer.Code, answer.Body)
	}
}

// While new documents wait, a performer whose old ones are still good stays
// verified.
func TestRenewal(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	h.verified(t, nina.ID)
	unread := []testkit.Upload{
		{Field: "idVerification", Name: "id.png", Data: []byte("<html>")},
		{Field: "documentVerification", Name: "me.png", Data: []byte("<html>")},
	}
	if answer := h.post(t, nina, "/performers/identity-documents", nil, unread...); answer.Code != http.StatusConflict {
		t.Errorf("documents of a performer that needs none were decoded before they were refused: %d %s", answer.Code, answer.Body)
	}
	h.clock.Advance(340 * 24 * 3600e9)
	if answer := h.post(t, nina, "/performers/identity-documents", nil, documents(t)...); answer.Code != http.StatusOK {
		t.Fatalf("renewing answered %d %s", answer.Code, answer.Body)
	}
	p, err := h.Me(t.Context(), nina.ID)
	check(t, err)
	if !p.Verified || len(h.submitted.All(t)) != 1 {
		t.Errorf("after handing in new documents in time she is %s", p.Verification)
	}
}

// A document expires: its performer is reminded three times, leaves the stage and the
// lists, and sends another one.
func TestExpiry(t *testing.T) {
	h := setup(t)
	expiring := testkit.Hear[performer.IdentityExpiring](h.bus)
	nina, vera, zoe := h.nina(t), h.person(t, "vera"), h.person(t, "zoe")
	until := h.clock.Now().AddDate(0, 0, 90)
	for _, person := range []account.Caller{nina, vera} {
		h.write(t, func(ctx context.Context, tx *db.Tx) error {
			return h.SetVerification(ctx, tx, person.ID, true, "", until)
		})
	}
	h.write(t, func(ctx context.Context, tx *db.Tx) error { // a document without an end
		return h.SetVerification(ctx, tx, zoe.ID, true, "", time.Time{})
	})
	const day = 24 * time.Hour
	reminded := 0
	for hour := range 91 * 24 {
		if hour == 80*24 { // Vera renews in time
			if answer := h.post(t, vera, "/performers/identity-documents", nil, documents(t)...); answer.Code != http.StatusOK {
				t.Fatalf("renewing answered %d %s", answer.Code, answer.Body)
			}
		}
		if hour%6 == 0 {
			check(t, h.ExpireDocuments(t.Context()))
			for _, e := range expiring.Latest(t) {
				if left := e.Until.Sub(h.clock.Now()); left != 30*day && left != 7*day && left != day {
					t.Errorf("reminded %v before", left)
				}
				reminded++
			}
		}
		if hour == 90*24-6 {
			if p, err := h.Me(t.Context(), nina.ID); err != nil || !p.Verified {
				t.Errorf("six hours before she is %s (%v)", p.Verification, err)
			}
		}
		if hour < 90*24 {
			h.clock.Advance(time.Hour)
		}
	}
	if reminded != 6 {
		t.Errorf("%d reminders, want three for each of the two", reminded)
	}
	for _, want := range []struct {
		who   account.Caller
		state string
		live  error
	}{{nina, performer.Expired, performer.ErrExpired}, {vera, performer.Submitted, performer.ErrInReview}, {zoe, performer.Verified, nil}} {
		p, err := h.Me(t.Context(), want.who.ID)
		check(t, err)
		if p.Verification != want.state || p.Verified != (want.live == nil) {
			t.Errorf("%s is %s, want %s", want.who.Username, p.Verification, want.state)
		}
		check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := h.CanGoLive(ctx, tx, want.who.ID); !errors.Is(err, want.live) {
				t.Errorf("%s may go live: %v, want %v", want.who.Username, err, want.live)
			}
			return nil
		}))
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM performers WHERE listed`); n != 1 {
		t.Errorf("%d performers are listed, want Zoe alone", n)
	}
	if answer := h.post(t, nina, "/performers/identity-documents", nil, documents(t)...); answer.Code != http.StatusOK {
		t.Fatalf("sending a new one answered %d %s", answer.Code, answer.Body)
	}
	if p, err := h.Me(t.Context(), nina.ID); err != nil || p.Verification != performer.Submitted || len(h.submitted.All(t)) != 2 {
		t.Errorf("with a new one she is %s (%v)", p.Verification, err)
	}
}

// Two nodes look at once: the performer is told once.
func TestExpiryOnce(t *testing.T) {
	h := setup(t)
	expired := testkit.Hear[performer.IdentityExpired](h.bus)
	nina := h.nina(t)
	h.verified(t, nina.ID)
	h.clock.Advance(366 * 24 * 3600e9)
	var nodes sync.WaitGroup
	for range 4 {
		nodes.Go(func() {
			if err := h.ExpireDocuments(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	nodes.Wait()
	if told := expired.All(t); len(told) != 1 || told[0].PerformerID != nina.ID {
		t.Errorf("told %+v", told)
	}
}

// A studio makes a performer's account: documents or none, never half of them, and
// nothing stays when the performer cannot join.
func TestHire(t *testing.T) {
	h := setup(t)
	nina := account.NewAccount{Username: "nina", Email: "nina@example.com", DateOfBirth: "1990-05-01", InvitedBy: "Stella Stars"}
	picture := func() api.File { return api.FileOf("me.png", testkit.Picture(t)) }
	joined := ""
	join := func(_ context.Context, _ *db.Tx, performerID string) error { joined = performerID; return nil }

	if _, err := h.Hire(t.Context(), nina, "female", picture(), api.File{}, "stella", join); err == nil || joined != "" {
		t.Errorf("half of the documents were taken: %v", err)
	}
	full := errors.New("the studio is full")
	if _, err := h.Hire(t.Context(), nina, "female", picture(), picture(), "stella", func(context.Context, *db.Tx, string) error { return full }); !errors.Is(err, full) {
		t.Errorf("a studio that is full hired: %v", err)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM accounts`) + testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 0 {
		t.Errorf("%d accounts and files stayed of what failed", n)
	}
	young := nina
	young.DateOfBirth = at(-18, 1)
	if _, err := h.Hire(t.Context(), young, "female", api.File{}, api.File{}, "stella", join); err == nil {
		t.Error("somebody of 17 was hired")
	}

	a, err := h.Hire(t.Context(), nina, "female", picture(), picture(), "stella", join)
	check(t, err)
	told := h.submitted.Latest(t)
	if joined != a.ID || len(told) != 1 || told[0].PerformerID != a.ID || told[0].SubmittedBy != "stella" {
		t.Errorf("joined %q; moderation was told %+v", joined, told)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files WHERE owner_id = $1 AND private`, a.ID); n != 2 {
		t.Errorf("%d private documents are hers, want 2", n)
	}

	nina.Username, nina.Email = "vera", "vera@example.com"
	a, err = h.Hire(t.Context(), nina, "female", api.File{}, api.File{}, "stella", join)
	check(t, err)
	p, err := h.Me(t.Context(), a.ID)
	check(t, err)
	if p.Verification != performer.None || p.Verified || len(h.submitted.Latest(t)) != 0 {
		t.Errorf("without documents she is %s", p.Verification)
	}
}
