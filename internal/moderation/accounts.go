package moderation

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/foureyes"
	"limelight/internal/kit/sanitize"
)

// Suspend closes an account; the reason is told to its owner.
func (s *Service) Suspend(ctx context.Context, accountID, reason string) error {
	by := account.CallerFrom(ctx).ID
	if by == accountID {
		return ErrOwn
	}
	if reason = sanitize.Line(reason); reason == "" {
		return errNoReason
	}
	return s.act(ctx, accountID, accountSuspended, reason, func(ctx context.Context, tx *db.Tx) error {
		if err := s.maySuspend(ctx, tx, accountID, by); err != nil {
			return err
		}
		return s.Accounts.Suspend(ctx, tx, accountID, reason, by)
	})
}

// The refusals of who would be left as the only admin, or would soon be.
var (
	errLastOther = fault.New(fault.Conflict, "There is no third admin who could object. Make one first: `limelight admin create` on the server.").Coded("second_admin")
	errOneADay   = fault.New(fault.Conflict, "You have suspended an admin within the last 24 hours. Another admin must suspend this one.").Coded("second_admin")
)

// maySuspend keeps one admin from shutting the others out: they suspend one admin in
// 24 hours, and only while a third one is left who can undo it, which a new one cannot.
// Anybody else may be suspended.
func (s *Service) maySuspend(ctx context.Context, tx *db.Tx, accountID, by string) error {
	target, err := s.Accounts.Get(ctx, tx, accountID)
	if err != nil || target.Role != account.Admin || target.Status == account.StatusSuspended {
		return err
	}
	if err := account.Established(ctx); err != nil {
		return err
	}
	first, err := foureyes.Allow(ctx, tx, foureyes.Decision{By: by, Kind: "suspended_admins", Subject: accountID, Amount: 1, Max: 1}, s.Now())
	if err != nil {
		return err
	}
	// A lock of one row for the whole site: two who suspend each other at the same
	// moment would each see the other as the third.
	if err := s.Audit.Lock(ctx, tx); err != nil {
		return err
	}
	left, err := s.Accounts.EstablishedAdmins(ctx, tx, accountID)
	switch {
	case err != nil:
		return err
	case left < 2: // whoever suspends, and one who could object
		return errLastOther
	case !first:
		return errOneADay
	}
	return nil
}

// Restore reopens a suspended account.
func (s *Service) Restore(ctx context.Context, accountID, reason string) error {
	by := account.CallerFrom(ctx).ID
	if by == accountID {
		return ErrOwn
	}
	return s.act(ctx, accountID, accountRestored, sanitize.Line(reason), func(ctx context.Context, tx *db.Tx) error {
		invited, err := s.Audit.Did(ctx, tx, by, adminInvited, "account:"+accountID)
		if err != nil {
			return err
		}
		if invited {
			return errOwnInvitation
		}
		if reopened, err := s.Accounts.Get(ctx, tx, accountID); err != nil {
			return err
		} else if reopened.Role == account.Admin {
			if err := account.Established(ctx); err != nil {
				return err
			}
		}
		return s.Accounts.Restore(ctx, tx, accountID, by)
	})
}

// act does something to an account and writes it down with the statuses before
// and after.
func (s *Service) act(ctx context.Context, accountID string, action audit.Action, reason string, do func(context.Context, *db.Tx) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := s.Accounts.Get(ctx, tx, accountID)
		if err != nil {
			return err
		}
		if err := do(ctx, tx); err != nil {
			return err
		}
		after, err := s.Accounts.Get(ctx, tx, accountID)
		if err != nil {
			return err
		}
		return s.Audit.Record(ctx, tx, audit.Act{
			Action: action, Subject: "account:" + accountID, Reason: reason,
			Before: string(before.Status), After: string(after.Status),
		})
	})
}

// Strike is a line about an account in the audit log that nobody wrote: what speaks
// against it, for whoever decides about it later.
func (s *Service) Strike(ctx context.Context, tx *db.Tx, accountID, reason string) error {
	nobody := account.WithCaller(ctx, account.Caller{})
	return s.Audit.Record(nobody, tx, audit.Act{Action: accountStrike, Subject: "account:" + accountID, Reason: reason})
}

// SetVIP puts a performer among the VIPs, or takes her out.
func (s *Service) SetVIP(ctx context.Context, performerID string, vip bool) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.VIPs.SetVIP(ctx, tx, performerID, vip); err != nil {
			return err
		}
		action := vipRemoved
		if vip {
			action = vipAdded
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: action, Subject: "account:" + performerID})
	})
}

// InviteAdmin opens an account for one more admin, who chooses a password by a mailed
// link; every other admin is told. It is refused as a registration is. Where there
// is another admin already, one of them must open the account first (Restore): what
// two must decide, nobody decides with an account of their own making.
func (s *Service) InviteAdmin(ctx context.Context, username, email string) (a account.Account, err error) {
	by := account.CallerFrom(ctx)
	prepared, err := s.Accounts.Prepare(ctx, account.NewAccount{Role: account.Admin, Username: username, Email: email, InvitedBy: by.Username})
	if err != nil {
		return a, err
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, admins, err := s.Accounts.List(ctx, tx, account.Filter{Role: account.Admin, Limit: 1})
		if err != nil {
			return err
		}
		if a, err = s.Accounts.InviteAdmin(ctx, tx, prepared); err != nil {
			return err
		}
		if admins > 1 {
			if err := s.Accounts.Suspend(ctx, tx, a.ID, "A second admin must agree to this account first", by.ID); err != nil {
				return err
			}
		}
		return s.Audit.Record(ctx, tx, audit.Act{Action: adminInvited, Subject: "account:" + a.ID, After: a.Username})
	})
	return a, err
}

// errOwnInvitation keeps who invited an admin from being the second person as well.
var errOwnInvitation = fault.New(fault.Conflict, "You invited this admin. Another admin must agree.").Coded("second_admin")
