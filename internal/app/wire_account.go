package app

import (
	"context"
	"errors"
	"strings"

	"limelight/internal/account"
	"limelight/internal/files"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/ledger"
	"limelight/internal/performer"
	"limelight/internal/settings"
)

// profileChanged tells an account's devices to ask again for GET /users/me.
var profileChanged = socket.Declare[profilePayload]("profile/changed")

// profilePayload says nothing: what has changed is asked for.
type profilePayload struct{}

// wireAccount builds the people of every role. Referrals plug themselves in.
func wireAccount(s *Services) (err error) {
	s.limits.Add(account.Limits())
	s.accounts, err = account.New(account.Deps{
		DB: s.db, Events: s.bus, Limits: s.limits, Now: s.now, Log: s.log, Notices: s.notices, SiteName: s.profile.name,
		PublicURL: s.cfg.origin(), InsecureHTTP: s.cfg.InsecureHTTP,
		Policy: func() account.Policy { return accountPolicy(s.settings.Get()) },
		Extras: profileExtras{s.ledger, &s.late.performers}, Avatars: avatars{s.files}, Visibility: s.accountVisibility, Placeholder: s.profile.placeholder,
		Cost: s.cfg.PasswordCost, Keys: s.keys,
	})
	if err != nil {
		return err
	}
	s.late.accounts.Set(s.accounts)
	s.notifier = notifier{s.accounts, s.notices, s.profile}
	s.section("account", "Accounts of every role: registration, login, sessions, the two-step login", s.accounts.Routes)
	s.rule(forgedRoles(s.accounts))
	s.job(cron.Job{Name: "accounts", Every: sweepEvery, Run: s.accounts.Sweep})
	bus.On(s.bus, "mail.asked", s.accounts.SendAsked)
	return nil
}

// accountPolicy is what the operator asks of accounts.
func accountPolicy(now settings.Current) account.Policy {
	return account.Policy{
		MinPassword: now.PasswordMinimum, RequireVerifiedMail: now.RequireVerifiedMail, SocketTakesSession: now.SocketQueryToken,
		RequireTwoFactor: now.RequireTwoFactor,
	}
}

// profileExtras complete the current user with their balance, and whether a performer is verified.
type profileExtras struct {
	ledger     *ledger.Ledger
	performers *Late[*performer.Service]
}

func (e profileExtras) ProfileExtras(ctx context.Context, tx *db.Tx, a account.Account) (x account.Extras, err error) {
	if x.Balance, err = e.ledger.Balance(ctx, tx, purseOf(a.Role, a.ID)); err != nil {
		return x, err
	}
	if a.Role == account.Performer {
		x.Verified, err = e.performers.Get().Verified(ctx, tx, a.ID)
	}
	return x, err
}

// avatars keeps people's pictures.
type avatars struct{ *files.Service }

func (a avatars) SaveAvatar(ctx context.Context, who account.Caller, file api.File) (path string, err error) {
	kept, err := a.SaveImage(ctx, who.ID, files.Avatar, file.Filename, file, files.Limits{})
	if err != nil {
		return "", err
	}
	return kept.URL(), nil
}

// RemoveAvatar deletes the picture of a path /files/{id}/{variant}.
func (a avatars) RemoveAvatar(ctx context.Context, path string) error {
	fileID, _, _ := strings.Cut(strings.TrimPrefix(path, "/files/"), "/")
	return a.Delete(ctx, fileID)
}

// accountVisibility says of an account whether the caller may look at it: of a performer, what
// performer.Admits says.
type accountVisibility struct{ performers *Late[*performer.Service] }

func (s accountVisibility) Sees(ctx context.Context, tx *db.Tx, a account.Account) (bool, error) {
	if a.Role != account.Performer || account.CallerFrom(ctx).Role == account.Admin {
		return true, nil
	}
	yes, err := s.performers.Get().Visible(ctx, tx, a.ID)
	if errors.Is(err, performer.ErrAbsent) {
		return false, nil
	}
	return yes, err
}

// forgedRoles are the accounts' part of the audit: roles that were written past the program.
func forgedRoles(accounts *account.Service) ledger.Rule {
	return ledger.Rule{Check: func(ctx context.Context, tx *db.Tx) ([]ledger.Violation, error) {
		flaws, err := accounts.Forged(ctx, tx)
		return violationsOf("accounts.role", flaws), err
	}}
}
