package account

import (
	"context"
	"fmt"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// The refusals of status changes.
var (
	ErrNotSuspended = fault.New(fault.Conflict, "This account is not suspended.")
	ErrAdminOnly    = fault.New(fault.Forbidden, "Only an admin can lift this suspension.")

	errIsSuspended = fault.New(fault.Conflict, "This account is suspended.")
)

// Suspend closes an account and ends its sessions. by is an admin's id, or the
// account's own; the reason is told to the owner. An admin's word stands above an
// owner's, so a suspended account can be suspended again by an admin.
func (s *Service) Suspend(ctx context.Context, tx *db.Tx, accountID, reason, by string) error {
	a, err := s.Get(ctx, tx, accountID)
	if err != nil {
		return err
	}
	if a.Status == StatusSuspended && by == a.ID {
		return errIsSuspended
	}
	if err := s.setStatus(ctx, tx, a, StatusSuspended, reason, by); err != nil {
		return err
	}
	if err := s.tellSuspended(ctx, tx, a, reason, by); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Suspended{AccountID: a.ID, Role: a.Role, Reason: reason, By: by})
}

// tellSuspended mails the owner; who closed their own account gets the way back,
// and an admin's suspension takes an earlier one away.
func (s *Service) tellSuspended(ctx context.Context, tx *db.Tx, a Account, reason, by string) error {
	if by == a.ID {
		return s.sendRestore(ctx, tx, a)
	}
	if err := deleteLinks(ctx, tx, a.ID, toRestore); err != nil {
		return fmt.Errorf("delete restore links: %w", err)
	}
	return notify(ctx, tx, s, suspendedNotice, a, suspended{a.Username, cleanLine(reason)})
}

// sendRestore mails the link that opens an account again whose owner closed it.
func (s *Service) sendRestore(ctx context.Context, tx *db.Tx, a Account) error {
	address, err := s.verifyLink(ctx, tx, link{accountID: a.ID, email: a.Email, purpose: toRestore}, restoreLife)
	if err != nil {
		return err
	}
	return notify(ctx, tx, s, closedNotice, a, linked{a.Username, address})
}

func (a Account) closedByOwner() bool { return a.Status == StatusSuspended && a.StatusBy == a.ID }

// Restore lifts a suspension: the owner their own, an admin any.
func (s *Service) Restore(ctx context.Context, tx *db.Tx, accountID, by string) error {
	a, err := s.Get(ctx, tx, accountID)
	switch {
	case err != nil:
		return err
	case a.Status != StatusSuspended:
		return ErrNotSuspended
	case by == a.ID && a.StatusBy != a.ID:
		return ErrAdminOnly
	}
	if err := s.setStatus(ctx, tx, a, StatusActive, "", ""); err != nil {
		return err
	}
	if err := deleteLinks(ctx, tx, a.ID, toRestore); err != nil {
		return fmt.Errorf("delete restore links: %w", err)
	}
	if err := notify(ctx, tx, s, restoredNotice, a, a); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Restored{AccountID: a.ID, Role: a.Role, By: by})
}

// SetStatus switches an account on or off, as a studio does with its members. Who is
// switched off logs in as before: what is theirs stays theirs to see and to ask for.
// A suspended account is errIsSuspended: only Restore lifts that.
func (s *Service) SetStatus(ctx context.Context, tx *db.Tx, accountID string, status Status) error {
	if status != StatusActive && status != StatusInactive {
		return fault.Field("status", "Must be one of active, inactive")
	}
	a, err := s.Get(ctx, tx, accountID)
	switch {
	case err != nil:
		return err
	case a.Status == StatusSuspended:
		return errIsSuspended
	case a.Status == status:
		return nil
	}
	return s.setStatus(ctx, tx, a, status, "", "")
}

func (s *Service) setStatus(ctx context.Context, tx *db.Tx, a Account, status Status, reason, by string) error {
	if err := updateStatus(ctx, tx, a.ID, status, reason, by, s.now()); err != nil {
		return fmt.Errorf("update status: %w", err)
	}
	if status == StatusSuspended {
		if err := s.RevokeAll(ctx, tx, a.ID, ""); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, StatusChanged{AccountID: a.ID, Role: a.Role, Status: status})
}

// SuspendSelf closes the caller's own account (behaviours.md, "Suspending
// oneself"). Admins are closed by other admins only, so that one remains.
func (s *Service) SuspendSelf(ctx context.Context, c Caller, password string) error {
	if c.Role == Admin {
		return ErrForbidden
	}
	if _, err := s.confirm(ctx, c, "password", password); err != nil {
		return err
	}
	return s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Suspend(ctx, tx, c.ID, "", c.ID)
	})
}
