package mail_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"limelight/internal/kit/db"
	"limelight/internal/kit/mail"
	"limelight/internal/testkit"
)

// desk is a mailbox with a mailer over a real database.
type desk struct {
	*mail.Mailer
	db     *db.DB
	clock  *testkit.Clock
	outbox *mail.Outbox
}

func sit(t *testing.T, c mail.Config) *desk {
	t.Helper()
	d := &desk{db: testkit.DB(t), clock: testkit.NewClock(), outbox: mail.NewOutbox(testkit.Keys(t))}
	if c.Server != "" && c.From == "" {
		c.From = "noreply@example.com"
	}
	m, err := mail.New(d.db, d.outbox, c, d.clock.Now, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		t.Fatal(err)
	}
	d.Mailer = m
	return d
}

func (d *desk) queue(t *testing.T, m mail.Message) error {
	t.Helper()
	m.At = d.clock.Now()
	return d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return d.outbox.Queue(ctx, tx, m) })
}

func (d *desk) drain(t *testing.T) {
	t.Helper()
	if err := d.Drain(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (d *desk) only(t *testing.T) (m mail.Mail) {
	t.Helper()
	err := d.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		page, total, err := mail.List(ctx, tx, mail.Filter{Limit: 10})
		if err != nil || total != 1 {
			t.Fatalf("%d mails, %v", total, err)
		}
		m, err = mail.Get(ctx, tx, page[0].ID)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var hello = mail.Message{To: "tom@example.org", Subject: "Grüße – Limelight", Text: "Hello Tom,\n.\na link", HTML: "<p>Hello Tom</p>"}

func TestSend(t *testing.T) {
	for _, c := range []struct {
		name                string
		offers, begins      bool
		scheme, user, query string
		secure              bool
	}{
		{"STARTTLS", true, false, "smtp", "post:p%40ss%2Fword@", "", true},
		{"TLS from the start", true, true, "smtps", "post:p%40ss%2Fword@", "", true},
		{"in the clear", false, false, "smtp", "", "?tls=none", false},
		{"STARTTLS if offered, and it is", true, false, "smtp", "", "?tls=optional", true},
		{"STARTTLS if offered, and it is not", false, false, "smtp", "", "?tls=optional", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := open(t, c.offers, c.begins)
			d := sit(t, mail.Config{Server: c.scheme + "://" + c.user + o.address + c.query, Name: func() string { return "Lime\r\nlight" }, TLS: o.trust})
			if err := d.queue(t, hello); err != nil {
				t.Fatal(err)
			}
			d.drain(t)
			if len(o.letters) != 1 {
				t.Fatalf("%d letters arrived; the mail is %+v", len(o.letters), d.only(t))
			}
			got := o.letters[0]
			if got.from != "noreply@example.com" || got.to != "tom@example.org" || got.secure != c.secure || (got.user == "post") != (c.user != "") {
				t.Errorf("arrived from %s to %s, secure %v, as %q", got.from, got.to, got.secure, got.user)
			}
			if got.GetHeader("Subject") != hello.Subject || got.GetHeader("From") != `"Lime light" <noreply@example.com>` || got.GetHeader("Auto-Submitted") != "auto-generated" {
				t.Errorf("headers: %q %q", got.GetHeader("Subject"), got.GetHeader("From"))
			}
			if strings.ReplaceAll(got.Text, "\r\n", "\n") != hello.Text || got.HTML != hello.HTML {
				t.Errorf("texts: %q %q", got.Text, got.HTML)
			}
			kept := d.only(t)
			if id := got.GetHeader("Message-ID"); id != "<"+kept.ID+"@example.com>" {
				t.Errorf("Message-ID is %s", id)
			}
			if kept.State != mail.Sent || kept.Text != "" || kept.HTML != "" || !kept.SentAt.Equal(d.clock.Now()) {
				t.Errorf("the mailbox has %+v", kept)
			}
			d.drain(t)
			if len(o.letters) != 1 {
				t.Error("it was sent twice")
			}
		})
	}
}

// A server without TLS gets neither password nor mail, unless told otherwise.
func TestTLSIsInsistedOn(t *testing.T) {
	o := open(t, false, false)
	d := sit(t, mail.Config{Server: "smtp://post:p%40ss%2Fword@" + o.address})
	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	d.drain(t)
	if m := d.only(t); len(o.letters) != 0 || m.State != mail.Waiting || m.Failure == "" {
		t.Errorf("%d letters; the mail is %+v", len(o.letters), m)
	}
}

// A mail that is tried at once passes the queue, and whoever asked hears the server.
func TestTry(t *testing.T) {
	o := open(t, false, false)
	d := sit(t, mail.Config{Server: "smtp://" + o.address + "?tls=none"})
	if err := d.Try(t.Context(), hello); err != nil || len(o.letters) != 1 {
		t.Fatalf("%d letters came (%v)", len(o.letters), err)
	}
	o.refuse = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 7, 1}, Message: "we know no such sender"}
	if err := d.Try(t.Context(), hello); err == nil || !strings.Contains(err.Error(), "we know no such sender") {
		t.Errorf("of a refused mail: %v", err)
	}
	if err := sit(t, mail.Config{}).Try(t.Context(), hello); !errors.Is(err, mail.ErrKept) {
		t.Errorf("without a server: %v", err)
	}
}

func TestTryAgain(t *testing.T) {
	o := open(t, false, false)
	o.refuse = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later"}
	d := sit(t, mail.Config{Server: "smtp://" + o.address + "?tls=none"})
	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	d.drain(t)
	d.drain(t) // not due yet
	if m := d.only(t); m.State != mail.Waiting || m.Attempts != 1 || !strings.Contains(m.Failure, "later") {
		t.Errorf("after a refusal the mail is %+v", m)
	}
	d.clock.Advance(time.Minute)
	d.drain(t)
	o.refuse = nil
	d.clock.Advance(time.Minute)
	d.drain(t) // the second pause is two minutes
	if len(o.letters) != 0 {
		t.Error("it was tried before its time")
	}
	d.clock.Advance(time.Minute)
	d.drain(t)
	if m := d.only(t); m.State != mail.Sent || m.Attempts != 3 || m.Failure != "" || len(o.letters) != 1 {
		t.Errorf("at last the mail is %+v", m)
	}
}

func TestGiveUp(t *testing.T) {
	o := open(t, false, false)
	o.refuse = &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later"}
	d := sit(t, mail.Config{Server: "smtp://" + o.address + "?tls=none"})
	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	for range 20 {
		d.drain(t)
		d.clock.Advance(6 * time.Hour)
	}
	if m := d.only(t); m.State != mail.Failed || m.Attempts != 10 || m.Text == "" {
		t.Errorf("the mail is %+v", m)
	}
}

func TestRefusedForGood(t *testing.T) {
	o := open(t, false, false)
	o.refuse = &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "no such person"}
	d := sit(t, mail.Config{Server: "smtp://" + o.address + "?tls=none"})
	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	d.drain(t)
	if m := d.only(t); m.State != mail.Failed || m.Attempts != 1 {
		t.Errorf("the mail is %+v", m)
	}
}

func TestUnreachable(t *testing.T) {
	o := open(t, false, false)
	d := sit(t, mail.Config{Server: "smtp://127.0.0.1:1?tls=none"})
	_ = o
	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	d.drain(t)
	if m := d.only(t); m.State != mail.Waiting || m.Failure == "" {
		t.Errorf("the mail is %+v", m)
	}
}

func TestKept(t *testing.T) {
	d := sit(t, mail.Config{})
	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	d.drain(t)
	if m := d.only(t); m.State != mail.Kept || m.Text != hello.Text || m.HTML != hello.HTML || !d.Keeps() {
		t.Errorf("the mailbox has %+v", m)
	}
	err := d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		gone, err := mail.Forget(ctx, tx, d.clock.Now().Add(mail.Keep+time.Second))
		if gone != 1 {
			t.Errorf("%d were forgotten, want 1", gone)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestQueueRefuses(t *testing.T) {
	d := sit(t, mail.Config{})
	for name, m := range map[string]mail.Message{
		"a header in the address": {To: "tom@example.org\r\nBcc: eve@example.org", Subject: "x"},
		"two addresses":           {To: "tom@example.org, eve@example.org", Subject: "x"},
		"a name":                  {To: "Tom <tom@example.org>", Subject: "x"},
		"a header in the subject": {To: "tom@example.org", Subject: "x\r\nBcc: eve@example.org"},
		"a line in the subject":   {To: "tom@example.org", Subject: "x\ny"},
	} {
		if err := d.queue(t, m); err == nil {
			t.Errorf("%s was queued", name)
		}
	}
	err := d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return d.outbox.Queue(ctx, tx, hello) })
	if err == nil {
		t.Error("a mail without a time was queued")
	}
}

func TestRolledBackIsNotSent(t *testing.T) {
	d := sit(t, mail.Config{})
	stop := errors.New("stop")
	err := d.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		m := hello
		m.At = d.clock.Now()
		if err := d.outbox.Queue(ctx, tx, m); err != nil {
			return err
		}
		return stop
	})
	if n := testkit.Int(t, d.db, "SELECT COUNT(*) FROM mails"); n != 0 || !errors.Is(err, stop) {
		t.Errorf("%d mails, %v", n, err)
	}
}

func TestValid(t *testing.T) {
	for address, want := range map[string]bool{
		"tom@example.org": true, "tom+x@mail.example.org": true, "TOM@EXAMPLE.ORG": true, "töm@exämple.org": true,
		"": false, "tom": false, "tom@": false, "@example.org": false, "tom@localhost": false, "tom@example.": false,
		"tom@@example.org": false, "to m@example.org": false, "tom@[192.0.2.1]": false, "Tom <tom@example.org>": false,
		"tom@example.org\n": false, "tom@example.org,": false, strings.Repeat("x", 250) + "@example.org": false,
	} {
		if got := mail.Valid(address); got != want {
			t.Errorf("%q is valid: %v, want %v", address, got, want)
		}
	}
}

func TestConfig(t *testing.T) {
	for _, c := range []mail.Config{
		{Server: "http://example.com", From: "a@example.com"}, {Server: "smtp://", From: "a@example.com"}, {Server: "mail.example.com", From: "a@example.com"},
		{Server: "smtp://mail.example.com?tls=maybe", From: "a@example.com"}, {Server: "smtp://mail.example.com"}, {Server: "smtp://mail.example.com", From: "nobody"},
	} {
		if _, err := mail.New(nil, nil, c, nil, nil); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	if _, err := mail.New(nil, nil, mail.Config{Server: "smtp://u:p@mail.example.com:2525", From: "limelight@localhost"}, nil, nil); err != nil {
		t.Error(err)
	}
}

// A password in the address of the server is not told when the address is wrong.
func TestConfigErrorsAreDiscreet(t *testing.T) {
	_, err := mail.New(nil, nil, mail.Config{Server: "smtp://u:hush@mail.example.com:port", From: "a@example.com"}, nil, nil)
	if err == nil || strings.Contains(err.Error(), "hush") {
		t.Errorf("the error is %v", err)
	}
}

// What opens something is masked in the mailbox and sealed in the database; the
// server it is sent to gets it whole, and after that it is nowhere.
func TestLinksAreSealed(t *testing.T) {
	o := open(t, false, false)
	d := sit(t, mail.Config{Server: "smtp://" + o.address + "?tls=none"})
	const token = "Zm9vYmFyLWZvb2Jhci1mb29iYXItZm9vYmFyLWZvb2Jhcg"
	link := "https://example.com/auth/reset-password?token=" + token
	m := hello
	m.Text, m.HTML = "Hello Tom,\n"+link+"\n", `<a href="`+link+`">Go</a>`
	if err := d.queue(t, m); err != nil {
		t.Fatal(err)
	}
	shown := d.only(t)
	if strings.Contains(shown.Text+shown.HTML, token) || !strings.Contains(shown.Text, "token=••") || !strings.HasPrefix(shown.Text, "Hello Tom") {
		t.Errorf("the mailbox shows %q and %q", shown.Text, shown.HTML)
	}
	clear := `SELECT COUNT(*) FROM mails WHERE subject || body_text || body_html || sealed LIKE '%` + token[:20] + `%'`
	if testkit.Int(t, d.db, clear) != 0 || testkit.Int(t, d.db, `SELECT COUNT(*) FROM mails WHERE sealed <> ''`) != 1 {
		t.Error("a dump has the link")
	}
	var whole mail.Mail
	err := d.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		whole, err = d.outbox.Newest(ctx, tx, m.To)
		return err
	})
	if err != nil || whole.Text != m.Text || whole.HTML != m.HTML {
		t.Errorf("opened, it is %+v (%v)", whole, err)
	}
	d.drain(t)
	if len(o.letters) != 1 || !strings.Contains(o.letters[0].Text, token) || !strings.Contains(o.letters[0].HTML, token) {
		t.Errorf("the server got %+v", o.letters)
	}
	if testkit.Int(t, d.db, `SELECT COUNT(*) FROM mails WHERE sealed = '' AND body_text = ''`) != 1 {
		t.Error("a mail that was sent is still there")
	}
}

// A mail of an earlier version, in clear, is sealed when the program starts.
func TestOldMailsAreSealed(t *testing.T) {
	d := sit(t, mail.Config{})
	const token = "Zm9vYmFyLWZvb2Jhci1mb29iYXItZm9vYmFyLWZvb2Jhcg"
	testkit.Exec(t, d.db, `INSERT INTO mails (id, recipient, subject, body_text, body_html, state, due, created_at)
		VALUES ('old', 'tom@example.org', 'Hello', 'a link ?token=`+token+`', '', 'kept', 0, 0)`)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx) }()
	testkit.Eventually(t, "the old mail is sealed", func() bool {
		return testkit.Int(t, d.db, `SELECT COUNT(*) FROM mails WHERE sealed <> '' AND body_text NOT LIKE '%Zm9v%'`) == 1
	})
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	err := d.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		m, err := d.outbox.Newest(ctx, tx, "tom@example.org")
		if err == nil && m.Text != "a link ?token="+token {
			t.Errorf("opened, it is %q", m.Text)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// What somebody waits for goes before what many get.
func TestEssentialMailsGoFirst(t *testing.T) {
	o := open(t, false, false)
	d := sit(t, mail.Config{Server: "smtp://" + o.address + "?tls=none"})
	for i := range 3 {
		bulk := hello
		bulk.Subject, bulk.Unsubscribe = fmt.Sprint("bulk ", i), "https://example.com/a"
		if err := d.queue(t, bulk); err != nil {
			t.Fatal(err)
		}
		d.clock.Advance(time.Second)
	}
	if err := d.queue(t, hello); err != nil {
		t.Fatal(err)
	}
	d.drain(t)
	var subjects []string
	for _, came := range o.letters {
		subjects = append(subjects, came.GetHeader("Subject"))
	}
	if want := []string{hello.Subject, "bulk 0", "bulk 1", "bulk 2"}; !slices.Equal(subjects, want) {
		t.Errorf("there came %q, and not %q: first the one that somebody waits for; %d failed", subjects, want,
			testkit.Int(t, d.db, `SELECT COUNT(*) FROM mails WHERE failure <> ''`))
	}
	plan := testkit.Plan(t, d.db, `SELECT id FROM mails WHERE state = 'waiting' AND due <= 7 AND unsubscribe = '' ORDER BY due, id LIMIT 1`)
	if !strings.Contains(plan, "mails_essential") {
		t.Errorf("it is found by\n%s", plan)
	}
}
