package notices_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/mail"
	"limelight/internal/notices"
	"limelight/internal/testkit"
)

// Kinds as domains declare them: one that must not wait, one that may, one that comes often.
var (
	parcelSent = notices.Declare("test.parcel_sent", notices.Class{Group: notices.Order, Essential: true}, func(say lang.Teller, order string) notices.Letter {
		return notices.Letter{
			Subject: say("Your order %s was shipped", order),
			Lines:   []string{say("It is on its way with %s, tracking number %s.", "<Post>", "7")},
			Link:    "/account/user/orders", Label: say("My orders"),
		}
	}, "LL-7")
	begun = notices.Declare("test.begun", notices.Class{Group: notices.Order}, func(say lang.Teller, order string) notices.Letter {
		return notices.Letter{Subject: say("Your order %s is being prepared", order), Lines: []string{order}, Link: "/account/user/orders", Label: say("My orders")}
	}, "LL-7")
	sold = notices.Declare("test.sold", notices.Class{Group: notices.Purchase}, func(say lang.Teller, title string) notices.Letter {
		return notices.Letter{Subject: say("%s was bought", title), Link: "/account/performer/earning", Label: say("My earnings")}
	}, "Evening").Once(func(title string) string { return title })
	asked = notices.Declare("test.asked", notices.Class{Group: notices.Request}, func(say lang.Teller, who string) notices.Letter {
		return notices.Letter{Subject: say("%s has sent you a private chat request", who)}
	}, "Sam")
	_ = notices.Declare("test.proved", notices.Class{Group: notices.System, Essential: true, MailOnly: true}, func(say lang.Teller, link string) notices.Letter {
		return notices.Letter{Subject: say("Verify your email address"), Link: link, Label: say("Verify my address")}
	}, "/verify?token=7")
)

var (
	tom    = account.Caller{ID: "tom", Role: account.Member, Username: "tom"}
	nina   = account.Caller{ID: "nina", Role: account.Performer, Username: "nina"}
	nobody account.Caller
	ada    = account.Caller{ID: "ada", Role: account.Admin, Username: "ada"}
)

// pushes keep what was queued to be pushed.
type pushes struct {
	list []notices.Push
	to   []string
}

func (p *pushes) Queue(_ context.Context, _ *db.Tx, one notices.Push, accountIDs ...string) error {
	p.list = append(p.list, one)
	p.to = append(p.to, accountIDs...)
	return nil
}

func (*pushes) WithDevice(context.Context, *db.Tx, ...string) ([]string, error) { return nil, nil }

func (*pushes) Withdraw(context.Context, *db.Tx, string, ...string) error { return nil }

func (*pushes) WithdrawBulk(context.Context, *db.Tx, string, int) (int64, error) { return 0, nil }

// fixture is the package on a real database, behind the real router.
type fixture struct {
	*notices.Notices
	db      *db.DB
	clock   *testkit.Clock
	bus     *bus.Bus
	outbox  *mail.Outbox
	pushed  *pushes
	handler http.Handler
	people  map[string]notices.Recipient
	broken  map[string]bool // cannot be found
}

func setup(t *testing.T) *fixture {
	t.Helper()
	h := &fixture{db: testkit.DB(t), clock: testkit.NewClock(), pushed: &pushes{}, people: map[string]notices.Recipient{}, broken: map[string]bool{}}
	for _, name := range []string{"tom", "nina"} {
		h.people[name] = notices.Recipient{AccountID: name, Address: name + "@example.org", Name: name}
	}
	keys, log := testkit.Keys(t), slog.New(slog.NewTextHandler(io.Discard, nil))
	h.outbox, h.bus = mail.NewOutbox(keys), bus.New(h.db, log, h.clock.Now)
	h.Notices = notices.New(notices.Deps{
		DB: h.db, Outbox: h.outbox, Keys: keys, Events: h.bus, Pusher: h.pushed, Log: log, Now: h.clock.Now,
		Site: func() string { return "Lime\nlight" }, Home: func() string { return "https://example.com" },
		Recipients: func(_ context.Context, _ *db.Tx, accountIDs ...string) (map[string]notices.Recipient, error) {
			found := map[string]notices.Recipient{}
			for _, accountID := range accountIDs {
				if h.broken[accountID] {
					return nil, errors.New("broken")
				}
				if to, known := h.people[accountID]; known {
					found[accountID] = to
				}
			}
			return found, nil
		},
		SignedIn: account.SignedIn, Reader: account.ReadMails.Guard(), Harmless: api.Note("nothing private"),
		Caller: func(ctx context.Context) string { return account.CallerFrom(ctx).ID },
	})
	h.handler = testkit.Router(h.Routes)
	return h
}

// send tells somebody of something.
func send[D any](t *testing.T, h *fixture, kind notices.Kind[D], to notices.Recipient, about D) {
	t.Helper()
	err := h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return kind.Send(ctx, tx, h.Notices, to, about) })
	if err != nil {
		t.Fatal(err)
	}
}

// mails are all that was mailed so far, in order.
func (h *fixture) mails(t *testing.T) (list []mail.Mail) {
	t.Helper()
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		queued, err := db.All(ctx, tx, db.String, `SELECT id FROM mails ORDER BY created_at, id`)
		for _, id := range queued {
			m, err := h.outbox.Whole(ctx, tx, id)
			if err != nil {
				return err
			}
			list = append(list, m)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// later lets time pass and delivers what is due then.
func (h *fixture) later(t *testing.T, wait time.Duration) {
	t.Helper()
	h.clock.Advance(wait)
	if err := h.deliver(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// deliver does what the jobs do.
func (h *fixture) deliver(ctx context.Context) error {
	return errors.Join(h.DeliverMails(ctx), h.DeliverPushes(ctx))
}

// call makes a call that succeeds, and reads its data.
func call[T any](t *testing.T, h *fixture, as account.Caller, do, body string) (data T) {
	t.Helper()
	answer := testkit.Call(h.handler, as, do, body, nil)
	var whole struct{ Data T }
	if err := json.Unmarshal(answer.Body.Bytes(), &whole); err != nil || answer.Code != http.StatusOK {
		t.Fatalf("%s answered %d %s", do, answer.Code, answer.Body)
	}
	return whole.Data
}

type page struct {
	Data []notices.Notice
	Next string
}

type total struct{ Total int }

// wants changes what somebody wants to be told.
func (h *fixture) wants(t *testing.T, who account.Caller, body string) notices.Preferences {
	t.Helper()
	return call[notices.Preferences](t, h, who, "PUT /notices/preferences", body)
}

// lacks fails when a text has one of the words in it.
func lacks(t *testing.T, where, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
			t.Errorf("%s names %q: %s", where, word, text)
		}
	}
}
