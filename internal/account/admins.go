package account

import (
	"context"
	"fmt"
	"slices"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/notices"
)

// Admins makes admins, and tells them what one of them does.
type Admins struct {
	*core
	registration *Registration
}

// newAdminFor is how long an invited admin decides nothing that may take two: the
// others have been told, and have that long to object.
const newAdminFor = 72 * time.Hour

// errNewAdmin refuses decisions of an admin whose invitation is younger than that.
var errNewAdmin = fault.New(fault.Forbidden, "You were invited less than %d hours ago. Until then you decide nothing about money, limits or other admins.",
	int(newAdminFor.Hours())).Coded("new_admin")

// Established refuses an admin whose invitation is younger than 72 hours: it may come
// from the other one of the two admins that a decision takes.
func Established(ctx context.Context) error {
	if CallerFrom(ctx).NewAdmin {
		return errNewAdmin
	}
	return nil
}

// maxAdmins bounds the mails about one event.
const maxAdmins = 1000

// notifyAdmins tells every active admin but the one that the news is about.
func notifyAdmins[D any](ctx context.Context, tx *db.Tx, by *notices.Notices, kind notices.Kind[D], except Account, about D) error {
	list, _, err := selectAccounts(ctx, tx, Filter{Role: Admin, Status: StatusActive, Limit: maxAdmins})
	if err != nil {
		return err
	}
	for _, admin := range list {
		if admin.ID == except.ID {
			continue
		}
		if err := notify(ctx, tx, by, kind, admin, about); err != nil {
			return err
		}
	}
	return nil
}

// AskAdmins tells every other active admin that a decision of one of them waits for a
// second. The kind says what is to be decided (AskLetter).
func (s *Admins) AskAdmins(ctx context.Context, tx *db.Tx, byID string, kind notices.Kind[Ask], ask Ask) error {
	by, err := accountOf(ctx, tx, byID)
	if err != nil {
		return err
	}
	ask.By = by.Username
	return notifyAdmins(ctx, tx, s.Notices, kind, by, ask)
}

// NotifyRateChange mails every other active admin that one of them has changed what the site
// keeps of an account's income: it is not bounded, so others see it.
func (s *Admins) NotifyRateChange(ctx context.Context, tx *db.Tx, byID, accountID string) error {
	by, err := accountOf(ctx, tx, byID)
	if err != nil {
		return err
	}
	of, err := accountOf(ctx, tx, accountID)
	if err != nil {
		return err
	}
	return notifyAdmins(ctx, tx, s.Notices, rateChangedNotice, by, admins{By: by.Username, Of: of.Username})
}

// OtherAdmins reports whether there is an active admin but this one.
func (s *Admins) OtherAdmins(ctx context.Context, tx *db.Tx, adminID string) (bool, error) {
	admins, _, err := selectAccounts(ctx, tx, Filter{Role: Admin, Status: StatusActive, Limit: 2})
	return slices.ContainsFunc(admins, func(a Account) bool { return a.ID != adminID }), err
}

// EstablishedAdmins counts the active admins but this one who were not invited within
// 72 hours.
func (s *Admins) EstablishedAdmins(ctx context.Context, tx *db.Tx, except string) (int, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM accounts
		WHERE role = $1 AND status = $2 AND invited_at <= $3 AND id <> $4`,
		string(Admin), string(StatusActive), db.Millis(s.Now().Add(-newAdminFor)), except)
	if err != nil {
		return 0, fmt.Errorf("count established admins: %w", err)
	}
	return n, nil
}

// CreateAdmin opens an account for one more admin from the server's command line and
// tells every other admin. n comes from Prepare; it is refused as Create refuses.
func (s *Admins) CreateAdmin(ctx context.Context, tx *db.Tx, n NewAccount) (Account, error) {
	a, err := s.registration.Create(ctx, tx, n)
	if err != nil {
		return Account{}, err
	}
	return a, notifyAdmins(ctx, tx, s.Notices, adminCreatedNotice, a, admins{Of: a.Username, Email: a.Email})
}

// InviteAdmin opens an account for one more admin in the caller's transaction, mails
// them a link to choose a password, and tells every other admin who did it. n comes
// from Prepare, with InvitedBy; it is refused as Create refuses.
func (s *Admins) InviteAdmin(ctx context.Context, tx *db.Tx, n NewAccount) (Account, error) {
	n.Role = Admin
	a, err := s.registration.Create(ctx, tx, n)
	if err != nil {
		return Account{}, err
	}
	if _, err := db.Exec(ctx, tx, `UPDATE accounts SET invited_at = created_at WHERE id = $1`, a.ID); err != nil {
		return Account{}, fmt.Errorf("mark an invited admin: %w", err)
	}
	return a, notifyAdmins(ctx, tx, s.Notices, adminInvitedNotice, a, admins{By: n.InvitedBy, Of: a.Username, Email: a.Email})
}
