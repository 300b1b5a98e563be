// Package notices tells people what they must be told: that a payout was paid, that somebody
// guesses their password. The package that causes a notice declares its kind with its words
// (kind.go); this one keeps it in the reader's centre (centre.go), and mails and pushes it as
// they have chosen (preferences.go), in the caller's transaction or later (delivery.go).
//
// Invariants:
//   - a notice is in the centre exactly when the transaction of what it tells was committed;
//   - its words are made when it is read, in the language of who reads it;
//   - what is essential is mailed at once; of what is not, nothing is mailed that was read
//     meanwhile, or that its reader does not want;
//   - a mail tells nobody who sees its subject, its preview or its sender what the site is,
//     unless its reader allows that (behaviours.md, "Discreet by default");
//   - a link that opens something is in a mail and nowhere else.
//
// Accounts are told as well, so this package knows no account: who gets a notice it is told
// (Recipient).
package notices

import (
	"context"
	"log/slog"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/secretbox"
)

// Keep is how long a notice stays in the centre.
const Keep = 90 * 24 * time.Hour

// ErrNone is the answer when a reader has no notice of an id.
var ErrNone = fault.New(fault.NotFound, "This notice does not exist.")

// Pusher queues what is pushed to the devices of some accounts, in the caller's transaction.
type Pusher interface {
	Queue(ctx context.Context, tx *db.Tx, p Push, accountIDs ...string) error
	// WithDevice are those of some accounts that have a device which takes pushes, in the order of their ids.
	WithDevice(ctx context.Context, tx *db.Tx, accountIDs ...string) ([]string, error)
	// Withdraw takes back what waits under a tag for some accounts.
	Withdraw(ctx context.Context, tx *db.Tx, tag string, accountIDs ...string) error
	// WithdrawBulk takes back what waits under a tag that many are told, up to most, and returns how
	// much that was.
	WithdrawBulk(ctx context.Context, tx *db.Tx, tag string, most int) (int64, error)
}

// Push is a notice for a device that shows it while the site is closed.
type Push struct {
	Title string
	Text  string // empty: the title says all
	Link  string // a path of the site
	Tag   string // a later one of the same tag takes its place
	Group Group
	Bulk  bool // many are told it: it waits behind what one person is told
	// Lifetime is how long it waits for a device that is off; 0: a day, as any push.
	Lifetime time.Duration
}

// Deps are what notices stand on.
type Deps struct {
	DB     *db.DB
	Outbox *mail.Outbox
	Keys   *secretbox.Keys // nil: mails have no way to unsubscribe
	Events *bus.Bus        // nil: nobody hears what came and what was read
	Pusher Pusher          // nil: nothing is pushed
	Log    *slog.Logger
	Site   func() string // its name, as it is now
	Home   func() string // its address, as it is now, without a slash at its end
	Look   func() Look   // of its mails, as it is now; nil: as a site comes
	Now    func() time.Time
	// Recipients are accounts as they may be told now, by their ids; who is suspended is none.
	Recipients func(ctx context.Context, tx *db.Tx, accountIDs ...string) (map[string]Recipient, error)
	// Online reports whether an account has a device connected; nil: all may have.
	Online func(accountID string) bool
	// Connected are the accounts that have a device connected to this node; nil: that is not known.
	Connected func() []string

	SignedIn api.Guard
	Reader   api.Guard // of the kinds, in the back office
	// Harmless marks a route of staff's that shows nothing private.
	Harmless api.Option
	// Caller is the id of the account that calls.
	Caller func(ctx context.Context) string
}

// Notices sends notices.
type Notices struct {
	Deps
	Announcer *Announcer
}

// New makes them.
func New(d Deps) *Notices {
	n := &Notices{Deps: d}
	n.Announcer = newAnnouncer(n)
	return n
}

// Created is published with notices that are shown.
type Created struct{ Notices []Fresh }

// Fresh is a notice that somebody's devices are to be told of.
type Fresh struct{ AccountID, NoticeID, Language string }

// EventName implements bus.Event.
func (Created) EventName() string { return "notices.created" }

// Read is published when somebody has read notices, or removed what they had not read.
type Read struct{ AccountID string }

// EventName implements bus.Event.
func (Read) EventName() string { return "notices.read" }

func (n *Notices) publish(ctx context.Context, tx *db.Tx, e bus.Event) error {
	if n.Events == nil {
		return nil
	}
	return n.Events.Publish(ctx, tx, e)
}

// tellOf lets the reader's devices know.
func (n *Notices) tellOf(ctx context.Context, tx *db.Tx, r row, to Recipient) error {
	if !r.Shown {
		return nil
	}
	return n.publish(ctx, tx, Created{[]Fresh{{r.AccountID, r.ID, to.language()}}})
}

// Forget removes the notices of an account, as when its owner closes it.
func (n *Notices) Forget(ctx context.Context, tx *db.Tx, accountID string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM notices WHERE account_id = $1`, accountID); err != nil {
		return err
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM notice_mails_sent WHERE account_id = $1`, accountID)
	return err
}

// Sweep removes what is older than Keep.
func (n *Notices) Sweep(ctx context.Context) error {
	before := db.Millis(n.Now().Add(-Keep))
	return n.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `DELETE FROM notices WHERE created_at < $1`, before); err != nil {
			return err
		}
		_, err := db.Exec(ctx, tx, `DELETE FROM notice_mails_sent WHERE mailed_at < $1`, before)
		return err
	})
}
