package identity_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/identity"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// subjects remember what was decided of them.
type subjects struct {
	verified map[string]bool
	until    map[string]time.Time
}

func (s subjects) SetVerification(_ context.Context, _ *db.Tx, accountID string, verified bool, _ string, until time.Time) error {
	s.verified[accountID], s.until[accountID] = verified, until
	return nil
}

type fixture struct {
	*identity.Service
	log      *audit.Log
	db       *db.DB
	clock    *testkit.Clock
	web      http.Handler
	subjects subjects
	told     *testkit.News[identity.Decided]
	ada      account.Caller
	nina     account.Caller
	passport string // the file of a document
	contract string
}

// contract is Nina's second document: a PDF, which is kept as it came.
const contract = "%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>"

// setup is Ada the admin and Nina, born on 1 May 1990, with two documents: a picture and
// a PDF.
func setup(t *testing.T) fixture {
	t.Helper()
	h := fixture{db: testkit.DB(t), clock: testkit.NewClock(), subjects: subjects{map[string]bool{}, map[string]time.Time{}}}
	keys, quiet := testkit.Keys(t), slog.New(slog.DiscardHandler)
	events := bus.New(h.db, quiet, h.clock.Now)
	h.told = testkit.Hear[identity.Decided](events)
	store, err := blob.OpenFolder(t.TempDir())
	check(t, err)
	limits := func() files.Limits { return files.Limits{MaxMB: 2, Accepted: []string{"png", "pdf"}} }
	kept := files.New(files.Deps{DB: h.db, Store: store, Keys: keys, Events: events, Limits: limits, Documents: limits, Now: h.clock.Now, Log: quiet})
	h.log = testkit.AuditLog(h.db, h.clock.Now)
	h.Service = identity.New(identity.Deps{
		DB: h.db, Events: events, Audit: h.log, Accounts: testkit.Accounts(t, h.db, events, h.clock.Now), Files: kept, Seals: keys, Now: h.clock.Now,
		Subjects: map[account.Role]identity.Subject{account.Performer: h.subjects, account.Studio: h.subjects},
	})
	h.web = testkit.Router(h.Routes)
	h.ada, h.nina = testkit.Person(t, h.db, account.Admin, "ada"), testkit.Person(t, h.db, account.Performer, "nina")
	for name, handed := range map[string]struct {
		into *string
		text []byte
	}{"id.png": {&h.passport, testkit.Picture(t)}, "contract.pdf": {&h.contract, []byte(contract)}} {
		f, err := kept.SaveDocument(t.Context(), "nina", name, bytes.NewReader(handed.text), files.Limits{})
		check(t, err)
		*handed.into = f.ID
	}
	return h
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// open hands in Nina's documents and returns the check.
func (h fixture) open(t *testing.T) string {
	t.Helper()
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.Open(ctx, tx, identity.Submission{
			AccountID: "nina", Role: account.Performer, SubmittedBy: "nina", IDFile: h.passport, DocumentFile: h.contract,
		})
	}))
	list, _, err := h.Queue(t.Context(), identity.Submitted, 0, 1)
	check(t, err)
	return list[0].ID
}

const good = `{"type":"passport","number":"C01X00T47","country":"DE","expiry":"2030-01-31","legalName":"Nina Ray","birthDate":"1990-05-01"}`

func replace(old, fresh string) string { return strings.Replace(good, old, fresh, 1) }

func TestVerify(t *testing.T) {
	h := setup(t)
	one := "/admin/identity-checks/" + h.open(t)
	deputy := account.Caller{ID: "nina", Role: account.Admin, Proved: true} // should a submitter ever be staff
	testkit.Scenarios{
		{Name: "it waits in the queue", As: h.ada, Do: "GET /admin/identity-checks", Status: 200, Has: `"username":"nina"`},
		{Name: "with what she said of herself", As: h.ada, Do: "GET " + one, Status: 200, Has: `"dateOfBirth":"1990-05-01"`},
		{Name: "not by who handed it in", As: deputy, Do: "POST " + one + "/verify", Body: good, Status: 403, Has: "own_submission"},
		{Name: "not on an expired document", As: h.ada, Do: "POST " + one + "/verify", Body: replace("2030-01-31", "2026-11-01"), Status: 422, Has: `"property":"expiry"`},
		{Name: "not on the last day where it ends first", As: h.ada, Do: "POST " + one + "/verify", Body: replace("2030-01-31", "2026-11-02"), Status: 422, Has: "This document has expired"},
		{Name: "not below 18", As: h.ada, Do: "POST " + one + "/verify", Body: replace("1990-05-01", "2008-11-03"), Status: 422, Has: "You must be at least 18 years old."},
		{Name: "not with another birthday", As: h.ada, Do: "POST " + one + "/verify", Body: replace("1990-05-01", "1991-05-01"), Status: 422, Has: `"property":"birthDate"`},
		{Name: "not without a number", As: h.ada, Do: "POST " + one + "/verify", Body: replace("C01X00T47", ""), Status: 422, Has: `"property":"number"`},
		{Name: "not a strange type", As: h.ada, Do: "POST " + one + "/verify", Body: replace("passport", "library_card"), Status: 422, Has: `"property":"type"`},
		{Name: "Ada verifies", As: h.ada, Do: "POST " + one + "/verify", Body: good, Status: 200, Has: `"number":"•••••••47"`},
		{Name: "deciding twice is a conflict", As: h.ada, Do: "POST " + one + "/verify", Body: good, Status: 409, Has: "already_decided"},
		{Name: "rejecting then, too", As: h.ada, Do: "POST " + one + "/reject", Body: `{"reason":"no"}`, Status: 409},
		{Name: "the queue is empty", As: h.ada, Do: "GET /admin/identity-checks", Status: 200, Has: `"total":0`},
		{Name: "the verified are listed, without documents", As: h.ada, Do: "GET /admin/identity-checks?state=verified", Status: 200, Has: `"decidedBy":"ada"`, Lacks: "legalName"},
		{Name: "nothing there", As: h.ada, Do: "GET /admin/identity-checks/none", Status: 404},
	}.Run(t, h.Routes)
	if until := h.subjects.until["nina"]; !h.subjects.verified["nina"] || until.Format(time.DateOnly) != "2030-01-31" {
		t.Errorf("Nina is verified %v until %v", h.subjects.verified["nina"], until)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM identity_checks WHERE doc_number LIKE '%C01X%'`); n != 0 {
		t.Error("the document's number lies open in the database")
	}
	if told := h.told.All(t); len(told) != 1 || !told[0].Verified || told[0].AccountID != "nina" {
		t.Errorf("the site was told %+v", told)
	}
}

func TestReject(t *testing.T) {
	h := setup(t)
	first := h.open(t)
	second := h.open(t) // documents handed in again replace the waiting ones
	testkit.Scenarios{
		{Name: "the first documents are gone", As: h.ada, Do: "GET /admin/identity-checks/" + first, Status: 404},
		{Name: "not without a reason", As: h.ada, Do: "POST /admin/identity-checks/" + second + "/reject", Body: `{"reason":"  "}`, Status: 422, Has: "This field is required!"},
		{Name: "Ada rejects", As: h.ada, Do: "POST /admin/identity-checks/" + second + "/reject", Body: `{"reason":"The photo is blurred."}`, Status: 200, Has: `"state":"rejected"`},
	}.Run(t, h.Routes)
	if told := h.told.All(t); len(told) != 1 || told[0].Reason != "The photo is blurred." || h.subjects.verified["nina"] {
		t.Errorf("the site was told %+v", told)
	}
}

// Two admins press the button at once: one decides.
func TestConcurrentDecisions(t *testing.T) {
	h := setup(t)
	one := h.open(t)
	var wg sync.WaitGroup
	results := make([]error, 8)
	for i := range results {
		wg.Go(func() {
			ctx := account.WithCaller(t.Context(), h.ada)
			_, results[i] = h.Reject(ctx, one, "no")
		})
	}
	wg.Wait()
	decided := 0
	for _, err := range results {
		switch {
		case err == nil:
			decided++
		case !errors.Is(err, identity.ErrDecided):
			t.Error(err)
		}
	}
	if decided != 1 {
		t.Errorf("%d admins decided, want 1", decided)
	}
}

// Nobody sees a document without leaving a line in the log.
func TestDocuments(t *testing.T) {
	h := setup(t)
	path := "GET /admin/identity-checks/" + h.open(t) + "/documents/"
	look := func(which string) (int, http.Header, string) {
		answer := testkit.Call(h.web, h.ada, path+which, "", nil)
		return answer.Code, answer.Header(), answer.Body.String()
	}
	if code, _, body := look("idVerification"); code != 422 || !strings.Contains(body, `"property":"reason"`) {
		t.Errorf("without a reason: %d %s", code, body)
	}
	if code, _, _ := look("passwords?reason=curious"); code != 404 {
		t.Errorf("a document that is not there answered %d", code)
	}
	code, header, body := look("idVerification?reason=compare+with+the+photo")
	if code != 200 || !strings.HasPrefix(body, "\xff\xd8") {
		t.Fatalf("the document answered %d, %d bytes", code, len(body))
	}
	for name, want := range map[string]string{
		"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff",
		"Content-Security-Policy": "default-src 'none'; sandbox", "Content-Type": "image/jpeg",
		"Cross-Origin-Resource-Policy": "same-origin", // as of every document: files.ServeDocument
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	// A PDF of a stranger may run what it likes where it is shown: it is handed over as
	// a file, and never opened in the site's origin.
	code, header, body = look("documentVerification?reason=read+the+contract")
	if code != 200 || body != contract {
		t.Fatalf("the PDF answered %d, %q", code, body)
	}
	for name, want := range map[string]string{
		"Content-Disposition": "attachment; filename=contract.pdf", "Content-Type": "application/pdf",
		"Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff", "Cache-Control": "private, no-store",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("of a PDF %s is %q, want %q", name, got, want)
		}
	}
	testkit.Scenarios{
		{Name: "the look is on record", As: h.ada, Do: "GET /admin/audit-log", Status: 200, Has: `"action":"identity.document_viewed"`},
		{Name: "with its reason, once each", As: h.ada, Do: "GET /admin/audit-log?actorId=ada", Status: 200, Has: `"total":2`},
	}.Run(t, h.log.Routes)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM audit_log WHERE reason = 'compare with the photo' AND address = '203.0.113.7'`); n != 1 {
		t.Errorf("%d lines name the reason and the address, want 1", n)
	}
}

// Every route is for admins alone.
func TestRoles(t *testing.T) {
	h := setup(t)
	one := "/admin/identity-checks/" + h.open(t)
	callers := []account.Caller{
		h.nina, testkit.Person(t, h.db, account.Member, "tom"), testkit.Person(t, h.db, account.Studio, "stella"),
	}
	for _, route := range []string{
		"GET /admin/identity-checks", "GET " + one, "GET " + one + "/documents/idVerification?reason=x",
		"POST " + one + "/verify", "POST " + one + "/reject",
	} {
		if code := testkit.Call(h.web, account.Caller{}, route, "", nil).Code; code != 401 {
			t.Errorf("%s answered a guest %d, want 401", route, code)
		}
		for _, c := range callers {
			answer := testkit.Call(h.web, c, route, "", nil)
			if answer.Code != 403 || !strings.Contains(answer.Body.String(), "Forbidden in the action!") {
				t.Errorf("%s answered a %s %d, want 403", route, c.Role, answer.Code)
			}
		}
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM audit_log`); n != 0 {
		t.Errorf("refused calls left %d lines in the log", n)
	}
}
