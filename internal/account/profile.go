package account

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

// defaultAvatar is the picture of who has none (spec §3).
const defaultAvatar = "/default-user-icon.png"

// Extras is what other rooms know of the person who is logged in.
type Extras struct {
	Balance  money.Tokens // of the wallet, or of the earnings
	Verified bool         // identity checked; performers and studios
}

// ProfileExtras asks the rooms that know.
type ProfileExtras interface {
	ProfileExtras(ctx context.Context, tx *db.Tx, a Account) (Extras, error)
}

// AvatarSaver keeps pictures. SaveAvatar refuses what is no picture or too large
// with a fault, and returns the picture's path on this site.
type AvatarSaver interface {
	SaveAvatar(ctx context.Context, c Caller, file api.File) (path string, err error)
	RemoveAvatar(ctx context.Context, path string) error
}

// Me is the current user (spec §3).
type Me struct {
	Account
	Balance     money.Tokens `json:"balance"`
	Verified    bool         `json:"verified" doc:"identity checked; performers and studios"`
	IsPerformer bool         `json:"isPerformer"`

	ConfirmAbove money.Tokens `json:"confirmAbove" doc:"tips and spins above so many tokens are confirmed once more; 0: never asked"`

	TwoFactor       bool `json:"twoFactor" doc:"a login asks for a code besides the password"`
	TwoFactorWanted bool `json:"twoFactorWanted" doc:"nothing else works before the two-step login is set up"`
}

// Picture is the account's picture as its owner sees it: the site's placeholder when
// there is none.
func (s *Service) Picture(a Account) string { return cmp.Or(a.Avatar, s.Placeholder()) }

// Me returns the account of the caller with what other rooms know of it.
func (s *Service) Me(ctx context.Context, c Caller) (me Me, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		me, err = s.me(ctx, tx, c.ID)
		return err
	})
	return me, err
}

func (s *Service) me(ctx context.Context, tx *db.Tx, accountID string) (Me, error) {
	a, err := s.Get(ctx, tx, accountID)
	if err != nil {
		return Me{}, err
	}
	me := Me{Account: a, IsPerformer: a.Role == Performer}
	me.Avatar = s.Picture(a)
	if me.ConfirmAbove, err = selectConfirmAbove(ctx, tx, a.ID); err != nil {
		return Me{}, fmt.Errorf("select the amount to confirm: %w", err)
	}
	if me.TwoFactor, err = hasFactor(ctx, tx, a.ID); err != nil {
		return Me{}, fmt.Errorf("select second factor: %w", err)
	}
	me.TwoFactorWanted = !me.TwoFactor && s.factorRequired(a.Role)
	if s.Extras == nil {
		return me, nil
	}
	extras, err := s.Extras.ProfileExtras(ctx, tx, a)
	if err != nil {
		return Me{}, fmt.Errorf("ask for a profile's extras: %w", err)
	}
	me.Balance, me.Verified = extras.Balance, extras.Verified
	return me, nil
}

// maxConfirmAbove is more than anything costs.
const maxConfirmAbove = 10_000_000 * money.Unit

// Changes are the fields of a profile to be replaced; nil leaves one as it is.
type Changes struct {
	Name, Country, Email *string
	Language             *string
	ConfirmAbove         *money.Tokens // 0 asks never
	CurrentPassword      string        // for another mail address, unless lately proved
}

// UpdateProfile changes the caller's own account. Another mail address is kept
// aside until its owner has followed the link sent there; the present one is
// told of it.
func (s *Service) UpdateProfile(ctx context.Context, c Caller, ch Changes) (me Me, err error) {
	if err := ch.validate(); err != nil {
		return Me{}, err
	}
	before, err := s.Me(ctx, c)
	if err != nil {
		return Me{}, err
	}
	moves := ch.Email != nil && foldKey(*ch.Email) != foldKey(before.Email)
	if moves {
		if err := s.StepUp(ctx, c, "currentPassword", ch.CurrentPassword); err != nil {
			return Me{}, err
		}
		if err := s.admitMail(ctx, *ch.Email); err != nil {
			return Me{}, err
		}
	}
	err = s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.applyChanges(ctx, tx, c.ID, ch, moves); err != nil {
			return err
		}
		me, err = s.me(ctx, tx, c.ID)
		return err
	})
	return me, err
}

func (ch *Changes) validate() error {
	var problems []fault.Problem
	if ch.Name != nil {
		name := cleanLine(*ch.Name)
		ch.Name = &name
		problems = append(problems, nameProblems(name)...)
		if name == "" {
			problems = append(problems, fault.Missing("name").Fields...)
		}
	}
	if ch.Country != nil {
		problems = append(problems, countryProblems(*ch.Country)...)
	}
	if ch.Language != nil && !lang.Spoken(*ch.Language) {
		problems = append(problems, fault.Of("language", "language", "This site does not speak this language"))
	}
	if ch.ConfirmAbove != nil && (*ch.ConfirmAbove < 0 || *ch.ConfirmAbove > maxConfirmAbove) {
		problems = append(problems, fault.Between("confirmAbove", 0, int64(maxConfirmAbove/money.Unit)).Fields...)
	}
	if ch.Email != nil {
		problems = append(problems, emailProblems(*ch.Email)...)
	}
	if len(problems) > 0 {
		return fault.Refuse(problems...)
	}
	return nil
}

func (s *Service) applyChanges(ctx context.Context, tx *db.Tx, accountID string, ch Changes, moves bool) error {
	a, err := s.Get(ctx, tx, accountID)
	if err != nil {
		return err
	}
	if ch.Name != nil {
		a.Name = *ch.Name
	}
	if ch.Country != nil {
		a.Country = *ch.Country
	}
	if ch.Language != nil {
		a.Language = *ch.Language
	}
	if ch.Email != nil {
		a.PendingEmail = ""
	}
	if moves {
		a.PendingEmail = *ch.Email
		if err := s.askForMove(ctx, tx, a); err != nil {
			return err
		}
	}
	if err := updateProfile(ctx, tx, a, s.now()); err != nil {
		return fmt.Errorf("update profile: %w", err)
	}
	if ch.ConfirmAbove != nil {
		if err := updateConfirmAbove(ctx, tx, a.ID, *ch.ConfirmAbove); err != nil {
			return fmt.Errorf("update the amount to confirm: %w", err)
		}
	}
	return s.Events.Publish(ctx, tx, ProfileChanged{AccountID: a.ID, Role: a.Role})
}

// askForMove sends the link to the pending address and a warning to the present.
func (s *Service) askForMove(ctx context.Context, tx *db.Tx, a Account) error {
	owner, err := selectByEmail(ctx, tx, a.PendingEmail)
	switch {
	case err == nil: // the answer does not say so
		err = notify(ctx, tx, s, wantedNotice, owner, owner)
	case errors.Is(err, db.ErrNone):
		err = s.sendVerification(ctx, tx, a, a.PendingEmail, "")
	}
	if err != nil {
		return err
	}
	return notify(ctx, tx, s, emailChangeNotice, a, a)
}

var errNoPictures = fault.New(fault.Unavailable, "Pictures cannot be uploaded here.")

// SetAvatar stores the picture as the caller's, in place of an earlier one.
func (s *Service) SetAvatar(ctx context.Context, c Caller, file api.File) (path string, err error) {
	if s.Avatars == nil {
		return "", errNoPictures
	}
	if path, err = s.Avatars.SaveAvatar(ctx, c, file); err != nil {
		return "", err
	}
	return path, s.replaceAvatar(ctx, c, path)
}

// RemoveAvatar takes the caller's picture away.
func (s *Service) RemoveAvatar(ctx context.Context, c Caller) error {
	return s.replaceAvatar(ctx, c, "")
}

func (s *Service) replaceAvatar(ctx context.Context, c Caller, path string) error {
	var before string
	err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := s.Get(ctx, tx, c.ID)
		if err != nil {
			return err
		}
		before = a.Avatar
		if err := updateAvatar(ctx, tx, a.ID, path, s.now()); err != nil {
			return fmt.Errorf("update avatar: %w", err)
		}
		return s.Events.Publish(ctx, tx, ProfileChanged{AccountID: a.ID, Role: a.Role})
	})
	if err != nil || before == "" || s.Avatars == nil {
		return err
	}
	return s.Avatars.RemoveAvatar(ctx, before)
}

// View is the public card of an active account, or ErrAbsent, also when it is
// hidden from the caller.
func (s *Service) View(ctx context.Context, accountID string) (card Card, err error) {
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := s.Get(ctx, tx, accountID)
		if err == nil && a.Status != StatusActive {
			err = ErrAbsent
		}
		if err != nil {
			return err
		}
		if s.Sight != nil {
			sees, err := s.Sight.Sees(ctx, tx, a)
			if err != nil {
				return err
			}
			if !sees {
				return ErrAbsent
			}
		}
		card = a.Card()
		return nil
	})
	if err != nil {
		return Card{}, err
	}
	return card, nil
}
