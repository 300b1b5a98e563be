package notices

import (
	"crypto/sha256"
	"encoding/base64"
	"html/template"
	"net/http"

	"limelight/internal/kit/lang"
)

// unsubscribeStyle is the page's, and its hash what the page's policy admits.
const unsubscribeStyle = `:root{color-scheme:light dark}body{margin:0;font-family:system-ui,sans-serif;line-height:1.5}main{max-width:30rem;margin:15vh auto;padding:0 1rem;text-align:center}button{font:inherit;padding:.75rem 1.5rem}`

var unsubscribePolicy = func() string {
	sum := sha256.Sum256([]byte(unsubscribeStyle))
	return "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}()

// unsubscribed is the page that a mail's link leads to.
type unsubscribed struct {
	Language, Dir, Title, Text, Button, Preferences, PreferencesLabel string
	Style                                                             template.CSS
}

// unsubscribePage asks whether the reader means it: programs that look at the links of mails
// must not unsubscribe anybody.
func (n *Notices) unsubscribePage(w http.ResponseWriter, r *http.Request) error {
	if _, _, err := n.opened(r.PathValue("token")); err != nil {
		return err
	}
	say := lang.In(r.Context())
	return n.page(w, r, say("No more mails of this kind?"), say("You find what you are told on the site all the same."), say("No more mails"))
}

// unsubscribe is pressed by the reader, or by their mail program (RFC 8058).
func (n *Notices) unsubscribe(w http.ResponseWriter, r *http.Request) error {
	if err := n.Unsubscribe(r.Context(), r.PathValue("token")); err != nil {
		return err
	}
	say := lang.In(r.Context())
	return n.page(w, r, say("You get no more mails of this kind."), say("What is about the safety of your account, or about money that is yours, is mailed all the same."), "")
}

func (n *Notices) page(w http.ResponseWriter, r *http.Request, title, text, button string) error {
	language := lang.Of(r.Context())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", unsubscribePolicy)
	w.Header().Set("Referrer-Policy", "no-referrer")
	return asHTML.ExecuteTemplate(w, "unsubscribe.html", unsubscribed{
		Language: language, Dir: lang.Dir(language), Title: title, Text: text, Button: button,
		Preferences: n.Home() + PreferencesPath, PreferencesLabel: lang.Say(language, "Choose what you are told"), Style: unsubscribeStyle,
	})
}
