package performer_test

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/ledger"
	"limelight/internal/performer"
	"limelight/internal/testkit"
)

// fixture is the performer package with everything real but its one neighbour,
// blocking.
type fixture struct {
	*performer.Service
	db      *db.DB
	clock   *testkit.Clock
	bus     *bus.Bus
	web     http.Handler
	hides   map[string]bool // "performer viewer"
	dropped *blob.Folder

	submitted *testkit.News[performer.IdentitySubmitted]
}

type hider map[string]bool

func (h hider) Hides(_ context.Context, _ *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return h[performerID+" "+viewer.ID], nil
}

func (h hider) Hiding(_ context.Context, _ *db.Tx, viewer account.Caller, performerIDs ...string) (map[string]bool, error) {
	hiding := map[string]bool{}
	for _, id := range performerIDs {
		hiding[id] = h[id+" "+viewer.ID]
	}
	return hiding, nil
}

func (h hider) BlockedViewers(_ context.Context, _ *db.Tx, performerID string, viewerIDs ...string) (map[string]bool, error) {
	blocked := map[string]bool{}
	for _, viewer := range viewerIDs {
		blocked[viewer] = h[performerID+" "+viewer]
	}
	return blocked, nil
}

func setup(t *testing.T) fixture {
	t.Helper()
	h := fixture{db: testkit.DB(t), clock: testkit.NewClock(), hides: map[string]bool{}}
	quiet := slog.New(slog.DiscardHandler)
	h.bus = bus.New(h.db, quiet, h.clock.Now)
	h.submitted = testkit.Hear[performer.IdentitySubmitted](h.bus)
	var err error
	h.dropped, err = blob.OpenFolder(t.TempDir())
	check(t, err)
	pictures := func() files.Limits { return files.Limits{MaxMB: 2, Accepted: []string{"png", "jpg", "jpeg"}} }
	kept := files.New(files.Deps{
		DB: h.db, Store: h.dropped, Keys: testkit.Keys(t), Events: h.bus, Limits: pictures, Documents: pictures, Now: h.clock.Now, Log: quiet,
	})
	h.Service = performer.New(performer.Deps{
		DB: h.db, Events: h.bus, Accounts: testkit.Accounts(t, h.db, h.bus, h.clock.Now), Files: kept, Blocking: hider(h.hides),
		Ledger: ledger.New(h.clock.Now), Limiter: limit.New(h.clock.Now, performer.Limits()), Audit: testkit.AuditLog(h.db, h.clock.Now), Now: h.clock.Now,
	})
	h.web = testkit.Router(h.Routes)
	return h
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (h fixture) write(t *testing.T, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	check(t, h.db.Write(t.Context(), fn))
}

// nina is a performer with a verified mail address and no documents.
func (h fixture) nina(t *testing.T) account.Caller { return h.person(t, "nina") }

func (h fixture) person(t *testing.T, name string) account.Caller {
	t.Helper()
	var a account.Account
	n, err := h.Accounts.Prepare(t.Context(), account.NewAccount{
		Username: name, Email: name + "@example.com", Password: "a long enough password",
		DateOfBirth: "1990-05-01", Name: strings.ToUpper(name[:1]) + name[1:], Country: "DE", Verified: true,
	})
	check(t, err)
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		a, err = h.Enroll(ctx, tx, n, "female")
		return err
	})
	return account.Caller{ID: a.ID, Role: account.Performer, Username: name, SessionID: "s"}
}

// verified makes moderation's decision.
func (h fixture) verified(t *testing.T, performerID string) {
	t.Helper()
	h.write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.SetVerification(ctx, tx, performerID, true, "", h.clock.Now().AddDate(1, 0, 0))
	})
}

// post sends a multipart form.
func (h fixture) post(t *testing.T, as account.Caller, path string, fields map[string]string, uploads ...testkit.Upload) *httptest.ResponseRecorder {
	t.Helper()
	body, header := testkit.Form(t, fields, uploads...)
	return testkit.Call(h.web, as, "POST "+path, body, header)
}

func documents(t *testing.T) []testkit.Upload {
	t.Helper()
	return []testkit.Upload{
		{Field: "idVerification", Name: "id.png", Data: testkit.Picture(t)},
		{Field: "documentVerification", Name: "me.png", Data: testkit.Picture(t)},
	}
}

func registration() map[string]string {
	return map[string]string{
		"username": "nina", "email": "nina@example.com", "password": "a long enough password",
		"dateOfBirth": "1990-05-01", "gender": "female", "country": "DE", "name": "Nina Ray",
	}
}

// at is a day before or after the tests' noon, as a date of birth is written.
func at(years, days int) string {
	return testkit.Noon.AddDate(years, 0, days).Format(time.DateOnly)
}
