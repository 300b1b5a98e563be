package commissions

import (
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
)

// maxDays bounds what one simulation reads.
const maxDays = 366

// Scenario is other rates over a time. Kinds that are not named keep the rates of
// today.
type Scenario struct {
	From, To time.Time             // from From on and before To
	Site     map[string]money.Rate // what the site would keep
	Member   map[string]money.Rate // what a performer would get of her studio's receipts
}

// Parts are sums of an income and its split. What was taken back has reduced
// them.
type Parts struct {
	Gross     money.Tokens `json:"gross"`
	SiteFee   money.Tokens `json:"siteFee"`
	StudioNet money.Tokens `json:"studioNet"`
	Net       money.Tokens `json:"net" doc:"the performers'"`
}

// Outcome sets what was paid beside what other rates would have paid, for the
// very same incomes.
type Outcome struct {
	Count     int64         `json:"count" doc:"incomes"`
	Was       Parts         `json:"was"`
	WouldBe   Parts         `json:"wouldBe"`
	ByKind    []KindOutcome `json:"byKind"`
	FromDate  time.Time     `json:"fromDate"`
	UntilDate time.Time     `json:"untilDate" doc:"the first moment that is not meant"`
}

// KindOutcome is an outcome for one kind.
type KindOutcome struct {
	Kind    ledger.IncomeID `json:"kind"`
	Count   int64           `json:"count"`
	Was     Parts           `json:"was"`
	WouldBe Parts           `json:"wouldBe"`
}

// OfPerformer is what other rates would have paid a performer. Each income is
// split anew, with the remainders of each (behaviours, "Commission and studio
// split"); where the site has borne a refund in her place, it would have again.
func (s *Service) OfPerformer(ctx context.Context, performerID string, sc Scenario) (Outcome, error) {
	return s.simulate(ctx, sc, func(ctx context.Context, tx *db.Tx, sum *summing) error {
		return s.addPerformer(ctx, tx, sum, performerID, sc, sc.From)
	})
}

// OfStudio is what other rates would have paid a studio and its members, since
// each of them joined.
func (s *Service) OfStudio(ctx context.Context, studioID string, sc Scenario) (Outcome, error) {
	return s.simulate(ctx, sc, func(ctx context.Context, tx *db.Tx, sum *summing) error {
		members, err := s.Studios.MembersOf(ctx, tx, studioID)
		for performerID, joined := range members {
			if err == nil {
				err = s.addPerformer(ctx, tx, sum, performerID, sc, later(sc.From, joined))
			}
		}
		return err
	})
}

// OfSite is what the site would have kept, had the rates held for everybody: for
// kinds that are not named its defaults. Who else got how much is not told apart:
// Net is all of it.
func (s *Service) OfSite(ctx context.Context, sc Scenario) (Outcome, error) {
	return s.simulate(ctx, sc, func(ctx context.Context, tx *db.Tx, sum *summing) error {
		defaults, err := s.DefaultRates(ctx, tx)
		if err != nil {
			return err
		}
		terms := map[string]ledger.Terms{}
		for _, kind := range s.Kinds {
			terms[kind] = ledger.Alone(defaults[kind])
			if rate, named := sc.Site[kind]; named {
				terms[kind] = ledger.Alone(rate)
			}
		}
		return s.add(ctx, tx, sum, report.BookQuery{Kinds: s.Kinds, From: sc.From, To: sc.To}, terms)
	})
}

func (s *Service) simulate(ctx context.Context, sc Scenario, add func(context.Context, *db.Tx, *summing) error) (Outcome, error) {
	switch {
	case sc.To.Before(sc.From):
		return Outcome{}, fault.Field("toDate", "Must not be before fromDate")
	case sc.To.Sub(sc.From) > (maxDays+1)*24*time.Hour:
		return Outcome{}, fault.Field("fromDate", "Must be at most %d days before toDate", maxDays)
	}
	sum := summing{}
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error { return add(ctx, tx, &sum) })
	out := sum.outcome(s.Kinds)
	out.FromDate, out.UntilDate = sc.From, sc.To
	return out, err
}

func (s *Service) addPerformer(ctx context.Context, tx *db.Tx, sum *summing, performerID string, sc Scenario, from time.Time) error {
	terms := map[string]ledger.Terms{}
	for _, kind := range s.Kinds {
		t, err := s.Terms(ctx, tx, performerID, kind, s.Now())
		if err != nil {
			return err
		}
		terms[kind] = sc.applied(kind, t)
	}
	return s.add(ctx, tx, sum, report.BookQuery{Payee: performerID, Kinds: s.Kinds, From: from, To: sc.To}, terms)
}

// applied are the terms with the rates of the scenario in place of today's.
func (sc Scenario) applied(kind string, t ledger.Terms) ledger.Terms {
	if rate, named := sc.Site[kind]; named {
		t.Site = rate
	}
	if rate, named := sc.Member[kind]; named && t.StudioID != "" {
		t.Member = rate
	}
	return t
}

func (s *Service) add(ctx context.Context, tx *db.Tx, sum *summing, q report.BookQuery, terms map[string]ledger.Terms) error {
	if !q.From.Before(q.To) {
		return nil // she joined after it
	}
	entries, err := report.Book(ctx, tx, q)
	if err != nil {
		return err
	}
	for _, e := range entries {
		gross := e.Gross * money.Tokens(e.Count)
		k := sum.of(e.Kind)
		k.Count += e.Count
		k.Was.add(gross, e.SiteFee, e.Net, 1)
		would := terms[e.Kind].Split(e.Gross)
		k.WouldBe.add(gross, would.SiteFee*money.Tokens(e.Count), would.Net*money.Tokens(e.Count), 1)
	}
	returns, err := report.BookReturns(ctx, tx, q)
	for _, r := range returns {
		k := sum.of(r.Kind)
		k.Was.add(r.Gross, r.SiteFee, r.Net, -1)
		would := terms[r.Kind].TakenBack(r.Before, r.Gross)
		k.WouldBe.add(r.Gross, would.SiteFee, would.Net, -1)
	}
	return err
}

func (p *Parts) add(gross, fee, net, sign money.Tokens) {
	p.Gross += sign * gross
	p.SiteFee += sign * fee
	p.Net += sign * net
	p.StudioNet += sign * (gross - fee - net)
}

// summing is an outcome in the making, by kind.
type summing map[string]*KindOutcome

func (s summing) of(kind string) *KindOutcome {
	if s[kind] == nil {
		s[kind] = &KindOutcome{Kind: ledger.IncomeID(kind)}
	}
	return s[kind]
}

func (s summing) outcome(kinds []string) Outcome {
	out := Outcome{ByKind: []KindOutcome{}}
	for _, kind := range kinds {
		k, any := s[kind]
		if !any {
			continue
		}
		out.ByKind = append(out.ByKind, *k)
		out.Count += k.Count
		out.Was.add(k.Was.Gross, k.Was.SiteFee, k.Was.Net, 1)
		out.WouldBe.add(k.WouldBe.Gross, k.WouldBe.SiteFee, k.WouldBe.Net, 1)
	}
	return out
}

func later(a, b time.Time) time.Time { return slices.MaxFunc([]time.Time{a, b}, time.Time.Compare) }

// simulation is the outcome for a caller, by role.
func (s *Service) simulation(ctx context.Context, who account.Caller, sc Scenario) (Outcome, error) {
	switch who.Role {
	case account.Performer:
		return s.OfPerformer(ctx, who.ID, sc)
	case account.Studio:
		return s.OfStudio(ctx, who.ActsFor(), sc)
	}
	return s.OfSite(ctx, sc)
}
