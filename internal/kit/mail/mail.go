// Package mail sends mail that was queued in the transaction of its cause, and
// keeps a mailbox of it for the operator.
//
// Invariants:
//   - a mail exists exactly when the transaction that queued it was committed;
//   - a mail is handed to the server at least once: a crash between the server's
//     answer and our note of it sends it again;
//   - a queued address is one address and a subject one line, so that neither can
//     add a header (RFC 5322 §2.2);
//   - the text of a mail is erased once it was sent;
//   - a link or code that opens something is never stored in clear, nor shown in
//     the mailbox (seal.go).
//
// Without a server, mails are kept: a fresh installation works, and its operator
// reads verification links with the command line.
//
// Only this package knows go-mail.
package mail

import (
	"context"
	"errors"
	netmail "net/mail"
	"strings"
	"time"
	"unicode"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// State says what became of a mail.
type State string

// The states.
const (
	Waiting State = "waiting" // to be sent, or sent again after a failure
	Sent    State = "sent"    // taken by the server; its text is erased
	Kept    State = "kept"    // no server is configured: the mailbox is where it ends
	Failed  State = "failed"  // refused for good, or tried for a day
)

// Message is a mail to be queued.
type Message struct {
	At      time.Time // now, as the caller's clock has it
	To      string    // one address, without a name
	Subject string    // one line
	Text    string
	HTML    string // the same as Text for those who see it better; may be empty
	// Unsubscribe is the address to which a mail program posts for its reader (RFC 8058), to
	// get no more of these; empty: there is none.
	Unsubscribe string
	Nameless    bool // the sender has an address and no name
}

// Mail is a queued mail as the operator sees it.
type Mail struct {
	ID        string    `json:"_id"`
	To        string    `json:"to"`
	Subject   string    `json:"subject"`
	Text      string    `json:"text,omitempty"`
	HTML      string    `json:"html,omitempty"`
	State     State     `json:"state"`
	Attempts  int       `json:"attempts"`
	Failure   string    `json:"failure,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
	SentAt    time.Time `json:"sentAt,omitzero"`

	unsubscribe string
	nameless    bool
	sealed      string // Text, HTML and unsubscribe as they were written; empty: as they are
}

var (
	// ErrAddress refuses what is not one plain address.
	ErrAddress = fault.New(fault.Invalid, fault.NotEmail)
	// ErrNone is the answer when no mail has the id.
	ErrNone = fault.New(fault.NotFound, "This mail does not exist.")

	// ErrKept says that there is no server to send by.
	ErrKept = fault.New(fault.Conflict, "No mail server is set up: mails stay in the mailbox here. The site is started with --smtp and --mail-from to send them.").Coded("mail_kept")

	errSubject     = errors.New("mail: a subject is one line")
	errUnsubscribe = errors.New("mail: the way to unsubscribe is one address")
	errClock       = errors.New("mail: a message says when it was queued")
)

// validate reports the first thing wrong with the message.
func (m Message) validate() error {
	if m.At.IsZero() {
		return errClock
	}
	if !Valid(m.To) {
		return ErrAddress
	}
	if strings.ContainsFunc(m.Subject, unicode.IsControl) {
		return errSubject
	}
	if strings.ContainsFunc(m.Unsubscribe, func(r rune) bool { return r <= ' ' || r == '<' || r == '>' || r > unicode.MaxASCII }) {
		return errUnsubscribe
	}
	return nil
}

// maxAddress is the longest address that can be delivered to, in bytes (RFC 5321
// §4.5.3.1.3, without the angle brackets).
const maxAddress = 254

// Valid reports whether text is one mail address without a name, with a domain
// that has a dot.
func Valid(text string) bool {
	if len(text) > maxAddress || strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) }) {
		return false
	}
	parsed, err := netmail.ParseAddress(text)
	if err != nil || parsed.Address != text {
		return false
	}
	domain := text[strings.LastIndexByte(text, '@')+1:]
	return strings.Contains(strings.Trim(domain, "."), ".") && !strings.ContainsAny(domain, "[]")
}

// Filter chooses mails of the mailbox.
type Filter struct {
	State         State // empty: any
	To            string
	Offset, Limit int
}

// List returns one page of the mailbox without texts, newest first, and how many
// there are in all.
func List(ctx context.Context, tx *db.Tx, f Filter) (page []Mail, total int, err error) {
	return selectMails(ctx, tx, f)
}

// Get returns one mail with its texts, or ErrNone. What opens something is masked
// in them.
func Get(ctx context.Context, tx *db.Tx, mailID string) (Mail, error) {
	m, err := selectMail(ctx, tx, mailID)
	if errors.Is(err, db.ErrNone) {
		return Mail{}, ErrNone
	}
	return m, err
}

// Keep is how long a mail stays in the mailbox.
const Keep = 30 * 24 * time.Hour

// Forget removes mails older than Keep, and says how many.
func Forget(ctx context.Context, tx *db.Tx, now time.Time) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM mails WHERE created_at < $1`, db.Millis(now.Add(-Keep)))
}
