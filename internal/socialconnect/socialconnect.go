// Package socialconnect connects accounts with X (Twitter): performers, so that it is posted there when
// they are live, and members, so that they log in by it.
//
// Invariants:
//   - an answer of X counts once, within ten minutes, and only in the browser that asked: state, verifier
//     (PKCE) and a secret of the browser belong together;
//   - nobody gets into an account by a mail address: an account of X opens the account that was registered
//     with it, or that connected it while it was logged in and lately proved;
//   - a post and its show are one transaction: a show is posted once, an account at most once an hour. A post
//     whose answer got lost is sent again with the same text, which X refuses if it has it;
//   - tokens and the client's secret are sealed at rest, never told to anybody, and end with the set-up by
//     which they came: another client or another address begins with nothing;
//   - what is posted is her text and the public address of her room, and nothing while she hides.
package socialconnect

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/secretbox"
)

// The refusals.
var (
	ErrOff          = fault.New(fault.NotFound, "X (Twitter) is not set up on this site.").Coded("not_set_up")
	ErrNotConnected = fault.New(fault.NotFound, "No account of X (Twitter) is connected.")
	ErrNoPost       = fault.New(fault.NotFound, "This post does not exist.")
	ErrNotFailed    = fault.New(fault.Conflict, "This post has not failed.")
	ErrNotLive      = fault.New(fault.Conflict, "You are not live in public now. Your next show is posted by itself.").Coded("not_live")
	ErrTooSoon      = fault.New(fault.Conflict, "There is one post an hour at most.").Coded("too_soon")
	// ErrFlowOver refuses what was begun elsewhere, too long ago, or is done already.
	ErrFlowOver = fault.New(fault.Conflict, "This took too long or was done already. Please begin again with X (Twitter).").Coded("begin_again")
)

// Profile is what may be said in public of a performer.
type Profile struct{ Name, Username, Headline string }

// Performers knows who is live.
type Performers interface {
	// Profile is what everybody may read of a performer.
	Profile(ctx context.Context, tx *db.Tx, performerID string) (Profile, error)
	// IsPublic reports whether the performer gives a public show.
	IsPublic(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
	// Hides reports whether there is anybody, by country or altogether, from whom the performer hides.
	Hides(ctx context.Context, tx *db.Tx, performerID string) (bool, error)
}

// Deps are what the connections stand on.
type Deps struct {
	DB         *db.DB
	Accounts   *account.Service
	Performers Performers
	Audit      *audit.Log
	Events     *bus.Bus
	Keys       *secretbox.Keys
	Limits     *limit.Limiter // knows Limits()
	Client     *http.Client   // of kit/httpclient: the addresses are settings
	Origin     string         // where the program is reached, such as https://example.com
	Home       func() string  // the site's address in what is posted
	Now        func() time.Time
	Log        *slog.Logger
}

// Service is the parts of the package together: how X is set up, what is posted there, who logs in by it, and
// the questions to X that both begin with.
type Service struct {
	*Setups
	*Posts
	*SignIns
	*Flows
}

// New makes the service.
func New(d Deps) *Service {
	setups := &Setups{d}
	posts, signIns := &Posts{setups}, &SignIns{setups}
	return &Service{setups, posts, signIns, &Flows{setups, posts, signIns}}
}

// The names of this package's limits.
const (
	limitConnect = "social.connect" // questions to X that are begun, per address
	limitAnswer  = "social.answer"  // answers of X, and logins by them, per address
	limitPreview = "social.preview" // per account
	limitRetry   = "social.retry"   // per account
)

// Limits are this package's rules.
func Limits() limit.Rules {
	return limit.Rules{
		limitConnect: {Max: 30, Per: 10 * time.Minute},
		limitAnswer:  {Max: 60, Per: 10 * time.Minute},
		limitPreview: {Max: 120, Per: time.Minute},
		limitRetry:   {Max: 12, Per: time.Hour},
	}
}

func (s *Setups) admit(ctx context.Context, rule string) error {
	return s.Limits.AllowAddress(ctx, rule, api.Address(ctx))
}

func (s *Setups) secure() bool { return strings.HasPrefix(s.Origin, "https://") }

// Revoked is published when X takes a performer's tokens no longer.
type Revoked struct{ AccountID, Username string }

// EventName implements bus.Event.
func (Revoked) EventName() string { return "social.revoked" }

// IdentityChanged is published when a member may log in by an account of X, or no longer.
type IdentityChanged struct {
	AccountID, Username string
	Connected           bool
}

// EventName implements bus.Event.
func (IdentityChanged) EventName() string { return "social.identity_changed" }

// Sweep drops questions whose time is over, and posts of the past.
func (s *Service) Sweep(ctx context.Context, tx *db.Tx) error {
	now := s.Now()
	if err := deleteFlows(ctx, tx, now); err != nil {
		return err
	}
	return deletePosts(ctx, tx, now.Add(-keptPosts))
}
