package testkit

import (
	"context"
	"sync"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// ErrCooling is what a Gate refuses with: the code of a member's own pause.
var ErrCooling = fault.New(fault.Conflict, "You have paused your spending.").Coded("cool_off")

// Gate stands in for the spending limits: it refuses those for whom it is shut.
type Gate struct {
	mu   sync.Mutex
	shut map[string]bool
}

// Ask is the ledger's gate.
func (g *Gate) Ask(_ context.Context, _ *db.Tx, memberID string, _ money.Tokens) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut[memberID] {
		return ErrCooling
	}
	return nil
}

// Set shuts it for a member, or opens it.
func (g *Gate) Set(memberID string, shut bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		g.shut = map[string]bool{}
	}
	g.shut[memberID] = shut
}
