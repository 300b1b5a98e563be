package account

import (
	"context"
	"fmt"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
)

// Suspensions close accounts and open them again.
type Suspensions struct {
	*core
	links    *MailedLinks
	sessions *LoginSessions
	proofs   *Proofs
}

// The refusals of status changes.
var (
	ErrNotSuspended = fault.New(fault.Conflict, "This account is not suspended.")
	ErrAdminOnly    = fault.New(fault.Forbidden, "Only an admin can lift this suspension.")

	errIsSuspended = fault.New(fault.Conflict, "This account is suspended.")
)

// Suspend closes an account and ends its sessions. by is an admin's id, or the
// account's own; the reason is told to the owner. An admin's word stands above an
// owner's, so a suspended account can be suspended again by an admin.
func (s *Suspensions) Suspend(ctx context.Context, tx *db.Tx, accountID, reason, by string) error {
	a, err := accountOf(ctx, tx, accountID)
	if err != nil {
		return err
	}
	switch {
	case a.erased():
		return ErrErased
	case a.Status == StatusSuspended && by == a.ID:
		return errIsSuspended
	}
	if err := s.setStatus(ctx, tx, a, StatusSuspended, reason, by); err != nil {
		return err
	}
	if err := s.notifySuspended(ctx, tx, a, reason, by); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Suspended{AccountID: a.ID, Role: a.Role, Reason: reason, By: by})
}

// notifySuspended mails the owner; an account that its owner closed gets the way back,
// and an admin's suspension takes an earlier one away.
func (s *Suspensions) notifySuspended(ctx context.Context, tx *db.Tx, a Account, reason, by string) error {
	if by == a.ID {
		return s.links.sendRestore(ctx, tx, a)
	}
	if err := deleteLinks(ctx, tx, a.ID, toRestore); err != nil {
		return fmt.Errorf("delete restore links: %w", err)
	}
	return notify(ctx, tx, s.Notices, suspendedNotice, a, suspended{a.Username, cleanLine(reason)})
}

func (a Account) closedByOwner() bool { return a.Status == StatusSuspended && a.StatusBy == a.ID }

// Restore lifts a suspension: the owner their own, an admin any.
func (s *Suspensions) Restore(ctx context.Context, tx *db.Tx, accountID, by string) error {
	a, err := accountOf(ctx, tx, accountID)
	switch {
	case err != nil:
		return err
	case a.Status != StatusSuspended:
		return ErrNotSuspended
	case a.erased():
		return ErrErased
	case by == a.ID && a.StatusBy != a.ID:
		return ErrAdminOnly
	}
	if err := s.setStatus(ctx, tx, a, StatusActive, "", ""); err != nil {
		return err
	}
	if err := deleteLinks(ctx, tx, a.ID, toRestore); err != nil {
		return fmt.Errorf("delete restore links: %w", err)
	}
	if err := notify(ctx, tx, s.Notices, restoredNotice, a, a.Username); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Restored{AccountID: a.ID, Role: a.Role, By: by})
}

// SetStatus switches an account on or off, as a studio does with its members. Who is
// switched off logs in as before: what is theirs stays theirs to see and to ask for.
// A suspended account is errIsSuspended: only Restore lifts that.
func (s *Suspensions) SetStatus(ctx context.Context, tx *db.Tx, accountID string, status Status) error {
	if status != StatusActive && status != StatusInactive {
		return fault.Field("status", "Must be one of active, inactive")
	}
	a, err := accountOf(ctx, tx, accountID)
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

func (s *Suspensions) setStatus(ctx context.Context, tx *db.Tx, a Account, status Status, reason, by string) error {
	if err := updateStatus(ctx, tx, a.ID, status, reason, by, s.Now()); err != nil {
		return fmt.Errorf("update status: %w", err)
	}
	if status == StatusSuspended {
		if err := s.sessions.RevokeAll(ctx, tx, a.ID, ""); err != nil {
			return err
		}
		if err := s.sessions.endStudioStaff(ctx, tx, a.ID); err != nil {
			return err
		}
	}
	return s.Events.Publish(ctx, tx, StatusChanged{AccountID: a.ID, Role: a.Role, Status: status})
}

// SuspendSelf closes the caller's own account (behaviours.md, "Suspending
// oneself"). Admins are closed by other admins only, so that one remains.
func (s *Suspensions) SuspendSelf(ctx context.Context, c Caller, password string) error {
	if c.Role == Admin {
		return ErrForbidden
	}
	if _, err := s.proofs.confirm(ctx, c, "password", password); err != nil {
		return err
	}
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return s.Suspend(ctx, tx, c.ID, "", c.ID)
	})
}

type suspendInput struct {
	Body suspendBody
}

type suspendBody struct {
	Password string `json:"password" minLength:"1" maxLength:"1024"`
}

func (s *Suspensions) suspend(ctx context.Context, in *suspendInput) (api.Done, error) {
	if err := s.SuspendSelf(ctx, CallerFrom(ctx), in.Body.Password); err != nil {
		return api.Done{}, err
	}
	s.cookies.clear(ctx)
	return api.OK, nil
}
