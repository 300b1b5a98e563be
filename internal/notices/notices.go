// Package notices tells people what they must be told: that a payout was paid, that somebody
// guesses their password. The package that causes a notice declares its kind with the words of
// its letter; this one says it in the language of who gets it, puts it into the site's layout and
// queues it in the caller's transaction, so that the letter and what it tells are one.
//
// Accounts are told as well, so this package knows no account: who gets a notice it is told
// (Recipient).
package notices

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"html/template"
	"slices"
	"strings"
	texttemplate "text/template"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/sanitize"
)

// Recipient is who gets a notice.
type Recipient struct {
	Address  string // of mails; empty: they get none
	Name     string // whom the letter greets; nobody when empty
	Language string // BCP 47; English when empty
}

// Letter is what a mail says: a subject, paragraphs, and at most one link.
type Letter struct {
	Subject string
	Lines   []string
	Link    string // a path of the site, or an address; empty: none
	Label   string // what following the link does
}

// Kind is a kind of notice about a D. The package that causes it declares it, as a package
// variable.
type Kind[D any] struct {
	id    string
	write func(say lang.Teller, about D) Letter
}

// declared are the ids of what package variables have declared before main began.
var declared []string

// Declare makes a kind of notice. write says it in a language: a text is a literal that say is
// given, and what people wrote is an argument.
func Declare[D any](id string, write func(say lang.Teller, about D) Letter) Kind[D] {
	if id == "" || slices.Contains(declared, id) {
		panic("notices: the kind " + id + " is declared twice, or has no id")
	}
	declared = append(declared, id)
	return Kind[D]{id, write}
}

// Deps are what notices stand on.
type Deps struct {
	Outbox *mail.Outbox
	Site   func() string // its name, as it is now
	Home   func() string // its address, as it is now, without a slash at its end
	Now    func() time.Time
}

// Notices sends notices.
type Notices struct{ Deps }

// New makes them.
func New(d Deps) *Notices { return &Notices{d} }

//go:embed letter.txt letter.html
var layouts embed.FS

var (
	asText = texttemplate.Must(texttemplate.ParseFS(layouts, "letter.txt"))
	asHTML = template.Must(template.ParseFS(layouts, "letter.html"))
)

// laidOut is a letter as its layout takes it.
type laidOut struct {
	Letter
	Greeting, Site, Home, Language, Dir string
}

// Send queues the notice in the caller's transaction. Who has no address gets nothing.
func (k Kind[D]) Send(ctx context.Context, tx *db.Tx, n *Notices, to Recipient, about D) error {
	if to.Address == "" {
		return nil
	}
	m, err := n.message(to, k.write(lang.To(to.language()), about))
	if err != nil {
		return fmt.Errorf("write the notice %s: %w", k.id, err)
	}
	return n.Outbox.Queue(ctx, tx, m)
}

func (n *Notices) message(to Recipient, l Letter) (mail.Message, error) {
	say := lang.To(to.language())
	out := laidOut{
		Letter: l, Greeting: say("Hello,"), Site: sanitize.Line(n.Site()), Home: n.Home(),
		Language: to.language(), Dir: lang.Dir(to.language()),
	}
	if to.Name != "" {
		out.Greeting = say("Hello %s,", to.Name)
	}
	if strings.HasPrefix(l.Link, "/") {
		out.Link = out.Home + l.Link
	}
	var text, html strings.Builder
	if err := asText.Execute(&text, out); err != nil {
		return mail.Message{}, err
	}
	if err := asHTML.Execute(&html, out); err != nil {
		return mail.Message{}, err
	}
	return mail.Message{
		At: n.Now(), To: to.Address, Subject: strings.Join(strings.Fields(l.Subject+" – "+out.Site), " "), Text: text.String(), HTML: html.String(),
	}, nil
}

func (r Recipient) language() string { return cmp.Or(r.Language, lang.English) }
