// Package demosite fills an empty site with believable people, has them live through the last
// 90 days by the calls that people use, puts their videos on sale and plays their streams.
//
// What a feature adds (a wheel, tips, goals …) is a Part in a file of its own; a site without
// the feature leaves it out.
package demosite

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"text/tabwriter"
	"time"

	"limelight/internal/account"
	"limelight/internal/assets"
	"limelight/internal/files"
	"limelight/internal/funds"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/identity"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/transcode"
	"limelight/internal/ledger"
	"limelight/internal/messages"
	"limelight/internal/pages"
	"limelight/internal/payouts"
	"limelight/internal/performer"
	"limelight/internal/settings"
	"limelight/internal/show"
	"limelight/internal/studio"
)

// Site is what the demo people live on: the services of a site, as people's calls use them.
type Site struct {
	Log *slog.Logger
	Now func() time.Time
	DB  *db.DB
	Bus *bus.Bus

	Data       string                                    // the data folder, for marks of what is unfinished
	TempFolder string                                    // for films that are being made; it is swept
	Origin     string                                    // the site's address
	Tools      func(ctx context.Context) transcode.Tools // nil: transcode.Find

	Settings   *settings.Service
	Ledger     *ledger.Ledger
	Files      *files.Service
	Accounts   *account.Service
	Performers *performer.Service
	Studios    *studio.Service
	Identity   *identity.Service
	Pages      *pages.Service
	Messages   *messages.Service
	Shows      *show.Service
	Engine     *sfu.Engine // nil: nothing is played
	Assets     *assets.Service
	Funds      *funds.Service
	Sandbox    sandbox.Parts
	Payouts    *payouts.Service

	Parts []Part // what features add

	// Earlier is the same site by another clock, without a media engine.
	Earlier func(ctx context.Context, now func() time.Time) (*Site, error)
}

// Part is what a feature adds to the demo. It may leave out any of it.
type Part struct {
	Invite     func(ctx context.Context, inviterID string) (code string, err error)                   // the code by which somebody registers
	Dress      func(ctx context.Context, performerID string) error                                    // each performer, who is new
	Furnish    func(ctx context.Context, nth int, performerID string, p performing) error             // each performer's room, one after the other
	Tip        func(ctx context.Context, t Tip) error                                                 // one member's to a performer
	Morning    func(h *history) error                                                                 // each day of the history, at the operator's
	Evening    func(ctx context.Context, h *history, who account.Caller, p performing, day int) error // each public show of the history
	AskBack    func(ctx context.Context, memberID, kind string, question int) error                   // the member's last payment of a kind
	Questions  map[string]int                                                                         // how many reasons there are to ask for one, by its kind
	UnderWay   func(ctx context.Context, f *filling, past Checkout) error                             // what the operator finds undone
	Afterwards func(ctx context.Context, f *filling, p people) error                                  // once the history is over
}

// Tip is what a member gives a performer.
type Tip struct {
	From        account.Caller
	PerformerID string
	RoomID      string // the conversation that hears of it; empty: none
	Token       money.Tokens
	Anonymous   bool
	Key         string // a tip with the same one is given once; empty: it is another one
}

// tip gives a tip, if the site has tips.
func (s *Site) tip(ctx context.Context, t Tip) error {
	for _, p := range s.Parts {
		if p.Tip != nil {
			return p.Tip(ctx, t)
		}
	}
	return nil
}

// invite is the code by which somebody registers who was invited; empty where nobody invites.
func (s *Site) invite(ctx context.Context, inviterID string) (string, error) {
	for _, p := range s.Parts {
		if p.Invite != nil {
			return p.Invite(ctx, inviterID)
		}
	}
	return "", nil
}

// askBack asks for the member's last payment of a kind with one of the questions to it.
func (s *Site) askBack(ctx context.Context, memberID, kind string, question int) error {
	for _, p := range s.Parts {
		if p.AskBack != nil {
			return p.AskBack(ctx, memberID, kind, question)
		}
	}
	return nil
}

// questions is how many reasons there are to ask for a payment of a kind.
func (s *Site) questions(kind string) (n int) {
	for _, p := range s.Parts {
		n += p.Questions[kind]
	}
	return n
}

// Account is a login of the demonstration site.
type Account struct {
	Role     account.Role `json:"role"`
	Username string       `json:"username"`
	Password string       `json:"password"`
}

// Print writes the logins as a table.
func Print(out io.Writer, accounts []Account) {
	table := tabwriter.NewWriter(out, 2, 4, 3, ' ', 0)
	for _, a := range accounts {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", a.Role, a.Username, a.Password)
	}
	table.Flush() // a terminal that went away
}
