package funds

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/funds/gateway"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// DisputeRatios count what card networks watch.
type DisputeRatios struct {
	*core
}

// The share of disputed sales that card networks watch, in hundredths of a percent
// (payments.md, "Ratio that card networks watch").
const (
	ratioWarning = 75
	ratioAlarm   = 150
)

// The levels of a ratio.
const (
	LevelNormal  = "normal"
	LevelWarning = "warning"
	LevelAlarm   = "alarm"
)

// Ratio is how many of a calendar month's sales (UTC) were disputed, or reported as
// fraud, in it. A payment that was both counts twice, as card networks count.
type Ratio struct {
	Month    time.Time // its first instant
	Gateway  string    // empty: all together
	Sales    int       // paid in that month
	Disputes int       // told in that month, of whatever sale: one for each payment
	Frauds   int       // reported in that month, the same
}

// against is all that counts against the sales.
func (r Ratio) against() int { return r.Disputes + r.Frauds }

// Share is the ratio itself, as a part of one.
func (r Ratio) Share() float64 {
	switch {
	case r.Sales > 0:
		return float64(r.against()) / float64(r.Sales)
	case r.against() > 0:
		return 1
	}
	return 0
}

// BasisPoints is the ratio in hundredths of a percent, rounded to the nearest. Disputes
// of a month without a sale are all of it.
func (r Ratio) BasisPoints() int {
	switch {
	case r.Sales > 0:
		return (20_000*r.against() + r.Sales) / (2 * r.Sales)
	case r.against() > 0:
		return 10_000
	}
	return 0
}

// Percent is the ratio in words of numbers, such as 0.75.
func (r Ratio) Percent() string {
	points := r.BasisPoints()
	return fmt.Sprintf("%d.%02d", points/100, points%100)
}

// Level says how grave it is; what is exactly at a mark has reached it.
func (r Ratio) Level() string {
	reached := func(mark int) bool { return r.against() > 0 && 10_000*r.against() >= mark*r.Sales }
	switch {
	case reached(ratioAlarm):
		return LevelAlarm
	case reached(ratioWarning):
		return LevelWarning
	}
	return LevelNormal
}

// Ratios are those of the month in which at lies: all together first, then each
// gateway by which something was paid or disputed.
func (s *DisputeRatios) Ratios(ctx context.Context, at time.Time) (list []Ratio, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = ratios(ctx, tx, at)
		return err
	})
	return list, err
}

func ratios(ctx context.Context, tx *db.Tx, at time.Time) ([]Ratio, error) {
	at = at.UTC()
	month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	scan := func(r db.Row) (one Ratio, err error) {
		one.Month = month
		return one, r.Scan(&one.Gateway, &one.Sales, &one.Disputes, &one.Frauds)
	}
	// A payment that is disputed anew, or whose loss is told as well, is one dispute; one
	// that is reported anew, one report.
	list, err := db.All(ctx, tx, scan, `
		SELECT gateway, SUM(sales), SUM(disputes), SUM(frauds) FROM (
			SELECT gateway, 1 AS sales, 0 AS disputes, 0 AS frauds FROM funds_intents
			WHERE kind = $1 AND paid_at > 0 AND paid_at >= $2 AND paid_at < $3
			UNION ALL
			SELECT e.gateway, 0, CASE WHEN e.kind = $6 THEN 0 ELSE 1 END, CASE WHEN e.kind = $6 THEN 1 ELSE 0 END
			FROM funds_events e JOIN funds_intents i ON i.id = e.intent_id
			WHERE i.kind = $1 AND e.kind IN ($4, $5, $6) AND e.received_at >= $2 AND e.received_at < $3 AND NOT EXISTS (
				SELECT 1 FROM funds_events o WHERE o.intent_id = e.intent_id AND o.kind IN ($4, $5, $6) AND (o.kind = $6) = (e.kind = $6)
				AND (o.received_at < e.received_at OR o.received_at = e.received_at AND o.id < e.id))
		) counted GROUP BY gateway ORDER BY gateway`,
		Purchase, db.Millis(month), db.Millis(month.AddDate(0, 1, 0)),
		string(gateway.ChargebackOpened), string(gateway.ChargebackLost), string(gateway.FraudReported))
	if err != nil {
		return nil, fmt.Errorf("count sales and disputes: %w", err)
	}
	all := Ratio{Month: month}
	for _, one := range list {
		all.Sales, all.Disputes, all.Frauds = all.Sales+one.Sales, all.Disputes+one.Disputes, all.Frauds+one.Frauds
	}
	return append([]Ratio{all}, list...), nil
}

// TellRatios gives tell each ratio of this month that has risen to a level which
// nobody was told of, on whatever node and once, in the transaction that remembers it.
func (s *DisputeRatios) TellRatios(ctx context.Context, tell func(context.Context, *db.Tx, Ratio) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err := ratios(ctx, tx, s.Now())
		if err != nil {
			return err
		}
		for _, one := range list {
			risen, err := s.remember(ctx, tx, one)
			if err != nil {
				return err
			}
			if risen {
				if err := tell(ctx, tx, one); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// remember reports whether the ratio's level is new. Who was told of an alarm needs
// no warning after it.
func (s *DisputeRatios) remember(ctx context.Context, tx *db.Tx, one Ratio) (risen bool, err error) {
	levels := map[string][]string{LevelWarning: {LevelWarning}, LevelAlarm: {LevelAlarm, LevelWarning}}[one.Level()]
	for i, level := range levels {
		n, err := db.Exec(ctx, tx, `
			INSERT INTO funds_ratios_told (month, gateway, level, told_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (month, gateway, level) DO NOTHING`, one.Month.Format("2006-01"), one.Gateway, level, db.Millis(s.Now()))
		if err != nil {
			return false, fmt.Errorf("remember a ratio: %w", err)
		}
		risen = risen || i == 0 && n == 1
	}
	return risen, nil
}

// RatioView is the share of disputed sales in one month.
type RatioView struct {
	Month    string `json:"month" doc:"2026-11, in UTC"`
	Gateway  string `json:"gateway,omitempty" doc:"empty: all together"`
	Sales    int    `json:"sales" doc:"payments of that month"`
	Disputes int    `json:"disputes" doc:"told in that month"`
	Frauds   int    `json:"frauds" doc:"payments that a bank reported as fraud in that month"`
	Ratio    string `json:"ratio" doc:"in percent, with two decimals"`
	Level    string `json:"level" enum:"normal,warning,alarm" doc:"warning from 0.75 %, alarm from 1.50 %"`
}

func (s *DisputeRatios) getRatios(ctx context.Context, _ *struct{}) (api.List[RatioView], error) {
	out := api.List[RatioView]{Data: []RatioView{}}
	now := s.Now().UTC()
	for _, month := range []time.Time{now, now.AddDate(0, 0, -now.Day())} {
		list, err := s.Ratios(ctx, month)
		if err != nil {
			return out, err
		}
		for _, one := range list {
			out.Data = append(out.Data, RatioView{
				Month: one.Month.Format("2006-01"), Gateway: one.Gateway, Sales: one.Sales, Disputes: one.Disputes, Frauds: one.Frauds,
				Ratio: one.Percent(), Level: one.Level(),
			})
		}
	}
	out.Total = len(out.Data)
	return out, nil
}
