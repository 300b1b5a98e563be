package earnings

import (
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/days"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// Day sums the income of one day.
type Day struct {
	Day   string       `json:"day" doc:"YYYY-MM-DD, in the zone asked for"`
	Count int          `json:"count"`
	Gross money.Tokens `json:"gross"`
	Net   money.Tokens `json:"net"`
}

// Daily sums the account's income by days, days without income included.
func (s *Service) Daily(ctx context.Context, accountID string, q report.Query, of days.Days) ([]Day, error) {
	q, err := s.ofIncome(q)
	if err != nil {
		return nil, err
	}
	list := make([]Day, len(of.Names))
	for i, name := range of.Names {
		list[i].Day = name
	}
	q.From, q.To = of.First, of.End
	add := func(at time.Time, count int, gross, net money.Tokens) {
		if i, found := of.Index(at); found {
			list[i].Count += count
			list[i].Gross += gross
			list[i].Net += net
		}
	}
	err = s.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		summed, rest, err := s.divide(ctx, tx, q)
		if err != nil {
			return err
		}
		if summed != (Span{}) {
			begun, _ := slices.BinarySearchFunc(of.Starts, summed.To, time.Time.Compare) // those that have begun by then
			if err := eachSpan(ctx, tx, accountID, q.Kinds, append(of.Starts[:begun:begun], summed.To), func(from time.Time, one sum) { add(from, one.Count, one.Gross, one.Net) }); err != nil {
				return err
			}
		}
		for _, q := range rest {
			slots, err := report.IncomeSlots(ctx, tx, ledger.Earnings(accountID), q)
			if err != nil {
				return err
			}
			for _, slot := range slots {
				add(slot.At, slot.Count, slot.Gross, slot.Net)
			}
		}
		return nil
	})
	return list, err
}

// eachSpan tells what was earned between each of some instants, in order, and the next one.
func eachSpan(ctx context.Context, tx *db.Tx, accountID string, kinds []string, instants []time.Time, tell func(from time.Time, one sum)) error {
	found, err := selectTotals(ctx, tx, accountID, kinds, instants...)
	if err != nil {
		return err
	}
	until := map[int64]sum{}
	for _, one := range found {
		at := one.until.UnixMilli()
		until[at] = until[at].plus(one.sum)
	}
	for i, at := range instants[:len(instants)-1] {
		tell(at, until[instants[i+1].UnixMilli()].minus(until[at.UnixMilli()]))
	}
	return nil
}

type dailyInput struct {
	ChoiceInput
	days.Input
}

func (s *Service) getDaily(ctx context.Context, in *dailyInput) (list api.List[Day], err error) {
	me := account.CallerFrom(ctx)
	q, err := in.query(me.Role)
	if err != nil {
		return list, err
	}
	of, err := days.Of(q.From, q.To, in.Zone, s.now())
	if err != nil {
		return list, err
	}
	list.Data, err = s.Daily(ctx, me.ActsFor(), q, of)
	list.Total = len(list.Data)
	return list, err
}
