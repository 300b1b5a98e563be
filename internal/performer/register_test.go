package performer_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/performer"
	"limelight/internal/testkit"
)

func TestRegister(t *testing.T) {
	h := setup(t)
	answer := h.post(t, account.Caller{}, "/auth/performers/register", registration(), papers(t)...)
	if answer.Code != http.StatusOK || !strings.Contains(answer.Body.String(), `"message":"Welcome!`) {
		t.Fatalf("registering answered %d %s", answer.Code, answer.Body)
	}
	told := heard[performer.IdentitySubmitted](t, h)
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
	script := upload{"idVerification", "id.png", []byte("<html><script>alert(1)</script>")}
	cases := []struct {
		name    string
		change  map[string]string
		uploads []upload
		status  int
		has     string
	}{
		{"nobody of 17 years and 364 days", map[string]string{"dateOfBirth": at(-18, 1)}, papers(t), 422, "You must be at least 18 years old."},
		{"no page that calls itself a picture", nil, []upload{script, papers(t)[1]}, 422, `"property":"idVerification"`},
		{"no empty file", nil, []upload{papers(t)[0], {"documentVerification", "me.png", nil}}, 422, `"property":"documentVerification"`},
		{"no drawing with scripts", nil, []upload{{"idVerification", "id.svg", []byte("<svg onload=x>")}, papers(t)[1]}, 422, "You can only upload"},
		{"no missing document", nil, papers(t)[:1], 422, "This field is required!"},
		{"no taken name", map[string]string{"username": "VERA"}, papers(t), 422, "already taken"},
		{"no strange gender", map[string]string{"gender": "robot"}, papers(t), 422, `"property":"gender"`},
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
	want("without papers", performer.ErrNoPapers)
	if answer := h.post(t, nina, "/performers/identity-documents", nil, papers(t)...); answer.Code != http.StatusOK {
		t.Fatalf("handing in papers answered %d %s", answer.Code, answer.Body)
	}
	want("while they are checked", performer.ErrInReview)
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.SetVerification(ctx, tx, nina.ID, false, "blurred", testkit.Noon)
	})
	want("after a rejection", performer.ErrRejected)
	h.verified(t, nina.ID)
	want("verified", nil)
	if answer := h.post(t, nina, "/performers/identity-documents", nil, papers(t)...); answer.Code != http.StatusConflict {
		t.Errorf("a verified performer could hand in papers: %d %s", answer.Code, answer.Body)
	}
	testkit.Exec(t, h.db, `UPDATE accounts SET email_verified_at = 0 WHERE id = $1`, nina.ID)
	want("with an unverified mail address", performer.ErrNoMail)
	testkit.Exec(t, h.db, `UPDATE accounts SET email_verified_at = 1, date_of_birth = $2 WHERE id = $1`, nina.ID, at(-18, 1))
	want("too young", performer.ErrTooYoung)
	testkit.Exec(t, h.db, `UPDATE accounts SET date_of_birth = '1990-05-01', status = 'suspended' WHERE id = $1`, nina.ID)
	want("suspended", performer.ErrSuspended)
	testkit.Exec(t, h.db, `UPDATE accounts SET status = 'active' WHERE id = $1`, nina.ID)
	h.clock.Advance(366 * 24 * 3600e9)
	want("with an expired document", performer.ErrExpired)
	nina.ID = "nobody"
	want("absent", performer.ErrAbsent)
}

// While new papers wait, a performer whose old ones are still good stays
// verified.
func TestRenewal(t *testing.T) {
	h := setup(t)
	nina := h.nina(t)
	h.verified(t, nina.ID)
	h.clock.Advance(340 * 24 * 3600e9)
	if answer := h.post(t, nina, "/performers/identity-documents", nil, papers(t)...); answer.Code != http.StatusOK {
		t.Fatalf("renewing answered %d %s", answer.Code, answer.Body)
	}
	p, err := h.Me(t.Context(), nina.ID)
	check(t, err)
	if !p.Verified || len(heard[performer.IdentitySubmitted](t, h)) != 1 {
		t.Errorf("after handing in new papers in time she is %s", p.Verification)
	}
}
