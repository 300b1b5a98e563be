package commissions

import (
	"context"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
)

// usualDays is how far back a simulation looks that names no beginning.
const usualDays = 30

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	sees, decides := account.SeeRates.Guard(), account.SetRates.Guard()
	api.Get(r, "/admin/commissions", "commissions.defaults", s.getDefaults, sees,
		api.Summary("What the site keeps unless told otherwise"), audit.Silent("the site's own shares"))
	api.Put(r, "/admin/commissions", "commissions.setDefaults", s.putDefaults, account.Decides(decides),
		api.Summary("Change what the site keeps, from now on"))
	api.Get(r, "/admin/commissions/accounts", "commissions.search", s.getFound, sees,
		api.Summary("Who has rates of her own; with q, anybody who earns"), audit.As(ratesSearched, ""))
	api.Get(r, "/admin/commissions/accounts/{id}", "commissions.view", s.getRates, sees,
		api.Summary("What the site keeps of one account's income, and what it would keep by default"), audit.As(ratesViewed, "account"))
	api.Put(r, "/admin/commissions/accounts/{id}", "commissions.set", s.putRates, account.Decides(decides),
		api.Summary("Change what the site keeps of one account's income, from now on; null is the default again"))
	api.Get(r, "/admin/commissions/history", "commissions.history", s.getHistory, sees,
		api.Summary("Every change of a rate, newest first"), audit.As(historyViewed, ""))
	api.Post(r, "/admin/commissions/simulate", "commissions.simulate", s.postSimulation, sees,
		api.Summary("What the site would have kept"), audit.As(ratesSimulated, ""))
	for _, guard := range []api.Guard{account.Performer.Guard(), account.SetStudioShares.Guard()} {
		who, paid := guard.Name, guard
		if who == string(account.Studio) { // an outcome tells what was earned
			paid = guard.And("who sees earnings too", account.SeeStudioEarnings.Guard().Check)
		}
		api.Get(r, "/earning/"+who+"/commission-history", "commissions."+who+"History", s.getMine, guard,
			api.Summary("Every change of a rate that concerns me, newest first"))
		api.Post(r, "/earning/"+who+"/simulate", "commissions."+who+"Simulate", s.postSimulation, paid,
			api.Summary("What other rates would have paid me"), audit.Silent("it changes nothing"))
	}
	r.Words(ledger.Incomes{}, s.Kinds)
}

// DefaultRate is what the site keeps of a kind.
type DefaultRate struct {
	Kind ledger.IncomeID `json:"kind"`
	Site api.Percent     `json:"site" doc:"percent that the site keeps"`
}

// DefaultRates is the list of them.
type DefaultRates struct {
	Rates []DefaultRate `json:"rates" maxItems:"50"`
}

func (s *Service) getDefaults(ctx context.Context, _ *struct{}) (list DefaultRates, err error) {
	list.Rates = make([]DefaultRate, len(s.Kinds))
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := s.DefaultRates(ctx, tx)
		for i, kind := range s.Kinds {
			list.Rates[i] = DefaultRate{ledger.IncomeID(kind), api.Percent(now[kind])}
		}
		return err
	})
	return list, err
}

type defaultsInput struct{ Body DefaultRates }

// KeptRates are the rates after a change.
type KeptRates struct {
	DefaultRates
	Waits bool `json:"waits,omitempty" doc:"part of what was entered waits for a second admin"`
}

func (s *Service) putDefaults(ctx context.Context, in *defaultsInput) (kept KeptRates, err error) {
	changes := make([]RateChange, len(in.Body.Rates))
	for i, r := range in.Body.Rates {
		rate := money.Rate(r.Site)
		changes[i] = RateChange{string(r.Kind), &rate}
	}
	if err := s.SetDefaults(ctx, changes); err != nil {
		return kept, err
	}
	kept.DefaultRates, err = s.getDefaults(ctx, nil)
	for _, w := range in.Body.Rates {
		kept.Waits = kept.Waits || !slices.Contains(kept.Rates, w)
	}
	return kept, err
}

type foundInput struct {
	api.Page
	Q    string `query:"q" maxLength:"100" doc:"a part of a username, name or mail address"`
	Role string `query:"role" enum:"performer,studio" default:"performer" doc:"who is searched for; without q, everybody with rates of her own is listed"`
}

func (s *Service) getFound(ctx context.Context, in *foundInput) (page api.List[Rated], err error) {
	page.Data, page.Total, err = s.Found(ctx, in.Q, account.Role(in.Role), in.Offset, in.Limit)
	return page, err
}

type accountInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) getRates(ctx context.Context, in *accountInput) (Rated, error) {
	return s.Rates(ctx, in.ID)
}

type ratesInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Rates  []WantedRate `json:"rates" maxItems:"50"`
		Reason string       `json:"reason" maxLength:"500" doc:"for the site's own people"`
	}
}

// WantedRate is what the site is to keep of a kind.
type WantedRate struct {
	Kind ledger.IncomeID `json:"kind"`
	Site *api.Percent    `json:"site,omitempty" doc:"percent; absent or null: the default again"`
}

func (s *Service) putRates(ctx context.Context, in *ratesInput) (Rated, error) {
	changes := make([]RateChange, len(in.Body.Rates))
	for i, r := range in.Body.Rates {
		changes[i].Kind = string(r.Kind)
		if r.Site != nil {
			rate := money.Rate(*r.Site)
			changes[i].Site = &rate
		}
	}
	return s.Set(ctx, in.ID, changes, in.Body.Reason)
}

type historyInput struct {
	api.Page
	Account string `query:"account" maxLength:"64" doc:"what concerns one performer or studio, shares included"`
}

func (s *Service) getHistory(ctx context.Context, in *historyInput) (page api.List[Change], err error) {
	page.Data, page.Total, err = s.History(ctx, in.Account, in.Offset, in.Limit)
	return page, err
}

func (s *Service) getMine(ctx context.Context, in *api.Page) (page api.List[Change], err error) {
	page.Data, page.Total, err = s.Mine(ctx, account.CallerFrom(ctx), in.Offset, in.Limit)
	return page, err
}

type simulationInput struct {
	Body struct {
		FromDate *time.Time    `json:"fromDate,omitempty" doc:"from this instant on; 30 days before toDate unless told"`
		ToDate   *time.Time    `json:"toDate,omitempty" doc:"up to and including this instant; now unless told"`
		Rates    []WantedShare `json:"rates" maxItems:"50" doc:"kinds that are not named keep the rates of today"`
	}
}

// WantedShare are other rates of a kind.
type WantedShare struct {
	Kind   ledger.IncomeID `json:"kind"`
	Site   *api.Percent    `json:"site,omitempty" doc:"percent that the site would keep"`
	Member *api.Percent    `json:"member,omitempty" doc:"percent that a performer would get of her studio's income"`
}

func (s *Service) postSimulation(ctx context.Context, in *simulationInput) (Outcome, error) {
	w := Scenario{To: s.Now(), Site: map[string]money.Rate{}, Member: map[string]money.Rate{}}
	if in.Body.ToDate != nil {
		w.To = in.Body.ToDate.Add(time.Millisecond)
	}
	w.From = w.To.AddDate(0, 0, -usualDays)
	if in.Body.FromDate != nil {
		w.From = *in.Body.FromDate
	}
	for _, r := range in.Body.Rates {
		if r.Site != nil {
			w.Site[string(r.Kind)] = money.Rate(*r.Site)
		}
		if r.Member != nil {
			w.Member[string(r.Kind)] = money.Rate(*r.Member)
		}
	}
	return s.simulation(ctx, account.CallerFrom(ctx), w)
}
