package site

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/lang"
)

// languageCookie is the choice on this device; the page writes it, too (web/src/session/language.ts).
const languageCookie = "language"

const languageKept = 365 * 24 * time.Hour

// Language is a language as a page is offered it.
type Language struct {
	lang.Language
	Texts string `json:"texts,omitempty"` // where the web app's catalogues of it are
}

// Languages are those that a site offers.
type Languages []Language

// Offered are the languages that the web app was built for and the program speaks.
// One whose translation is unfinished and the pseudo-languages of tests are offered only
// where tests ask for them. A program without the web app offers English.
func Offered(dist fs.FS, tests bool) (Languages, error) {
	built := Languages{{Language: lang.All()[0]}}
	if written, err := fs.ReadFile(dist, ".vite/languages.json"); err == nil {
		if err := json.Unmarshal(written, &built); err != nil {
			return nil, fmt.Errorf("read the web app's languages: %w", err)
		}
	}
	return slices.DeleteFunc(built, func(l Language) bool {
		pseudo := slices.ContainsFunc(lang.Pseudo, func(p lang.Language) bool { return p.Code == l.Code })
		return !lang.Spoken(l.Code) || (pseudo || l.Unfinished) && !tests
	}), nil
}

func (list Languages) speaks(code string) bool {
	return slices.ContainsFunc(list, func(l Language) bool { return l.Code == code })
}

// Choose puts the language of who calls into the context: the choice on their device, else
// what their browser asks for. Without either it is the account's (account.Authenticate), or English.
func (list Languages) Choose(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		code, known := lang.Match(r.Header.Get("Accept-Language"))
		known = known && list.speaks(code)
		if asked := r.Header.Get("Accept-Language"); list.speaks(asked) { // a pseudo-language, which is no match for anything
			code, known = asked, true
		}
		if chosen, err := r.Cookie(languageCookie); err == nil && list.speaks(chosen.Value) {
			code, known = chosen.Value, true
		}
		if known {
			r = r.WithContext(lang.With(r.Context(), code))
		}
		next.ServeHTTP(w, r)
	})
}

// of is the language of a page: the account's, before what the device says.
func (list Languages) of(r *http.Request, who account.Caller) Language {
	code := lang.Of(r.Context())
	if list.speaks(who.Language) {
		code = who.Language
	}
	at := slices.IndexFunc(list, func(l Language) bool { return l.Code == code })
	return list[max(at, 0)]
}

// remember keeps the account's language on the device, for what is asked for without a
// header of ours, such as sockets.
func (b boot) remember(w http.ResponseWriter, r *http.Request, secure bool) {
	if b.Chosen == "" {
		return
	}
	if had, err := r.Cookie(languageCookie); err == nil && had.Value == b.Chosen {
		return
	}
	http.SetCookie(w, &http.Cookie{ // the page reads it, and it is no secret
		Name: languageCookie, Value: b.Chosen, Path: "/", MaxAge: int(languageKept.Seconds()), SameSite: http.SameSiteLaxMode, Secure: secure,
	})
}
