package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/studio"
)

// history is how many days the studio has been there.
const history = 90

// fill has every performer of the studio work on each day: some hours on line, a show and some incomes, which the ledger
// posts as tips. It returns the studio.
func fill(ctx context.Context, site *app.BenchSite, incomes int) (owner string, err error) {
	now := time.Now().UTC()
	begin := now.AddDate(0, 0, -history)
	var clock time.Time
	book := ledger.New(func() time.Time { return clock })
	err = site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if owner, err = db.One(ctx, tx, db.String, `SELECT id FROM studios`); err != nil {
			return err
		}
		for _, table := range []string{"studio_members", "studio_memberships"} {
			if _, err := db.Exec(ctx, tx, `UPDATE `+table+` SET joined_at = $1`, db.Millis(begin.AddDate(0, 0, -1))); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return "", err
	}
	for day := range history + 1 {
		noon := begin.AddDate(0, 0, day).Truncate(24 * time.Hour).Add(time.Hour)
		err := site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for p, room := range site.Rooms {
				if _, err := db.Exec(ctx, tx, `
					INSERT INTO performer_days (performer_id, day, online_ms, shows) VALUES ($1, $2, $3, 2)`,
					room.PerformerID, noon.UnixMilli()/86_400_000, int64(1+p%7)*3_600_000); err != nil {
					return err
				}
				for n := range incomes {
					clock = noon.Add(time.Duration(p*incomes+n) * time.Second)
					if err := tip(ctx, tx, book, site.Members[(p+n)%len(site.Members)], room.PerformerID, owner, fmt.Sprint("bench:", day, ":", p, ":", n)); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	ctx = account.WithCaller(ctx, account.Caller{ID: owner, Role: account.Studio})
	for n := range 25 {
		if _, err := site.Studios.SetRates(ctx, owner, site.Rooms[n].PerformerID, studio.Change{"tip": 5500}); err != nil {
			return "", err
		}
	}
	if err := site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return planHours(ctx, tx, site.Rooms) }); err != nil {
		return "", err
	}
	if err := errors.Join(site.Studios.Tally(ctx), site.Earnings.Tally(ctx)); err != nil {
		return "", err
	}
	return owner, site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `ANALYZE`)
		return err
	})
}

func tip(ctx context.Context, tx *db.Tx, book *ledger.Ledger, from, to, owner, key string) error {
	_, err := book.Post(ctx, tx, ledger.Transfer{Key: key, Kind: "tip", Reference: key, Payer: from, Payee: to, Legs: []ledger.Leg{
		{Source: ledger.Wallet(from), Target: ledger.SiteRevenue, Amount: money.Whole(3)},
		{Source: ledger.Wallet(from), Target: ledger.Earnings(owner), Amount: money.Whole(3)},
		{Source: ledger.Wallet(from), Target: ledger.Earnings(to), Amount: money.Whole(4)},
	}})
	return err
}

// planHours gives every performer a schedule: six nights a week, in one of some zones, and a day off in ten days.
func planHours(ctx context.Context, tx *db.Tx, rooms []app.BenchRoom) error {
	zones := []string{"Europe/Madrid", "America/Bogota", "Europe/Bucharest", "Asia/Manila"}
	off := time.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	for p, room := range rooms {
		if _, err := db.Exec(ctx, tx, `
			INSERT INTO schedules (performer_id, timezone, sequence, changed_at) VALUES ($1, $2, 1, 1)`, room.PerformerID, zones[p%len(zones)]); err != nil {
			return err
		}
		for i, day := range []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun", off} {
			if day == off && p%10 > 0 {
				continue
			}
			if _, err := db.Exec(ctx, tx, `
				INSERT INTO schedule_hours (performer_id, day, starts, ends, closed) VALUES ($1, $2, $3, $4, $5)`,
				room.PerformerID, day, (p%24)*60, (p+6)%24*60, i == p%7 || day == off); err != nil {
				return err
			}
		}
	}
	return nil
}
