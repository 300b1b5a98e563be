// Package moderation is how admins close accounts and open them again, make VIPs, and
// invite further admins. Every such act is on record.
//
// Invariants:
//   - nobody acts on their own account;
//   - one admin does not shut the others out, nor makes the second person they need.
package moderation

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// The refusals of this package.
var (
	ErrOwn      = fault.New(fault.Conflict, "You cannot do this to your own account.")
	errNoReason = fault.Missing("reason")
)

// VIPs is the domain that knows who is a VIP.
type VIPs interface {
	SetVIP(ctx context.Context, tx *db.Tx, performerID string, vip bool) error
}

// Deps is what the service stands on.
type Deps struct {
	DB       *db.DB
	Audit    *audit.Log
	Accounts *account.Service
	VIPs     VIPs
	Now      func() time.Time
}

// Service decides about accounts.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }
