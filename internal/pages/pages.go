// Package pages is what the operator writes: posts (terms, privacy, the text of
// the 18+ popup), banners, the footer's links; and what visitors write to the
// operator.
//
// Invariants:
//   - a draft is seen by admins only: to everyone else it does not exist;
//   - a post is read in the reader's language where it is written in it, else as it is;
//   - a post keeps the HTML as written, and is made safe whenever it is shown;
//   - a contact message is stored in the transaction that queues its mail, so
//     that a broken mail server loses nothing.
package pages

import (
	"log/slog"
	"time"

	"limelight/internal/audit"
	"limelight/internal/files"
	"limelight/internal/kit/db"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/mail"
	"limelight/internal/settings"
)

// limitContact is the rule of contact messages, per address.
const limitContact = "pages.contact"

// Limits are the rules that the package asks its limiter for (trust.md: 10 per
// hour).
func Limits() limit.Rules { return limit.Rules{limitContact: {Max: 10, Per: time.Hour}} }

// Settings knows the footer's links and the operator's mail.
type Settings interface {
	Get() settings.Current
	In(language string) settings.Current
}

// Deps are what pages stand on.
type Deps struct {
	DB       *db.DB
	Settings Settings
	Files    *files.Service // the banners' pictures
	Limits   *limit.Limiter // knows Limits()
	Audit    *audit.Log
	Mails    *mail.Outbox
	Now      func() time.Time
	Log      *slog.Logger
}

// Service keeps posts, banners and messages.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
