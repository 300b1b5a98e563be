package notices

import (
	"context"
	"embed"
	"fmt"
	"html/template"
	"net"
	"net/url"
	"strings"
	texttemplate "text/template"
	"unicode"

	"golang.org/x/net/idna"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/mail"
	"limelight/internal/kit/sanitize"
)

// Where readers go on the site.
const (
	CentrePath      = "/notices"
	PreferencesPath = "/notices/preferences"
)

// UnsubscribePath is the call by which a mail's reader says that they want no more of them.
const UnsubscribePath = "/notices/unsubscribe/"

// Look is how a site's mails look.
type Look struct {
	Brand string // a colour that white text can be read on
	Logo  string // a picture's address, or a path of the site; empty: the name stands there
}

// initialLook is that of a site whose operator chose none (spec §9).
var initialLook = Look{Brand: "#a2252d"}

//go:embed letter.txt letter.html unsubscribe.html
var layouts embed.FS

var (
	asText = texttemplate.Must(texttemplate.ParseFS(layouts, "letter.txt"))
	asHTML = template.Must(template.ParseFS(layouts, "letter.html", "unsubscribe.html"))
)

// laidOut is a letter as its layout takes it.
type laidOut struct {
	Letter
	Look
	Heading                       string // its own subject, which a discreet mail does not have
	Lead                          string // what a discreet mail begins with, as long as a preview of it; else empty
	Greeting, Preview             string
	Site, Home, Language, Dir     string
	Preferences, PreferencesLabel string // empty: who gets it has no account
	Unsubscribe, UnsubscribeLabel string // empty: nobody can do without it
}

// mail queues a letter.
func (n *Notices) mail(ctx context.Context, tx *db.Tx, to Recipient, p Preferences, c Class, l Letter) error {
	if to.Address == "" {
		return nil
	}
	m, err := n.message(to, p.Discreet && !to.Operator, c, l)
	if err != nil {
		return fmt.Errorf("write a notice of %s: %w", c.Group, err)
	}
	return n.Outbox.Queue(ctx, tx, m)
}

// message is a letter as it is mailed. A discreet one tells nobody who sees a list of mails
// more than that there is one.
func (n *Notices) message(to Recipient, discreet bool, c Class, l Letter) (mail.Message, error) {
	out := n.layOut(to, l)
	m := mail.Message{At: n.Now(), To: to.Address, Nameless: discreet}
	if discreet {
		out.Lead = lang.Say(to.language(), "A message for you. It begins below, so that neither a list of mails nor a locked screen, which show only how a mail begins, tells anybody what it is about.")
		out.Preview = out.Lead
		out.Subject = l.discreetSubject(lang.To(to.language()), c)
		m.Subject = out.Subject
	} else {
		m.Subject = strings.Join(strings.Fields(l.Subject+" – "+out.Site), " ")
		if len(l.Lines) > 0 {
			out.Preview = l.Lines[0]
		}
	}
	if !c.Essential && to.AccountID != "" && n.Keys != nil {
		address := plain(out.Home + api.Prefix + UnsubscribePath + n.token(to.AccountID, c.Group))
		out.Unsubscribe, m.Unsubscribe = address, address
		out.UnsubscribeLabel = lang.Say(to.language(), "No more mails of this kind")
	}
	var text, html strings.Builder
	if err := asText.Execute(&text, out); err != nil {
		return m, err
	}
	if err := asHTML.ExecuteTemplate(&html, "letter.html", out); err != nil {
		return m, err
	}
	m.Text, m.HTML = text.String(), html.String()
	return m, nil
}

// plain is an address in ASCII, as the header of a mail needs it; empty: its host has no such name.
func plain(address string) string {
	at, err := url.Parse(address)
	if err != nil || !strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII }) {
		return address
	}
	host, err := idna.Lookup.ToASCII(at.Hostname())
	if err != nil {
		return ""
	}
	if port := at.Port(); port != "" {
		host = net.JoinHostPort(host, port)
	}
	at.Host = host
	return at.String()
}

func (n *Notices) layOut(to Recipient, l Letter) laidOut {
	say := lang.To(to.language())
	out := laidOut{
		Letter: l, Look: initialLook, Heading: l.Subject, Greeting: say("Hello,"), Site: sanitize.Line(n.Site()), Home: n.Home(),
		Language: to.language(), Dir: lang.Dir(to.language()),
	}
	if n.Look != nil {
		out.Look = n.Look()
	}
	if name := sanitize.Line(to.Name); name != "" {
		out.Greeting = say("Hello %s,", name)
	}
	if path := l.path(); path != "" {
		out.Link = out.Home + path
	}
	if strings.HasPrefix(out.Logo, "/") {
		out.Logo = out.Home + out.Logo
	}
	if to.AccountID != "" {
		out.Preferences, out.PreferencesLabel = out.Home+PreferencesPath, say("Choose what you are told")
	}
	return out
}

// discreetSubject is the subject that names neither a person nor what the site is.
func (l Letter) discreetSubject(say lang.Teller, c Class) string {
	switch {
	case l.Discreet != "":
		return l.Discreet
	case c.Essential:
		return l.Subject
	}
	return say("You have news")
}
