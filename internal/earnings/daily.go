package earnings

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// maxDays bounds what one chart shows.
const maxDays = 366

// usualDays is how far back a chart looks that names no beginning.
const usualDays = 30

// Day sums the income of one day.
type Day struct {
	Day   string       `json:"day" doc:"YYYY-MM-DD, in the zone asked for"`
	Count int          `json:"count"`
	Gross money.Tokens `json:"gross"`
	Net   money.Tokens `json:"net"`
}

// Daily sums the account's income by days of a zone, from the day of q.From to
// that of q.To, days without income included. Without a beginning it is the
// last 30 days.
func (s *Service) Daily(ctx context.Context, accountID string, q report.Query, zone *time.Location, now time.Time) ([]Day, error) {
	q, err := s.ofIncome(q)
	if err != nil {
		return nil, err
	}
	first, end := edges(q.From, q.To, zone, now)
	days, place := []Day{}, map[string]int{}
	for day := first; day.Before(end); day = day.AddDate(0, 0, 1) {
		if len(days) == maxDays {
			return nil, fault.Field("fromDate", "Must be at most %d days before toDate", maxDays)
		}
		name := day.Format(time.DateOnly)
		place[name] = len(days)
		days = append(days, Day{Day: name})
	}
	q.From, q.To = first, end
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		slots, err := report.IncomeSlots(ctx, tx, ledger.Earnings(accountID), q)
		for _, slot := range slots {
			if at, known := place[slot.At.In(zone).Format(time.DateOnly)]; known {
				days[at].Count += slot.Count
				days[at].Gross += slot.Gross
				days[at].Net += slot.Net
			}
		}
		return err
	})
	return days, err
}

// edges are the beginnings of the first day and of the day after the last.
func edges(from, to time.Time, zone *time.Location, now time.Time) (first, end time.Time) {
	midnight := func(at time.Time, later int) time.Time {
		year, month, day := at.In(zone).Date()
		start := time.Date(year, month, day+later, 0, 0, 0, 0, zone)
		for wanted := time.Date(year, month, day+later, 0, 0, 0, 0, time.UTC).Day(); start.Day() != wanted; {
			start = start.Add(15 * time.Minute) // where summer time begins at midnight, the day begins later
		}
		return start
	}
	last := now
	if !to.IsZero() {
		last = to.Add(-time.Millisecond) // To is the first moment that is not meant
	}
	if from.IsZero() {
		from = midnight(last, 1-usualDays)
	}
	return midnight(from, 0), midnight(last, 1)
}

type dailyInput struct {
	ChoiceInput
	Zone string `query:"zone" maxLength:"60" default:"UTC" doc:"a time zone such as Europe/Berlin"`
}

func (s *Service) getDaily(ctx context.Context, in *dailyInput) (list api.List[Day], err error) {
	me := account.CallerFrom(ctx)
	q, err := in.query(me.Role)
	if err != nil {
		return list, err
	}
	zone, err := zoneOf(in.Zone)
	if err != nil {
		return list, err
	}
	list.Data, err = s.Daily(ctx, me.ID, q, zone, s.now())
	list.Total = len(list.Data)
	return list, err
}

func zoneOf(name string) (*time.Location, error) {
	zone, err := time.LoadLocation(name)
	if err != nil || name == "Local" {
		return nil, fault.Field("zone", "Must be a time zone such as Europe/Berlin")
	}
	return zone, nil
}
