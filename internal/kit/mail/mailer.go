package mail

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

const (
	pollEvery = time.Second     // how often to look for mail
	lease     = 2 * timeout     // after which another node may try
	firstWait = 1 * time.Minute // doubled with each failure
	longWait  = 6 * time.Hour
	tries     = 10 // over about a day
)

// Config says where mail goes.
type Config struct {
	Server string // see newServer; empty: mails are kept in the mailbox
	From   string // the sender's address; required with a server
	// Name is the sender's name, asked for each mail: the site's, as it is now.
	Name func() string
	// TLS replaces the system's trust, for a server with a certificate of its own.
	TLS *tls.Config
}

// Mailer sends what was queued.
type Mailer struct {
	db     *db.DB
	outbox *Outbox
	server *server // nil: keep
	from   netmail.Address
	name   func() string
	now    func() time.Time
	log    *slog.Logger
	counts *prometheus.CounterVec // of attempts, by outcome
}

// New makes a mailer. A server or sender that cannot be read is an error.
func New(d *db.DB, o *Outbox, c Config, now func() time.Time, log *slog.Logger) (*Mailer, error) {
	m := &Mailer{db: d, outbox: o, name: c.Name, now: now, log: log, counts: newCounts()}
	if c.Server == "" {
		return m, nil
	}
	if !Valid(c.From) && !local(c.From) {
		return nil, fmt.Errorf("the sender of mails, %q, is not a mail address", c.From)
	}
	m.from.Address = c.From
	s, err := newServer(c.Server, c.TLS)
	if err != nil {
		return nil, err
	}
	m.server = s
	return m, nil
}

// local admits a sender such as limelight@localhost.
func local(address string) bool {
	return strings.HasSuffix(address, "@localhost") && Valid(address+".localdomain")
}

// Keeps reports whether mails stay in the mailbox, so that the operator can be
// told where to look.
func (m *Mailer) Keeps() bool { return m.server == nil }

// Try hands one mail to the server at once, past the queue, and returns what the
// server says of it: ErrKept without a server, or a fault mail_refused with the server's words.
func (m *Mailer) Try(ctx context.Context, message Message) error {
	if m.server == nil {
		return ErrKept
	}
	err := m.server.send(ctx, m.sender(), Mail{
		ID: id.New(m.now()), To: message.To, Subject: message.Subject, Text: message.Text, HTML: message.HTML,
	}, m.now())
	if err != nil {
		m.log.Warn("a test mail was not sent", "error", err)
		return fault.New(fault.Conflict, "The mail server did not take the mail: %s", oneLine(err.Error())).Coded("mail_refused")
	}
	return nil
}

// sender is the address that mails come from, with the site's name of now.
func (m *Mailer) sender() netmail.Address {
	from := m.from
	if m.name != nil {
		from.Name = oneLine(m.name())
	}
	return from
}

// Run sends until ctx ends.
func (m *Mailer) Run(ctx context.Context) error {
	if err := m.outbox.sealOld(ctx, m.db); err != nil && ctx.Err() == nil {
		m.log.Error("seal the mails of an earlier version", "error", err)
	}
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		if err := recovery.Run(m.log, "mail.send", func() error { return m.Drain(ctx) }); err != nil && ctx.Err() == nil {
			m.log.Error("send mail", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// Drain handles every mail that is due and returns when none is.
func (m *Mailer) Drain(ctx context.Context) error {
	for ctx.Err() == nil {
		more, err := m.step(ctx)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// step handles one mail, or all of them when they are only kept. Most polls
// find nothing, so it looks before it asks for the writer.
func (m *Mailer) step(ctx context.Context) (more bool, err error) {
	err = m.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		more, err = anyWaiting(ctx, tx, m.now())
		return err
	})
	if err != nil || !more {
		return false, err
	}
	if m.server == nil {
		return false, m.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := keepWaiting(ctx, tx)
			return err
		})
	}
	return m.sendOne(ctx)
}

func (m *Mailer) sendOne(ctx context.Context) (found bool, err error) {
	var next Mail
	err = m.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		next, err = claimDue(ctx, tx, m.now(), lease)
		return err
	})
	if errors.Is(err, db.ErrNone) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	letter, failed := m.outbox.opened(next)
	if failed == nil {
		failed = m.server.send(ctx, m.sender(), letter, m.now())
	}
	return true, m.db.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		if failed == nil {
			m.count(tx, outcomeSent)
			return markSent(ctx, tx, next.ID, m.now())
		}
		return m.postpone(ctx, tx, next, failed)
	})
}

func (m *Mailer) postpone(ctx context.Context, tx *db.Tx, mail Mail, failed error) error {
	state, outcome := Waiting, outcomePostponed
	if permanent(failed) || mail.Attempts >= tries {
		state, outcome = Failed, outcomeFailed
	}
	m.count(tx, outcome)
	m.log.Warn("mail was not sent", "mail", mail.ID, "attempt", mail.Attempts, "state", string(state), "error", failed)
	return markFailure(ctx, tx, mail.ID, state, m.now().Add(pause(mail.Attempts)), failed.Error())
}

// pause follows the nth attempt.
func pause(attempt int) time.Duration {
	if attempt > 9 {
		return longWait
	}
	return min(firstWait<<max(0, attempt-1), longWait)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func domainOf(address string) string { return address[strings.LastIndexByte(address, '@')+1:] }
