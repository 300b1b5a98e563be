package account

import (
	"context"

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

// Caller is who makes a call. The zero Caller is a guest.
type Caller struct {
	ID        string
	Role      Role
	Username  string
	SessionID string
}

// Guest reports whether nobody is logged in.
func (c Caller) Guest() bool { return c.ID == "" }

type callerKey struct{}

// WithCaller puts the caller into the context of a call.
func WithCaller(ctx context.Context, c Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerFrom is who makes the call, or the guest.
func CallerFrom(ctx context.Context) Caller {
	c, _ := ctx.Value(callerKey{}).(Caller)
	return c
}

// Guard admits accounts of the role. The role comes from the session, never from
// a cookie or a body.
func (r Role) Guard(ctx context.Context) error {
	c := CallerFrom(ctx)
	if c.Guest() {
		return ErrNoSession
	}
	if c.Role != r {
		return ErrForbidden
	}
	return nil
}

// SignedIn admits every account.
func SignedIn(ctx context.Context) error {
	if CallerFrom(ctx).Guest() {
		return ErrNoSession
	}
	return nil
}
