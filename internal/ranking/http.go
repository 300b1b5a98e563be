package ranking

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/ranking", "ranking.formula", s.getFormula, api.Public,
		api.Summary("The formula that orders lists of performers"))
	api.Get(r, "/performers/me/ranking", "ranking.mine", s.getMine, account.Performer.Guard(),
		api.Summary("Where I stand in lists, and why"))
}

// Formula is what orders lists, as the program uses it.
type Formula struct {
	Version         int   `json:"version"`
	WatchedPoints   int64 `json:"watchedPoints" doc:"at most, for viewers of each minute on the air"`
	HalfViewers     int64 `json:"halfViewers" doc:"viewers for whom half of them are given"`
	FavouritePoints int64 `json:"favouritePoints" doc:"at most, for members who have the performer among their favourites"`
	HalfFavourites  int64 `json:"halfFavourites" doc:"members for whom half of them are given"`
	NewPoints       int64 `json:"newPoints" doc:"for who has just joined"`
	NewDays         int64 `json:"newDays" doc:"after which none are left"`
	MeasuredMinutes int   `json:"measuredMinutes" doc:"whose viewers count"`
	TurnMinutes     int   `json:"turnMinutes" doc:"how long an order lasts"`
	RotatingShare   int   `json:"rotatingShare" doc:"percent of the places of a first page that go to who is live and was shown least today"`
}

// Formula is what orders lists now.
func (s *Service) Formula() Formula {
	return Formula{
		Version: Version, WatchedPoints: WatchedPoints, HalfViewers: HalfViewers,
		FavouritePoints: FavouritePoints, HalfFavourites: HalfFavourites, NewPoints: NewPoints, NewDays: NewHours / 24,
		MeasuredMinutes: watchedTurns * int(turnTime/time.Minute), TurnMinutes: int(turnTime / time.Minute),
		RotatingShare: s.RotatingShare(),
	}
}

func (s *Service) getFormula(context.Context, *struct{}) (Formula, error) { return s.Formula(), nil }

// Mine is why a performer stands where they stand.
type Mine struct {
	Formula     Formula   `json:"formula"`
	ComputedAt  time.Time `json:"computedAt,omitzero" doc:"the turn whose inputs these are; absent: the performer was in none yet"`
	Inputs      Inputs    `json:"inputs"`
	Points      Points    `json:"points"`
	Place       Place     `json:"place"`
	Impressions int       `json:"impressions" doc:"on first pages, today"`
}

// Mine explains a performer's place to them.
func (s *Service) Mine(ctx context.Context, performerID string) (m Mine, err error) {
	m.Formula = s.Formula()
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		inputs, found, err := selectInputs(ctx, tx, performerID)
		if err != nil {
			return err
		}
		if found {
			m.Inputs, m.Points = inputs, inputs.Points()
			if m.ComputedAt, err = selectTurn(ctx, tx); err != nil {
				return err
			}
		}
		if m.Place, err = s.Performers.Place(ctx, tx, performerID); err != nil {
			return err
		}
		m.Impressions, err = sumImpressions(ctx, tx, performerID, s.Now())
		return err
	})
	return m, err
}

func (s *Service) getMine(ctx context.Context, _ *struct{}) (Mine, error) {
	return s.Mine(ctx, account.CallerFrom(ctx).ID)
}
