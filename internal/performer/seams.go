package performer

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
)

// Publisher queues an event in the caller's transaction.
type Publisher interface {
	Publish(ctx context.Context, tx *db.Tx, e bus.Event) error
}

// Hider knows which viewers a performer has blocked.
type Hider interface {
	// Hides reports whether the performer hides from the account, or from where the
	// call comes from. An empty viewerID is a guest.
	Hides(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
}
