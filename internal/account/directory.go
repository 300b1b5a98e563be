package account

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
)

// Directory finds accounts.
type Directory struct{ *core }

// Get returns an account, or ErrAbsent.
func (s *Directory) Get(ctx context.Context, tx *db.Tx, accountID string) (Account, error) {
	return accountOf(ctx, tx, accountID)
}

// All are the accounts of some ids, without those of nobody.
func (s *Directory) All(ctx context.Context, tx *db.Tx, ids ...string) ([]Account, error) {
	list, err := selectAll(ctx, tx, ids)
	if err != nil {
		return nil, fmt.Errorf("select accounts: %w", err)
	}
	return list, nil
}

// Country is the country of an account; empty when there is no such account, or none was given.
func (s *Directory) Country(ctx context.Context, tx *db.Tx, accountID string) (string, error) {
	country, err := selectCountry(ctx, tx, accountID)
	if errors.Is(err, db.ErrNone) {
		return "", nil
	}
	return country, err
}

// ByUsername returns the account of a username, ignoring case, or ErrAbsent.
func (s *Directory) ByUsername(ctx context.Context, tx *db.Tx, username string) (Account, error) {
	return absent(selectByUsername(ctx, tx, username))
}

// ByName returns the account of a username or a mail address, ignoring case, or ErrAbsent.
func (s *Directory) ByName(ctx context.Context, tx *db.Tx, name string) (Account, error) {
	if strings.Contains(name, "@") {
		return absent(selectByEmail(ctx, tx, name))
	}
	return absent(selectByUsername(ctx, tx, name))
}

// Cards returns what everybody may see of the accounts, by id. Ids of nobody are
// absent from the map.
func (s *Directory) Cards(ctx context.Context, tx *db.Tx, ids ...string) (map[string]Card, error) {
	list, err := selectCards(ctx, tx, ids)
	if err != nil {
		return nil, fmt.Errorf("select cards: %w", err)
	}
	cards, say := make(map[string]Card, len(list)), lang.In(ctx)
	for _, c := range list {
		cards[c.ID] = c.called(say)
	}
	return cards, nil
}

// Usernames are those of the accounts, by id. Ids of nobody are absent from the map.
func (s *Directory) Usernames(ctx context.Context, tx *db.Tx, ids ...string) (map[string]string, error) {
	cards, err := s.Cards(ctx, tx, ids...)
	names := make(map[string]string, len(cards))
	for id, card := range cards {
		names[id] = card.Username
	}
	return names, err
}

// Filter chooses accounts for a listing.
type Filter struct {
	Role          Role   // empty: all
	Status        Status // empty: all
	Query         string // a part of username, name or mail address, ignoring case
	Offset, Limit int
}

// List returns one page of accounts, newest first, and how many there are in all.
func (s *Directory) List(ctx context.Context, tx *db.Tx, f Filter) (page []Account, total int, err error) {
	return selectAccounts(ctx, tx, f)
}

// Card is the part of the account that everybody may see.
func (a Account) Card() Card {
	return Card{ID: a.ID, Username: a.Username, Name: a.Name, AvatarURL: a.Avatar, Role: a.Role}
}

func accountOf(ctx context.Context, tx *db.Tx, accountID string) (Account, error) {
	return absent(selectAccount(ctx, tx, accountID))
}

func absent(a Account, err error) (Account, error) {
	if errors.Is(err, db.ErrNone) {
		return Account{}, ErrAbsent
	}
	return a, err
}

// View is the public card of an active account, or ErrAbsent, also when it is
// hidden from the caller.
func (s *Directory) View(ctx context.Context, accountID string) (card Card, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		a, err := accountOf(ctx, tx, accountID)
		if err == nil && a.Status != StatusActive {
			err = ErrAbsent
		}
		if err != nil {
			return err
		}
		if s.Visibility != nil {
			sees, err := s.Visibility.Sees(ctx, tx, a)
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

type searchInput struct {
	api.Page
	Q      string `query:"q" maxLength:"100" doc:"a part of username, name or mail address"`
	Role   Role   `query:"role" enum:"user,performer,studio,admin"`
	Status Status `query:"status" enum:"active,inactive,suspended"`
}

func (s *Directory) search(ctx context.Context, in *searchInput) (page api.List[Account], err error) {
	f := Filter{Role: in.Role, Status: in.Status, Query: in.Q, Offset: in.Offset, Limit: in.Limit}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		page.Data, page.Total, err = selectAccounts(ctx, tx, f)
		return err
	})
	return page, err
}

type viewInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Directory) view(ctx context.Context, in *viewInput) (Card, error) {
	return s.View(ctx, in.ID)
}
