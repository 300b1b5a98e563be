package discover

import (
	"context"
	"slices"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// viewer is who looks, and what that changes.
type viewer struct {
	id         string
	countries  []string        // of the address and of the profile, and account.Hosting
	blocked    bool            // some performer has blocked the account
	favourites map[string]bool // to whether the viewer is told when they go live
}

// viewer knows the caller: a guest costs nothing, an account is read once and
// kept for a while.
func (s *Service) viewer(ctx context.Context) (viewer, error) {
	v := viewer{id: account.CallerFrom(ctx).ID}
	v.countries = account.CountsAs(s.Places.PlaceOf(api.Address(ctx)))
	if v.id == "" {
		return v, nil
	}
	known, ok := s.cache.viewer(v.id)
	if !ok {
		version := s.cache.version()
		err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			known, err = selectViewer(ctx, tx, v.id)
			return err
		})
		if err != nil {
			return v, err
		}
		s.cache.putViewer(v.id, known, version)
	}
	v.blocked, v.favourites = known.blocked, known.favourites
	if known.country != "" && !slices.Contains(v.countries, known.country) {
		v.countries = append(v.countries, known.country)
	}
	slices.Sort(v.countries)
	return v, nil
}

// likes reports whether a performer is among the viewer's favourites, and whether
// the viewer is told of them.
func (v viewer) likes(performerID string) (isNotified, isLiked bool) {
	isNotified, isLiked = v.favourites[performerID]
	return isNotified, isLiked
}

// mark returns the cards with the viewer's favourites marked; the cards given
// belong to the cache and are not touched.
func (v viewer) mark(cards []Card) []Card {
	list := make([]Card, len(cards))
	copy(list, cards)
	for i := range list {
		list[i].IsNotified, list[i].IsFavorite = v.likes(list[i].ID)
	}
	return list
}
