package testkit

import (
	"context"
	"slices"
	"sync"

	"limelight/internal/kit/db"
)

// Acts is a staff's log for tests of one package: it remembers the actions and
// what they were done to, such as "post.created post:…".
type Acts struct {
	mu   sync.Mutex
	list []string
}

// RecordAct remembers an act.
func (a *Acts) RecordAct(_ context.Context, _ *db.Tx, action, subject, _ string) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list = append(a.list, action+" "+subject)
	return nil
}

// RecordChange remembers an act without its before and after.
func (a *Acts) RecordChange(ctx context.Context, tx *db.Tx, action, subject, reason, _, _ string) error {
	return a.RecordAct(ctx, tx, action, subject, reason)
}

// List is what has been done, in order.
func (a *Acts) List() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.list)
}
