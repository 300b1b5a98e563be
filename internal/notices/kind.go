package notices

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/sanitize"
)

// Letter is what a notice says: a subject, paragraphs, and at most one link.
type Letter struct {
	Subject string
	// Discreet is the subject for who wants mails to tell nothing to somebody who looks over
	// their shoulder; empty: Subject of what is essential, and nothing but that there is news
	// of everything else.
	Discreet string
	Lines    []string
	Link     string // a path of the site, or an address; empty: none
	Label    string // what following the link does
}

// NewLetter is a letter without a link.
func NewLetter(subject string, lines ...string) Letter { return Letter{Subject: subject, Lines: lines} }

// WithLink is the letter with one.
func (l Letter) WithLink(link, label string) Letter {
	l.Link, l.Label = link, label
	return l
}

// WithDiscreet is the letter with a subject that names nobody.
func (l Letter) WithDiscreet(subject string) Letter {
	l.Discreet = subject
	return l
}

// Class is what a kind of notice is.
type Class struct {
	Group Group
	// Essential: it is about safety, money that is owed or the law. It is mailed at once, and
	// nobody can do without it.
	Essential bool
	// MailOnly: it holds a link that opens something, or proves an address. It is kept nowhere
	// but in its mail.
	MailOnly bool
}

// Kind is a kind of notice about a D. The package that causes it declares it, as a package
// variable. What it is about is kept as JSON.
type Kind[D any] struct {
	id    string
	class Class
	write func(say lang.Teller, about D) Letter
	once  func(about D) string
}

// declaration is a kind for those who need not know what it is about.
type declaration struct {
	id      string
	class   Class
	read    func(say lang.Teller, data string) (Letter, error)
	samples []sample
}

type sample struct {
	letter func(say lang.Teller) Letter
	data   func() (string, error)
}

// declared are the kinds that package variables have declared before main began.
var declared []declaration

// Declare makes a kind of notice. write says it in a language: a text is a literal that say is
// given, and what people wrote is an argument. The samples are what the back office and the
// tests see it by: one for each thing that it may say.
func Declare[D any](id string, class Class, write func(say lang.Teller, about D) Letter, samples ...D) Kind[D] {
	switch {
	case id == "" || slices.ContainsFunc(declared, func(d declaration) bool { return d.id == id }):
		panic("notices: the kind " + id + " is declared twice, or has no id")
	case !known(class.Group):
		panic("notices: the kind " + id + " is of no group")
	case len(samples) == 0:
		panic("notices: the kind " + id + " has no sample")
	case class.MailOnly && !class.Essential:
		panic("notices: the kind " + id + " is nowhere but in a mail that may be never sent")
	}
	d := declaration{id: id, class: class, read: func(say lang.Teller, data string) (Letter, error) {
		var about D
		if err := json.Unmarshal([]byte(data), &about); err != nil {
			return Letter{}, fmt.Errorf("read a notice %s: %w", id, err)
		}
		return write(say, about), nil
	}}
	for _, about := range samples {
		d.samples = append(d.samples, sample{
			letter: func(say lang.Teller) Letter { return write(say, about) },
			data:   func() (string, error) { return encoded(about) },
		})
	}
	declared = append(declared, d)
	return Kind[D]{id: id, class: class, write: write}
}

// Once is the kind whose notices are told once for each key that they are about.
func (k Kind[D]) Once(key func(about D) string) Kind[D] {
	k.once = key
	return k
}

// Recipient is who gets a notice.
type Recipient struct {
	AccountID string // empty: nobody's account, a mail is all they get
	Address   string // of mails; empty: they get none
	Name      string // whom the letter greets; nobody when empty
	Language  string // BCP 47; English when empty
	Operator  bool   // of the site, who need not be discreet about it
}

func (r Recipient) language() string { return cmp.Or(r.Language, lang.English) }

// Send tells somebody in the caller's transaction: in their centre, by mail and by push, as
// they have chosen.
func (k Kind[D]) Send(ctx context.Context, tx *db.Tx, n *Notices, to Recipient, about D) error {
	letter := k.write(lang.To(to.language()), about).clean()
	p, err := preferencesOf(ctx, tx, to.AccountID)
	if err != nil {
		return err
	}
	if to.AccountID == "" || k.class.MailOnly {
		return n.mail(ctx, tx, to, p, k.class, letter)
	}
	row, err := k.row(n, to.AccountID, about)
	if err != nil {
		return err
	}
	row, pushed, err := n.route(ctx, tx, row, k.class, p, to)
	if err != nil || !row.wanted() && !pushed {
		return err
	}
	if fresh, err := insertNotice(ctx, tx, row); err != nil || !fresh {
		return err
	}
	if err := n.tellOf(ctx, tx, row, to); err != nil {
		return err
	}
	if k.class.Essential { // it must not wait
		if err := n.mail(ctx, tx, to, p, k.class, letter); err != nil {
			return err
		}
	}
	if !pushed {
		return nil
	}
	return n.push(ctx, tx, row, p, to.language(), letter)
}

// MarkRead marks what an account was told under keys that begin so as read: it is mailed and pushed no more.
func (k Kind[D]) MarkRead(ctx context.Context, tx *db.Tx, n *Notices, accountID, beginning string) error {
	changed, err := markReadOf(ctx, tx, accountID, k.id+":"+beginning, n.Now())
	if err == nil && changed > 0 {
		err = n.publish(ctx, tx, Read{accountID})
	}
	return err
}

// Withdraw takes back what an account was told under keys that begin so, as when it is not to know of it any more.
func (k Kind[D]) Withdraw(ctx context.Context, tx *db.Tx, n *Notices, accountID, beginning string) error {
	changed, err := deleteOf(ctx, tx, accountID, k.id+":"+beginning)
	if err == nil && changed > 0 {
		err = n.publish(ctx, tx, Read{accountID})
	}
	return err
}

// row is a notice as it is kept.
func (k Kind[D]) row(n *Notices, accountID string, about D) (row row, err error) {
	row.ID, row.AccountID, row.Kind, row.Group, row.CreatedAt = id.New(n.Now()), accountID, k.id, k.class.Group, n.Now()
	row.OnceKey = row.ID
	if k.once != nil {
		row.OnceKey = k.onceKey(about)
	}
	row.Data, err = encoded(about)
	return row, err
}

func (k Kind[D]) onceKey(about D) string { return k.id + ":" + k.once(about) }

func encoded(about any) (string, error) {
	data, err := json.Marshal(about)
	if err != nil {
		return "", fmt.Errorf("keep a notice: %w", err)
	}
	return string(data), nil
}

// written is the letter of a notice that is kept. Of a kind that this version does not know
// there is nothing but that it came.
func written(say lang.Teller, kind, data string) Letter {
	if d, known := declarationOf(kind); known {
		if l, err := d.read(say, data); err == nil {
			return l.clean()
		}
	}
	return Letter{Subject: say("You have news")}
}

func declarationOf(kind string) (d declaration, known bool) {
	at := slices.IndexFunc(declared, func(d declaration) bool { return d.id == kind })
	if at < 0 {
		return d, false
	}
	return declared[at], true
}

// clean is the letter without what could mislead a person: names and reasons are other people's
// words.
func (l Letter) clean() Letter {
	l.Subject, l.Discreet = sanitize.Reference(l.Subject), sanitize.Reference(l.Discreet)
	lines := make([]string, 0, len(l.Lines))
	for _, text := range l.Lines {
		parts := strings.Split(text, "\n")
		for i, part := range parts {
			parts[i] = sanitize.Reference(part)
		}
		if text = strings.TrimSpace(strings.Join(parts, "\n")); text != "" {
			lines = append(lines, text)
		}
	}
	l.Lines = lines
	return l
}

// SampleTime is when what a sample is about happens.
var SampleTime = time.Date(2026, time.March, 5, 20, 15, 0, 0, time.UTC)
