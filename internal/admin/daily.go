package admin

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/days"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// Day is one day of the site in numbers.
type Day struct {
	Day           string       `json:"day" doc:"YYYY-MM-DD, in the zone asked for"`
	NewMembers    int          `json:"newMembers"`
	NewPerformers int          `json:"newPerformers"`
	NewStudios    int          `json:"newStudios"`
	Spent         money.Tokens `json:"spent" doc:"what members paid to performers, less what was given back"`
	Income        money.Tokens `json:"income" doc:"the site's part of it"`
	LiveMinutes   int          `json:"liveMinutes" doc:"for which shows of all kinds were on air"`
}

type dailyInput struct {
	FromDate time.Time `query:"fromDate" doc:"from the day of this instant; absent: thirty days"`
	ToDate   time.Time `query:"toDate" doc:"to the day of this instant; absent: today"`
	days.Input
}

func (s *Service) daily(ctx context.Context, in *dailyInput) (list api.List[Day], err error) {
	end, err := api.SpanEnd(in.FromDate, in.ToDate)
	if err != nil {
		return list, err
	}
	of, err := days.Of(in.FromDate, end, in.Zone, s.Now())
	if err != nil {
		return list, err
	}
	list.Data = make([]Day, len(of.Names))
	for i, name := range of.Names {
		list.Data[i].Day = name
	}
	list.Total = len(list.Data)
	return list, s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := addAccounts(ctx, tx, of, list.Data); err != nil {
			return err
		}
		if err := s.addIncome(ctx, tx, of, list.Data); err != nil {
			return err
		}
		return addShows(ctx, tx, of, list.Data, s.Now())
	})
}

func addAccounts(ctx context.Context, tx *db.Tx, of days.Days, list []Day) error {
	type opened struct {
		role  string
		at    time.Time
		count int
	}
	found, err := db.All(ctx, tx, func(r db.Row) (o opened, err error) {
		var slot int64
		err = r.Scan(&o.role, &slot, &o.count)
		o.at = time.UnixMilli(slot * report.SlotLength.Milliseconds())
		return o, err
	}, fmt.Sprintf(`
		SELECT role, created_at / %[1]d AS slot, COUNT(*)
		FROM accounts
		WHERE created_at >= $1 AND created_at < $2
		GROUP BY role, slot`, report.SlotLength.Milliseconds()), db.Millis(of.First), db.Millis(of.End))
	if err != nil {
		return fmt.Errorf("count the accounts by day: %w", err)
	}
	for _, o := range found {
		i, found := of.Index(o.at)
		switch {
		case !found:
		case o.role == "user":
			list[i].NewMembers += o.count
		case o.role == "performer":
			list[i].NewPerformers += o.count
		case o.role == "studio":
			list[i].NewStudios += o.count
		}
	}
	return nil
}

func (s *Service) addIncome(ctx context.Context, tx *db.Tx, of days.Days, list []Day) error {
	slots, err := report.IncomeSlots(ctx, tx, ledger.SiteRevenue, report.Query{Kinds: s.Incomes, From: of.First, To: of.End})
	for _, slot := range slots {
		if i, found := of.Index(slot.At); found {
			list[i].Spent += slot.Gross
			list[i].Income += slot.Net
		}
	}
	return err
}

// addShows divides the time on air among the days that it was in.
func addShows(ctx context.Context, tx *db.Tx, of days.Days, list []Day, now time.Time) error {
	shows, err := db.All(ctx, tx, func(r db.Row) (span [2]time.Time, err error) {
		var live, ended int64
		err = r.Scan(&live, &ended)
		return [2]time.Time{db.Time(live), db.Time(ended)}, err
	}, `
		SELECT live_at, ended_at
		FROM shows
		WHERE live_at > 0 AND live_at < $2 AND (ended_at = 0 OR ended_at > $1)`, db.Millis(of.First), db.Millis(of.End))
	if err != nil {
		return fmt.Errorf("select the shows by day: %w", err)
	}
	onAir := make([]time.Duration, len(list))
	for _, show := range shows {
		live, ended := show[0], show[1]
		if ended.IsZero() {
			ended = now
		}
		of.Divide(live, ended, func(day int, part time.Duration) { onAir[day] += part })
	}
	for i := range list {
		list[i].LiveMinutes = int(onAir[i].Minutes())
	}
	return nil
}
