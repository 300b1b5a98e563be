package discover

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/iso"
)

// Performers decides who may know a performer.
type Performers interface {
	Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error)
}

// Blocking knows whom a performer blocks by name.
type Blocking interface {
	BlockedUsers(ctx context.Context, tx *db.Tx, performerID string, ids ...string) (map[string]bool, error)
}

// From is from where, or as whom, a performer looks at herself.
type From struct {
	Country  string // ISO 3166-1 alpha-2; empty: nowhere in particular
	Hosting  bool   // from a data centre or a VPN
	Username string // a member; empty: a guest
}

// Look is what of a performer is to be seen from there.
type Look struct {
	Listed bool `json:"listed" doc:"whether she is to be seen at all: verified and active"`
	Page   bool `json:"page"`
	Room   bool `json:"room" doc:"her show and her chat"`
	Card   bool `json:"card" doc:"in lists, searches and beside others"`
}

// LookFrom asks what decides for everybody. Of a member it knows the name alone: in which country
// they live is not to be found out by blocking one country after the other.
func (s *Service) LookFrom(ctx context.Context, performer account.Caller, from From) (look Look, err error) {
	if from.Country != "" && !iso.Country(from.Country) {
		return look, fault.Field("country", "%q is not a country", from.Country)
	}
	guest := account.Caller{Country: account.Place(from.Country, from.Hosting)}
	v := viewer{countries: account.CountsAs(guest.Country)}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		ctx = api.WithAddress(ctx, "") // not from where she is
		if from.Username != "" {
			member, err := s.Accounts.ByUsername(ctx, tx, strings.TrimSpace(from.Username))
			if errors.Is(err, account.ErrAbsent) || err == nil && member.Role != account.Member {
				return fault.Field("username", "There is no member of this name.")
			}
			if err != nil {
				return err
			}
			v.id = member.ID
		}
		look, err = s.look(ctx, tx, performer, guest, v)
		return err
	})
	return look, err
}

func (s *Service) look(ctx context.Context, tx *db.Tx, performer, guest account.Caller, v viewer) (look Look, err error) {
	if look.Listed, err = isShown(ctx, tx, performer.ID, viewer{}); err != nil {
		return look, err
	}
	if look.Card, err = isShown(ctx, tx, performer.ID, v); err != nil {
		return look, err
	}
	_, err = selectProfile(ctx, tx, strings.ToLower(performer.Username), v, s.Now())
	if look.Page = err == nil; err != nil && !errors.Is(err, db.ErrNone) {
		return look, err
	}
	admits, err := s.Performers.Admits(ctx, tx, performer.ID, guest)
	if err != nil {
		return look, err
	}
	blocked, err := s.Blocking.BlockedUsers(ctx, tx, performer.ID, v.id)
	look.Room = admits && !blocked[v.id]
	return look, err
}

// isShown reports whether the performer's card is among those of a viewer.
func isShown(ctx context.Context, tx *db.Tx, performerID string, v viewer) (bool, error) {
	f := filterOf(Query{}, v, first)
	f.add(`p.id = %s`, performerID)
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*)
		FROM performers p
		WHERE `+f.String(), f.args...)
	if err != nil {
		return false, fmt.Errorf("look for the card of %s: %w", performerID, err)
	}
	return n == 1, nil
}

// Preview is a performer's profile as a guest has it: without what is hers alone, and without what
// has not been reviewed. It is ErrAbsent when nobody sees her.
func (s *Service) Preview(ctx context.Context, performer account.Caller) (Profile, error) {
	return s.Profile(account.WithCaller(api.WithAddress(ctx, ""), account.Caller{}), performer.Username)
}

type lookInput struct {
	Country  string `query:"country" maxLength:"2" doc:"ISO 3166-1 alpha-2"`
	Hosting  bool   `query:"hosting" doc:"from a data centre or a VPN"`
	Username string `query:"username" maxLength:"100" doc:"a member"`
}

func (s *Service) lookFrom(ctx context.Context, in *lookInput) (Look, error) {
	return s.LookFrom(ctx, account.CallerFrom(ctx), From{strings.ToUpper(in.Country), in.Hosting, in.Username})
}

func (s *Service) preview(ctx context.Context, _ *struct{}) (Profile, error) {
	return s.Preview(ctx, account.CallerFrom(ctx))
}
