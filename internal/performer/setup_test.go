package performer_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/secretbox"
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
	news    *newsRecorder
	dropped *blob.Folder
}

type hider map[string]bool

func (h hider) Hides(_ context.Context, _ *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return h[performerID+" "+viewer.ID], nil
}

func setup(t *testing.T) fixture {
	t.Helper()
	h := fixture{db: testkit.DB(t), clock: testkit.NewClock(), hides: map[string]bool{}, news: &newsRecorder{}}
	quiet := slog.New(slog.NewTextHandler(io.Discard, nil))
	h.bus = bus.New(h.db, quiet, h.clock.Now)
	hear[performer.IdentitySubmitted](h, "test.documents")
	hear[performer.StreamingChanged](h, "test.stage")
	hear[performer.Changed](h, "test.changed")
	accounts, err := account.New(account.Deps{
		Keys: testkit.Keys(t),
		DB:   h.db, Events: h.bus, Limits: limit.New(h.clock.Now, account.Limits()), Now: h.clock.Now, Log: quiet,
		SiteName: func() string { return "Limelight" }, PublicURL: "http://localhost:8080",
		Cost: account.Cost{MemoryKiB: 64, Iterations: 1},
	})
	check(t, err)
	keys, err := secretbox.New()
	check(t, err)
	h.dropped, err = blob.OpenFolder(t.TempDir())
	check(t, err)
	pictures := func() files.Limits { return files.Limits{MaxMB: 2, Accepted: []string{"png", "jpg", "jpeg"}} }
	kept := files.New(files.Deps{
		DB: h.db, Store: h.dropped, Keys: keys, Events: h.bus, Limits: pictures, Documents: pictures, Now: h.clock.Now, Log: quiet,
	})
	h.Service = performer.New(performer.Deps{
		DB: h.db, Events: h.bus, Accounts: accounts, Files: kept, Blocking: hider(h.hides),
		Ledger: ledger.New(h.clock.Now), Limiter: limit.New(h.clock.Now, performer.Limits()), Audit: testkit.AuditLog(h.db, h.clock.Now), Now: h.clock.Now,
	})
	h.web = testkit.Router(h.Routes)
	return h
}

// newsRecorder collects what was told; several workers write it.
type newsRecorder struct {
	mu   sync.Mutex
	list []any
}

// hear collects the events of a kind.
func hear[E bus.Event](h fixture, name string) {
	bus.On(h.bus, name, func(_ context.Context, _ *db.Tx, e E) error {
		h.news.mu.Lock()
		defer h.news.mu.Unlock()
		h.news.list = append(h.news.list, e)
		return nil
	})
}

// heard returns the events of a kind that were told since the last call, in any
// order.
func heard[E bus.Event](t *testing.T, h fixture) (list []E) {
	t.Helper()
	check(t, h.bus.Drain(t.Context()))
	for _, one := range h.news.list {
		if e, ok := one.(E); ok {
			list = append(list, e)
		}
	}
	h.news.list = nil
	return list
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

// document is a picture of a document.
func document(t *testing.T) []byte {
	t.Helper()
	p := image.NewNRGBA(image.Rect(0, 0, 64, 40))
	for i := range p.Pix {
		p.Pix[i] = byte(i)
	}
	p.Set(1, 1, color.White)
	var out bytes.Buffer
	check(t, png.Encode(&out, p))
	return out.Bytes()
}

type upload struct {
	field, name string
	data        []byte
}

// post sends a multipart form.
func (h fixture) post(t *testing.T, as account.Caller, path string, fields map[string]string, uploads ...upload) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		check(t, form.WriteField(name, value))
	}
	for _, u := range uploads {
		w, err := form.CreateFormFile(u.field, u.name)
		check(t, err)
		_, err = w.Write(u.data)
		check(t, err)
	}
	check(t, form.Close())
	return testkit.Call(h.web, as, "POST "+path, body.String(), map[string]string{"Content-Type": form.FormDataContentType()})
}

func documents(t *testing.T) []upload {
	t.Helper()
	return []upload{{"idVerification", "id.png", document(t)}, {"documentVerification", "me.png", document(t)}}
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
