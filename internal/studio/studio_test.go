package studio_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/blob"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/studio"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// stage knows what performers did on line, by performer and day.
type stage map[string]map[time.Time]onStage

type onStage struct {
	online time.Duration
	shows  int
}

func (s stage) did(performerID string, at time.Time, online time.Duration, shows int) {
	if s[performerID] == nil {
		s[performerID] = map[time.Time]onStage{}
	}
	day := at.UTC().Truncate(24 * time.Hour)
	was := s[performerID][day]
	s[performerID][day] = onStage{was.online + online, was.shows + shows}
}

func (s stage) Days(_ context.Context, _ *db.Tx, ids []string, from, to time.Time, tell func(string, time.Time, time.Duration, int)) error {
	for _, id := range ids {
		for day, d := range s[id] {
			if !day.Before(from) && day.Before(to) {
				tell(id, day, d.online/2, 0) // in parts
				tell(id, day, d.online-d.online/2, d.shows)
			}
		}
	}
	return nil
}

func (stage) Live(context.Context, *db.Tx, []string) ([]string, error) { return []string{"nina"}, nil }

func (stage) Idle(_ context.Context, _ *db.Tx, performerID string) (bool, error) {
	return performerID != "busy", nil
}

type fixture struct {
	*studio.Service
	clock  *testkit.Clock
	db     *db.DB
	web    http.Handler
	hiring *hiring
	stage  stage

	submitted *testkit.News[studio.Submitted]
	offered   *testkit.News[studio.CommissionOffered]
	changed   *testkit.News[studio.CommissionChanged]
	declined  *testkit.News[studio.CommissionDeclined]
	invited   *testkit.News[studio.Invited]
	answered  *testkit.News[studio.InvitationAnswered]
	partings  *testkit.News[studio.PartingChanged]
}

// hides is of Shy, who hides from everybody.
func hides(_ context.Context, _ *db.Tx, performerID string, _ ...account.Caller) (bool, error) {
	return performerID == "shy", nil
}

// siteKeeps is 20 % of everything.
func siteKeeps(context.Context, *db.Tx, string) (map[string]money.Rate, error) {
	all := map[string]money.Rate{}
	for _, kind := range []string{"tip", "private", "group", "peekIn", "wheel", "gallery", "video", "product"} {
		all[kind] = money.Percent(20)
	}
	return all, nil
}

// hiring makes an account and nothing else.
type hiring struct {
	accounts  *account.Service
	db        *db.DB
	documents int    // how many came along
	by        string // who handed them in
}

func (h *hiring) Hire(ctx context.Context, n account.NewAccount, _ string, idFile, document api.File, by string,
	join func(ctx context.Context, tx *db.Tx, performerID string) error,
) (a account.Account, err error) {
	h.by, h.documents = by, 0
	for _, file := range []api.File{idFile, document} {
		if file.IsSet {
			h.documents++
		}
	}
	n.Role = account.Performer
	if n, err = h.accounts.Prepare(ctx, n); err != nil {
		return a, err
	}
	return a, h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if a, err = h.accounts.Create(ctx, tx, n); err != nil {
			return err
		}
		return join(ctx, tx, a.ID)
	})
}

func setup(t *testing.T) fixture {
	t.Helper()
	clock, quiet := testkit.NewClock(), slog.New(slog.DiscardHandler)
	h := fixture{clock: clock, db: testkit.DB(t)}
	events := bus.New(h.db, quiet, clock.Now)
	h.submitted, h.offered = testkit.Hear[studio.Submitted](events), testkit.Hear[studio.CommissionOffered](events)
	h.changed, h.declined = testkit.Hear[studio.CommissionChanged](events), testkit.Hear[studio.CommissionDeclined](events)
	h.invited, h.answered = testkit.Hear[studio.Invited](events), testkit.Hear[studio.InvitationAnswered](events)
	h.partings = testkit.Hear[studio.PartingChanged](events)
	accounts := testkit.Accounts(t, h.db, events, clock.Now)
	store, err := blob.OpenFolder(t.TempDir())
	check(t, err)
	sizes := func() files.Limits { return files.Limits{MaxMB: 2, Accepted: []string{"png"}} }
	h.hiring, h.stage = &hiring{accounts: accounts, db: h.db}, stage{}
	h.Service = studio.New(studio.Deps{
		DB: h.db, Events: events, Accounts: accounts, Stage: h.stage, Hiring: h.hiring, Ledger: ledger.New(clock.Now),
		Limits: limit.New(clock.Now, studio.Limits()), Kinds: kinds, SiteKeeps: siteKeeps, Now: clock.Now,
		Audit: testkit.AuditLog(h.db, clock.Now), Hides: hides,
		Files: files.New(files.Deps{DB: h.db, Store: store, Keys: testkit.Keys(t), Events: events, Limits: sizes, Documents: sizes, Now: clock.Now, Log: quiet}),
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

// open makes a studio.
func (h fixture) open(t *testing.T, name string) account.Caller {
	t.Helper()
	n, err := h.Accounts.Prepare(t.Context(), account.NewAccount{
		Username: name, Email: name + "@example.com", Password: "a long enough password", DateOfBirth: "1980-01-01", Verified: true,
	})
	check(t, err)
	var a account.Account
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		a, err = h.Enroll(ctx, tx, n)
		return err
	}))
	return account.Caller{ID: a.ID, Role: account.Studio, Username: name, SessionID: "s"}
}

// earn lets Tom pay a studio, by a tip for a member of it.
func (h fixture) earn(t *testing.T, studioID string, tokens int64) {
	t.Helper()
	b := bank.Open(h.db, h.clock.Now)
	b.Grant(t, "tom", tokens)
	b.Write(t, func(ctx context.Context, tx *db.Tx) error {
		_, err := b.Ledger.Post(ctx, tx, ledger.Transfer{Key: "tip:1", Kind: "tip", Reference: "1", Payer: "tom", Payee: "nina", Legs: []ledger.Leg{
			{Source: ledger.Wallet("tom"), Target: ledger.Earnings(studioID), Amount: money.Whole(tokens)},
		}})
		return err
	})
}

func (h fixture) join(t *testing.T, studioID, performerID string) error {
	t.Helper()
	return h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.AddMember(ctx, tx, studioID, performerID) })
}

func TestRegister(t *testing.T) {
	h := setup(t)
	register := func(document []byte) (int, string) {
		return h.post(t, account.Caller{}, "/auth/studio/register", map[string]string{
			"username": "stella", "email": "stella@example.com", "password": "a long enough password", "dateOfBirth": "1980-01-01",
		}, map[string][]byte{"documentVerification": document})
	}
	for name, document := range map[string][]byte{"no document": nil, "a page as document": []byte("<html>")} {
		if code, body := register(document); code != 422 || !strings.Contains(body, "documentVerification") {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM accounts`); n != 0 {
		t.Errorf("refused registrations made %d accounts", n)
	}
	if code, body := register(testkit.Picture(t)); code != 200 || !strings.Contains(body, `"message":"Welcome!`) {
		t.Fatalf("registering answered %d %s", code, body)
	}
	if told := h.submitted.All(t); len(told) != 1 || told[0].DocumentFile == "" || told[0].StudioID != told[0].SubmittedBy {
		t.Errorf("moderation was told of %+v, want one document", told)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM studios WHERE verification = 'submitted'`); n != 1 {
		t.Errorf("%d studios wait for their check, want 1", n)
	}
}

// post sends a multipart form; nil files are left out.
func (h fixture) post(t *testing.T, as account.Caller, path string, fields map[string]string, documents map[string][]byte) (int, string) {
	t.Helper()
	var uploads []testkit.Upload
	for field, data := range documents {
		if data != nil {
			uploads = append(uploads, testkit.Upload{Field: field, Name: "document.png", Data: data})
		}
	}
	body, header := testkit.Form(t, fields, uploads...)
	answer := testkit.Call(h.web, as, "POST "+path, body, header)
	return answer.Code, answer.Body.String()
}

// A studio whose document was rejected sends another one; a verified one does
// not.
func TestSubmitAgain(t *testing.T) {
	h := setup(t)
	stella := h.open(t, "stella")
	decide := func(verified bool) {
		check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.SetVerification(ctx, tx, stella.ID, verified, "blurred", time.Time{})
		}))
	}
	send := func(document []byte) (int, string) {
		return h.post(t, stella, "/studio/identity-documents", nil, map[string][]byte{"documentVerification": document})
	}
	decide(false)
	for name, document := range map[string][]byte{"no document": nil, "a page as document": []byte("<html>")} {
		if code, body := send(document); code != 422 || !strings.Contains(body, `"property":"documentVerification"`) {
			t.Errorf("%s: %d %s", name, code, body)
		}
	}
	if code, body := send(testkit.Picture(t)); code != 200 || !strings.Contains(body, `"verification":"submitted"`) || strings.Contains(body, "blurred") {
		t.Errorf("sending again answered %d %s", code, body)
	}
	if told := h.submitted.All(t); len(told) != 1 || told[0].DocumentFile == "" || told[0].StudioID != told[0].SubmittedBy {
		t.Errorf("moderation was told of %+v, want one document", told)
	}
	decide(true)
	for name, document := range map[string][]byte{"a picture": testkit.Picture(t), "what nobody decodes for it": []byte("<html>")} {
		if code, body := send(document); code != 409 {
			t.Errorf("a verified studio sent %s: %d %s", name, code, body)
		}
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 1 {
		t.Errorf("%d documents are kept, want the one that was taken", n)
	}
	nina := testkit.Person(t, h.db, account.Performer, "nina")
	if code, _ := h.post(t, nina, "/studio/identity-documents", nil, map[string][]byte{"documentVerification": testkit.Picture(t)}); code != 403 {
		t.Errorf("a performer's document was answered with %d", code)
	}
}

// A document can be replaced while it waits, and not so often that they fill a disk.
func TestDocumentsADay(t *testing.T) {
	h := setup(t)
	stella := h.open(t, "stella")
	for n := range 21 {
		want := 200
		if n == 20 {
			want = 429
		}
		code, body := h.post(t, stella, "/studio/identity-documents", nil, map[string][]byte{"documentVerification": testkit.Picture(t)})
		if code != want {
			t.Fatalf("the document %d: %d %s", n+1, code, body)
		}
	}
}

func TestMembers(t *testing.T) {
	h := setup(t)
	stella, rival := h.open(t, "stella"), h.open(t, "rival")
	nina := testkit.Person(t, h.db, account.Performer, "nina")
	check(t, h.join(t, stella.ID, "nina"))
	if err := h.join(t, rival.ID, "nina"); !errors.Is(err, studio.ErrTaken) {
		t.Errorf("a second studio took Nina: %v", err)
	}
	h.earn(t, stella.ID, 420)
	h.stage.did("nina", h.clock.Now(), 90*time.Minute+40*time.Second, 1)
	testkit.Scenarios{
		{Name: "Stella's studio", As: stella, Do: "GET /studio/me", Status: 200,
			Has: `"stats":{"totalPerformer":1,"totalTokenEarned":420,"totalOnlineToday":1,"totalHoursOnline":1.51}`},
		{Name: "her members", As: stella, Do: "GET /studio/members", Status: 200, Has: `"username":"nina"`},
		{Name: "the rival has none", As: rival, Do: "GET /studio/members", Status: 200, Has: `"data":[],"total":0`},
		{Name: "Nina is switched off", As: stella, Do: "POST /studio/members/nina/inactive", Status: 200, Has: `"status":"inactive"`},
		{Name: "and listed so", As: stella, Do: "GET /studio/members?status=inactive", Status: 200, Has: `"total":1`},
		{Name: "twice is once", As: stella, Do: "POST /studio/members/nina/inactive", Status: 200, Has: `"status":"inactive"`},
		{Name: "not by the rival", As: rival, Do: "POST /studio/members/nina/active", Status: 404, Has: "This member does not exist."},
		{Name: "as nobody is", As: rival, Do: "POST /studio/members/nobody/active", Status: 404, Has: "This member does not exist."},
		{Name: "no third status", As: stella, Do: "POST /studio/members/nina/suspended", Status: 422},
		{Name: "a new name", As: stella, Do: "PUT /studio/update", Body: `{"name":"Stella Stars"}`, Status: 200, Has: `"name":"Stella Stars"`},
		{Name: "not a performer", As: nina, Do: "GET /studio/me", Status: 403},
		{Name: "nor her members", As: nina, Do: "GET /studio/members", Status: 403},
		{Name: "nor to change", As: nina, Do: "PUT /studio/update", Body: `{}`, Status: 403},
		{Name: "nor herself", As: nina, Do: "POST /studio/members/nina/active", Status: 403},
		{Name: "not a guest", Do: "GET /studio/me", Status: 401},
	}.Run(t, h.Routes)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM accounts WHERE id = 'nina' AND status = 'inactive'`); n != 1 {
		t.Error("Nina is not switched off")
	}
}

// A member who is switched off may leave a studio at once: later income is the
// performer's own, and the open offer is gone.
func TestLeaveStudio(t *testing.T) {
	h := setup(t)
	stella, busy := h.open(t, "stella"), testkit.Person(t, h.db, account.Performer, "busy")
	nina := testkit.Person(t, h.db, account.Performer, "nina")
	check(t, h.join(t, stella.ID, "nina"))
	check(t, h.join(t, stella.ID, "busy"))
	testkit.Scenarios{
		{Name: "busy is switched off, too", As: stella, Do: "POST /studio/members/busy/inactive", Status: 200},
		{Name: "switched off", As: stella, Do: "POST /studio/members/nina/inactive", Status: 200},
		{Name: "offered less", As: stella, Do: "PUT /studio/commission/member/nina", Body: `{"tip":10}`, Status: 200, Has: `"offer"`},
		{Name: "not by the studio", As: stella, Do: "POST /performers/studio/leave", Body: `{}`, Status: 403},
		{Name: "not during a show", As: busy, Do: "POST /performers/studio/leave", Body: `{}`, Status: 409, Has: `"error":"on_stage"`},
		{Name: "she leaves", As: nina, Do: "POST /performers/studio/leave", Body: `{}`, Status: 200, Has: `"state":"done"`},
		{Name: "once", As: nina, Do: "POST /performers/studio/leave", Body: `{}`, Status: 409, Has: "You belong to no studio."},
		{Name: "all is hers", As: nina, Do: "GET /settings/performer/commission", Status: 200, Has: `"rates":{"gallery":100,`},
		{Name: "who is on stage stays", As: stella, Do: "GET /studio/members", Status: 200, Has: `"total":1`},
		{Name: "not a switch any more", As: stella, Do: "POST /studio/members/nina/inactive", Status: 404},
	}.Run(t, h.Routes)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM accounts WHERE id = 'nina' AND status = 'active'`); n != 1 {
		t.Error("Nina, who has left, is still switched off")
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM studio_offers WHERE performer_id = 'nina' AND state = 'open'`); n != 0 {
		t.Error("the studio's offer still waits for Nina")
	}
}
