package account

import (
	"context"

	"limelight/internal/kit/db"
)

// mostAdmins bounds the mails about one event.
const mostAdmins = 1000

// tellAdmins mails every active admin but the one whom it is about.
func (s *Service) tellAdmins(ctx context.Context, tx *db.Tx, about Account, l func(admin Account) letter) error {
	admins, _, err := s.List(ctx, tx, Filter{Role: Admin, Status: StatusActive, Limit: mostAdmins})
	if err != nil {
		return err
	}
	for _, admin := range admins {
		if admin.ID == about.ID {
			continue
		}
		if err := s.sendTo(ctx, tx, admin, l(admin)); err != nil {
			return err
		}
	}
	return nil
}

// InviteAdmin opens an account for one more admin in the caller's transaction, mails
// them a link to choose a password, and tells every other admin who did it. n comes
// from Prepare, with InvitedBy; it is refused as Create refuses.
func (s *Service) InviteAdmin(ctx context.Context, tx *db.Tx, n NewAccount) (Account, error) {
	n.Role = Admin
	a, err := s.Create(ctx, tx, n)
	if err != nil {
		return Account{}, err
	}
	return a, s.tellAdmins(ctx, tx, a, func(admin Account) letter { return s.adminInvitedLetter(admin, a, n.InvitedBy) })
}
