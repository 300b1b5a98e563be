package mail

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/secretbox"
)

// Outbox queues mails and opens what it has sealed. A mail that holds a link or a
// code which opens something is stored twice: masked, for the mailbox, and sealed,
// for the server it is sent to. Neither the mailbox nor a dump logs anybody in.
type Outbox struct{ keys *secretbox.Keys }

// NewOutbox makes an outbox. Without keys it refuses what would have to be sealed.
func NewOutbox(keys *secretbox.Keys) *Outbox { return &Outbox{keys} }

// secrets are what links and codes that open something look like: every one of
// ours is random and at least 32 characters long, ids have 26. Whatever else is as
// long is sealed too: nobody who writes a mail can forget it.
var secrets = regexp.MustCompile(`[A-Za-z0-9_-]{32,}`)

// masked replaces what opens something.
func masked(text string) string { return secrets.ReplaceAllString(text, "••••••••") }

var errNoKeys = errors.New("mail: a mail with a link that opens something cannot be kept without keys")

// place binds a sealed mail to its row.
func place(mailID string) secretbox.Place {
	return secretbox.Place{Table: "mails", Column: "sealed", Row: mailID}
}

// body is what a sealed mail holds.
type body struct{ Text, HTML, Unsubscribe string }

// closed masks a message and seals it, if there is anything to mask.
func (o *Outbox) closed(mailID string, m Message) (safe Message, sealed string, err error) {
	safe = m
	safe.Subject, safe.Text, safe.HTML, safe.Unsubscribe = masked(m.Subject), masked(m.Text), masked(m.HTML), masked(m.Unsubscribe)
	if safe == m {
		return safe, "", nil
	}
	if o.keys == nil {
		return safe, "", errNoKeys
	}
	plain, err := json.Marshal(body{m.Text, m.HTML, m.Unsubscribe})
	if err != nil {
		return safe, "", fmt.Errorf("seal mail: %w", err)
	}
	sealed, err = o.keys.Seal(place(mailID), plain)
	return safe, sealed, err
}

// opened is a mail with its texts as they were written.
func (o *Outbox) opened(m Mail) (Mail, error) {
	if m.sealed == "" {
		return m, nil
	}
	if o.keys == nil {
		return m, errNoKeys
	}
	plain, err := o.keys.Open(place(m.ID), m.sealed)
	if err != nil {
		return m, fmt.Errorf("open the mail %s: %w", m.ID, err)
	}
	var whole body
	if err := json.Unmarshal(plain, &whole); err != nil {
		return m, fmt.Errorf("read the mail %s: %w", m.ID, err)
	}
	m.Text, m.HTML, m.unsubscribe = whole.Text, whole.HTML, whole.Unsubscribe
	return m, nil
}

// Queue stores the message in the caller's transaction; a Mailer sends it soon
// after the commit.
func (o *Outbox) Queue(ctx context.Context, tx *db.Tx, m Message) error {
	if err := m.validate(); err != nil {
		return err
	}
	mailID := id.New(m.At)
	safe, sealed, err := o.closed(mailID, m)
	if err != nil {
		return err
	}
	if err := insertMail(ctx, tx, mailID, safe, sealed); err != nil {
		return fmt.Errorf("queue mail: %w", err)
	}
	return nil
}

// Newest returns the newest mail to an address as it was written, links included,
// or ErrNone. It is for whoever has a shell on the server, not for the back office.
func (o *Outbox) Newest(ctx context.Context, tx *db.Tx, to string) (Mail, error) {
	page, _, err := selectMails(ctx, tx, Filter{To: to, Limit: 1})
	if err != nil {
		return Mail{}, err
	}
	if len(page) == 0 {
		return Mail{}, ErrNone
	}
	return o.Whole(ctx, tx, page[0].ID)
}

// Whole is Get of a mail as it was written.
func (o *Outbox) Whole(ctx context.Context, tx *db.Tx, mailID string) (Mail, error) {
	m, err := Get(ctx, tx, mailID)
	if err != nil {
		return Mail{}, err
	}
	return o.opened(m)
}

// sealOld seals what a version before this one has queued.
func (o *Outbox) sealOld(ctx context.Context, d *db.DB) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err := db.All(ctx, tx, scanMail, `
			SELECT `+whole+`
			FROM mails
			WHERE sealed = '' AND body_text <> ''
			ORDER BY id`)
		if err != nil {
			return fmt.Errorf("select unsealed mails: %w", err)
		}
		for _, m := range open {
			safe, sealed, err := o.closed(m.ID, Message{Subject: m.Subject, Text: m.Text, HTML: m.HTML})
			if err != nil {
				return err
			}
			if sealed == "" {
				continue
			}
			_, err = db.Exec(ctx, tx, `
				UPDATE mails
				SET subject = $2, body_text = $3, body_html = $4, sealed = $5
				WHERE id = $1`, m.ID, safe.Subject, safe.Text, safe.HTML, sealed)
			if err != nil {
				return fmt.Errorf("seal the mail %s: %w", m.ID, err)
			}
		}
		return nil
	})
}
