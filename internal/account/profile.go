package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

// Profiles is what people see and change of their own accounts.
type Profiles struct {
	*core
	links  *MailedLinks
	proofs *Proofs
	moves  *EmailMoves
}

// Extras is what other packages know of the caller.
type Extras struct {
	Balance  money.Tokens // of the wallet, or of the earnings
	Verified bool         // identity checked; performers and studios
}

// ProfileExtras asks the packages that know.
type ProfileExtras interface {
	ProfileExtras(ctx context.Context, tx *db.Tx, a Account) (Extras, error)
}

// Me is the current user (spec §3).
type Me struct {
	Account
	Balance     money.Tokens `json:"balance"`
	Verified    bool         `json:"verified" doc:"identity checked; performers and studios"`
	IsPerformer bool         `json:"isPerformer"`

	Studio       *Card    `json:"studio,omitempty" doc:"whom the account works for"`
	StudioRights []string `json:"studioRights,omitempty" doc:"what it may do there; absent for a studio's owner"`

	ConfirmAbove money.Tokens `json:"confirmAbove" doc:"tips and spins above so many tokens are confirmed once more; 0: never asked"`

	TwoFactor       bool `json:"twoFactor" doc:"a login asks for a code besides the password"`
	TwoFactorWanted bool `json:"twoFactorWanted" doc:"nothing else works before the two-step login is set up"`
	Passkey         bool `json:"passkey,omitempty" doc:"a passkey may confirm that it is still them"`
}

// Me returns the account of the caller with what other packages know of it.
func (s *Profiles) Me(ctx context.Context, c Caller) (me Me, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		me, err = s.me(ctx, tx, c.ID)
		return err
	})
	return me, err
}

func (s *Profiles) me(ctx context.Context, tx *db.Tx, accountID string) (Me, error) {
	a, err := accountOf(ctx, tx, accountID)
	if err != nil {
		return Me{}, err
	}
	me := Me{Account: a, IsPerformer: a.Role == Performer}
	me.Avatar = s.Picture(a)
	if err := s.addStudio(ctx, tx, &me); err != nil {
		return Me{}, err
	}
	if me.ConfirmAbove, err = selectConfirmAbove(ctx, tx, a.ID); err != nil {
		return Me{}, fmt.Errorf("select the amount to confirm: %w", err)
	}
	if me.TwoFactor, err = hasFactor(ctx, tx, a.ID); err != nil {
		return Me{}, fmt.Errorf("select second factor: %w", err)
	}
	if me.Passkey, err = hasPasskey(ctx, tx, a.ID); err != nil {
		return Me{}, fmt.Errorf("count passkeys: %w", err)
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

// addStudio says of an account that works for a studio which one, and what it may do there.
func (s *Profiles) addStudio(ctx context.Context, tx *db.Tx, me *Me) error {
	if me.StudioID == "" {
		return nil
	}
	owner, err := accountOf(ctx, tx, me.StudioID)
	card := owner.Card()
	me.Studio, me.StudioRights = &card, me.Account.StudioRights()
	return err
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
func (s *Profiles) UpdateProfile(ctx context.Context, c Caller, ch Changes) (me Me, err error) {
	if err := ch.validate(); err != nil {
		return Me{}, err
	}
	before, err := s.Me(ctx, c)
	if err != nil {
		return Me{}, err
	}
	moves := ch.Email != nil && foldKey(*ch.Email) != foldKey(before.Email)
	if moves {
		if err := s.proofs.StepUp(ctx, c, "currentPassword", ch.CurrentPassword); err != nil {
			return Me{}, err
		}
		if err := s.links.admitMail(ctx, *ch.Email); err != nil {
			return Me{}, err
		}
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
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

func (s *Profiles) applyChanges(ctx context.Context, tx *db.Tx, accountID string, ch Changes, moves bool) error {
	a, err := accountOf(ctx, tx, accountID)
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
	if err := updateProfile(ctx, tx, a, s.Now()); err != nil {
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
func (s *Profiles) askForMove(ctx context.Context, tx *db.Tx, a Account) error {
	owner, err := selectByEmail(ctx, tx, a.PendingEmail)
	switch {
	case err == nil: // the answer does not say so
		err = notify(ctx, tx, s.Notices, wantedNotice, owner, owner.Username)
	case errors.Is(err, db.ErrNone):
		err = s.links.sendVerification(ctx, tx, a, a.PendingEmail, "")
	}
	if err != nil {
		return err
	}
	if err := notify(ctx, tx, s.Notices, emailChangeNotice, a, a.Username); err != nil {
		return err
	}
	return s.moves.offerStop(ctx, tx, a)
}

func (s *Profiles) showMe(ctx context.Context, _ *struct{}) (Me, error) {
	return s.Me(ctx, SessionFrom(ctx))
}

type updateInput struct {
	Body updateBody
}

type updateBody struct {
	Name            *string       `json:"name,omitempty" maxLength:"200"`
	Country         *string       `json:"country,omitempty" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Language        *string       `json:"language,omitempty" maxLength:"35" doc:"BCP 47; one that the site speaks"`
	Email           *string       `json:"email,omitempty" maxLength:"254" doc:"takes effect when confirmed by the link sent there"`
	ConfirmAbove    *money.Tokens `json:"confirmAbove,omitempty" doc:"in tokens; 0: never asked"`
	CurrentPassword string        `json:"currentPassword,omitempty" maxLength:"1024" doc:"for another email, ten minutes after the login"`
}

func (s *Profiles) update(ctx context.Context, in *updateInput) (Me, error) {
	ch := Changes{Name: in.Body.Name, Country: in.Body.Country, Email: in.Body.Email, Language: in.Body.Language, ConfirmAbove: in.Body.ConfirmAbove,
		CurrentPassword: in.Body.CurrentPassword}
	for _, text := range []*string{ch.Country, ch.Email} {
		if text != nil {
			*text = strings.TrimSpace(*text)
		}
	}
	if ch.Country != nil {
		*ch.Country = strings.ToUpper(*ch.Country)
	}
	return s.UpdateProfile(ctx, CallerFrom(ctx), ch)
}
