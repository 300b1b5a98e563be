package performer

import (
	"context"
	"errors"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Profiles is what performers say of themselves.
type Profiles struct {
	*core
	catalogue *Catalogue
}

// SetVIP puts a performer among the VIPs, or takes them out.
func (s *Profiles) SetVIP(ctx context.Context, tx *db.Tx, performerID string, vip bool) error {
	if err := updateVIP(ctx, tx, performerID, vip, s.Now()); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}

// Profile is what a performer says about themselves.
type Profile struct {
	Headline    string   `json:"headline" db:"headline"`
	About       string   `json:"aboutMe" db:"about"`
	Gender      string   `json:"gender" db:"gender"`
	Country     string   `json:"country" db:"country"`
	Timezone    string   `json:"timezone" db:"timezone"`
	Languages   []string `json:"languages"`
	Tags        []string `json:"tags"`
	CategoryIDs []string `json:"categoryIds"`
	Height      string   `json:"height" doc:"feet and inches from 4'0 to 6'11; empty: not told" db:"height"`
	Weight      string   `json:"weight" doc:"99 lbs to 318 lbs; empty: not told" db:"weight"`
	Hair        string   `json:"hair" db:"hair"`
	Eyes        string   `json:"eyes" db:"eyes"`
	Ethnicity   string   `json:"ethnicity" db:"ethnicity"`
	BodyType    string   `json:"bodyType" db:"body_type"`
	Orientation string   `json:"sexualPreference" db:"orientation"`
	Welcome     string   `json:"welcomeMessage" doc:"shown to whoever enters the room" db:"welcome"`
}

// Update changes a performer's profile and its search words. The name is
// the account's; it is changed first, when the rest is known to be well formed.
func (s *Profiles) Update(ctx context.Context, c account.Caller, ch Changes) (p Performer, err error) {
	if err := ch.apply(&Profile{}); err != nil {
		return p, err
	}
	if ch.Headline != nil {
		if err := s.Limiter.Allow(ctx, sayRate, c.ID); err != nil {
			return p, err
		}
	}
	if ch.Name != nil {
		if _, err := s.Accounts.UpdateProfile(ctx, c, account.Changes{Name: ch.Name}); err != nil {
			return p, err
		}
	}
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if p, err = s.load(ctx, tx, c.ID); err != nil {
			return err
		}
		headline := p.Headline
		if err := ch.apply(&p.Profile); err != nil {
			return err
		}
		if err := s.save(ctx, tx, c.ID, p.Profile); err != nil {
			return err
		}
		if p.Headline != headline { // every open page shows it
			if err := s.tellAppearance(ctx, tx, c.ID, p.StreamingStatus, p.StreamingStatus, p.Headline); err != nil {
				return err
			}
		}
		p, err = s.load(ctx, tx, c.ID)
		return err
	})
	return p, err
}

// save stores a profile with its facets and search words, and tells of it.
func (s *Profiles) save(ctx context.Context, tx *db.Tx, performerID string, p Profile) error {
	ids, err := s.catalogue.CategoryIDs(ctx, tx, p.CategoryIDs)
	if err != nil {
		return err
	}
	if err := updateProfile(ctx, tx, performerID, p, s.Now()); err != nil {
		return err
	}
	for facet, values := range map[string][]string{facetCategory: ids, facetTag: p.Tags, facetLanguage: p.Languages} {
		if err := replaceFacet(ctx, tx, performerID, facet, values); err != nil {
			return err
		}
	}
	if err := s.index(ctx, tx, performerID); err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{performerID})
}

// Reindex rebuilds what a performer is found by after the account's name has
// changed. Accounts that are no performers are passed over.
func (s *Profiles) Reindex(ctx context.Context, tx *db.Tx, accountID string) error {
	err := s.index(ctx, tx, accountID)
	if errors.Is(err, ErrAbsent) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.Events.Publish(ctx, tx, Changed{accountID})
}

// Me returns a performer's own record.
func (s *Profiles) Me(ctx context.Context, performerID string) (p Performer, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		p, err = s.load(ctx, tx, performerID)
		return err
	})
	return p, err
}

func (s *Profiles) me(ctx context.Context, _ *struct{}) (Performer, error) {
	return s.Me(ctx, account.CallerFrom(ctx).ID)
}

type updateInput struct{ Body Changes }

func (s *Profiles) update(ctx context.Context, in *updateInput) (Performer, error) {
	return s.Update(ctx, account.CallerFrom(ctx), in.Body)
}

type suspendInput struct {
	Body struct {
		Password string `json:"password" minLength:"1" maxLength:"1024"`
	}
}

func (s *Profiles) suspend(ctx context.Context, in *suspendInput) (api.Done, error) {
	return api.OK, s.Accounts.SuspendSelf(ctx, account.CallerFrom(ctx), in.Body.Password)
}
