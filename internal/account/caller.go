package account

import (
	"context"
	"slices"
	"strings"

	"limelight/internal/kit/api"
	"limelight/internal/kit/fault"
)

// Role says what an account is (spec §6).
type Role string

// The roles. The site's own people are admins; the spec's three are the rest.
const (
	Member    Role = "user"
	Performer Role = "performer"
	Studio    Role = "studio"
	Admin     Role = "admin"
)

// The refusals of guards.
var (
	ErrNoSession = fault.New(fault.Unauthorized, "Please log in to continue.")
	ErrForbidden = fault.New(fault.Forbidden, "Forbidden in the action!")
)

// ErrTwoFactorWanted refuses everything but its set-up to an account that must have
// a second factor and has none. ErrStepUp asks for a fresh proof (StepUp).
var (
	ErrTwoFactorWanted = fault.New(fault.Forbidden, "Please set up the two-step login first.").Coded("two_factor_wanted")
	ErrStepUp          = fault.New(fault.Forbidden, "Please confirm that it is you.").Coded("step_up_required")
)

// Caller is the account that makes a call. The zero Caller is a guest.
type Caller struct {
	ID        string
	Role      Role
	Username  string
	SessionID string
	Proved    bool   // gave a password or a code within the last ten minutes
	NewAdmin  bool   // was invited as an admin within 72 hours
	Language  string // that the account has chosen; empty: none
	Country   string // of the address, as Place writes it; empty: not known, or that of the call at hand
	StudioID  string // the studio that the caller works for; empty: for nobody else

	rights   string // of a studio's staff
	heldBack bool   // must set up a second factor before anything else
}

// Hosting is what the address of a data centre or a VPN counts as beside its country.
const Hosting = "hosting"

// Place is where an address is: its country, such as FR, or FR-hosting.
func Place(country string, hosting bool) string {
	if hosting {
		return country + "-" + Hosting
	}
	return country
}

// CountsAs lists what a place may be blocked as: its country, and Hosting.
func CountsAs(place string) (list []string) {
	for one := range strings.SplitSeq(place, "-") {
		if one != "" {
			list = append(list, one)
		}
	}
	return list
}

// Guest reports whether nobody is logged in.
func (c Caller) Guest() bool { return c.ID == "" }

type callerKey struct{}

// WithCaller puts the caller into the context of a call.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom is the caller, or the guest. An account that still needs a second factor
// is a guest to everything but SetUp.
func CallerFrom(ctx context.Context) Caller {
	if c := SessionFrom(ctx); !c.heldBack {
		return c
	}
	return Caller{}
}

// SessionFrom is the account of the session, held back or not. It admits the account
// to nothing.
func SessionFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// Guard admits accounts of the role. The role comes from the session, never from
// a cookie or a body.
func (r Role) Guard() api.Guard { return AnyOf(r) }

// AnyOf admits accounts of the roles; of studios, their owners alone (StudioRight).
func AnyOf(roles ...Role) api.Guard {
	names := make([]string, len(roles))
	for i, r := range roles {
		names[i] = string(r)
	}
	return api.Guard{Name: strings.Join(names, " or "), Check: func(ctx context.Context) error {
		if err := signedIn(ctx); err != nil {
			return err
		}
		if c := CallerFrom(ctx); !slices.Contains(roles, c.Role) || c.StudioID != "" {
			return ErrForbidden
		}
		return nil
	}}
}

// The guards of every account. SetUp admits also those that must set up a second
// factor first.
var (
	SignedIn = api.Guard{Name: "everybody signed in", Check: signedIn}
	SetUp    = api.Guard{Name: "everybody signed in, also without a wanted second factor", Check: hasSession}
)

func signedIn(ctx context.Context) error {
	if SessionFrom(ctx).heldBack {
		return ErrTwoFactorWanted
	}
	return hasSession(ctx)
}

func hasSession(ctx context.Context) error {
	if SessionFrom(ctx).Guest() {
		return ErrNoSession
	}
	return nil
}

// StepUp is a guard for what is worth a fresh proof (trust.md, Sessions 7): it
// admits whom guard admits, if they gave their password or a code within ten
// minutes. ErrStepUp makes the web app ask for it and call again.
func StepUp(guard api.Guard) api.Guard { return guard.And("lately proved", Proved) }

// Decides is StepUp for what decides about money or about other admins: an admin who
// was invited within 72 hours is refused (Established).
func Decides(guard api.Guard) api.Guard {
	return StepUp(guard).And("invited more than 72 hours ago", Established)
}

// Proved is ErrStepUp unless the caller gave their password or a code within ten
// minutes.
func Proved(ctx context.Context) error {
	if !SessionFrom(ctx).Proved {
		return ErrStepUp
	}
	return nil
}
