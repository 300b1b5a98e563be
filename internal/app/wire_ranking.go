package app

import (
	"context"
	"time"

	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/performer"
	"limelight/internal/ranking"
)

// shownEvery is how often each node writes whom it has shown: what a node has not written is lost
// with it.
const shownEvery = 15 * time.Second

// wireRanking builds what orders lists of performers.
func wireRanking(s *Services) {
	s.ranking = ranking.New(ranking.Deps{
		DB: s.db, Events: s.bus, Performers: rankedPerformers{s.performers}, Favourites: s.favourites,
		Share: func() int { return s.settings.Get().RotatingShare }, Now: s.now,
	})
	s.section("ranking", "The order of lists of performers", s.ranking.Routes)
	s.job(cron.Job{Name: "ranking", Every: time.Minute, Run: s.ranking.Tick})
	s.job(cron.Job{Name: "impressions", Every: shownEvery, EachNode: true, Run: s.ranking.Flush})
}

// rankedPerformers are performers in the words of the ranking.
type rankedPerformers struct{ *performer.Service }

func (p rankedPerformers) Listed(ctx context.Context, tx *db.Tx) ([]ranking.Listed, error) {
	list, err := p.Service.Ranked(ctx, tx)
	found := make([]ranking.Listed, len(list))
	for i, one := range list {
		found[i] = ranking.Listed{ID: one.ID, JoinedAt: one.CreatedAt, Score: one.Score, Shown: one.Shown}
	}
	return found, err
}

func (p rankedPerformers) Airing(ctx context.Context, tx *db.Tx) ([]ranking.Airing, error) {
	list, err := p.Service.Airing(ctx, tx)
	found := make([]ranking.Airing, len(list))
	for i, one := range list {
		found[i] = ranking.Airing{ID: one.ID, Viewers: one.Viewers}
	}
	return found, err
}

func (p rankedPerformers) Place(ctx context.Context, tx *db.Tx, performerID string) (ranking.Place, error) {
	at, err := p.Service.Place(ctx, tx, performerID)
	return ranking.Place{Place: at.Place, Of: at.Of, IsLive: at.Public, LessShown: at.LessShown, LiveNow: at.PublicNow}, err
}
