package studio

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/csvx"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/money"
)

// Statistics are what the members of a studio did in a span of days, in UTC. What they did before they
// joined is none of the studio's, and what they do after they left neither.
type Statistics struct{ *core }

// maxSpan bounds how many days one answer is about.
const maxSpan = 366

// usualSpan is a span that nobody named.
const usualSpan = 30

// Sums are what was done in a span of days.
type Sums struct {
	HoursOnline float64 `json:"hoursOnline"`
	Shows       int     `json:"shows"`
	Earned
}

// Earned is what was earned in a span of days, for those who may see earnings.
type Earned struct {
	Incomes       *int          `json:"incomes,omitempty" doc:"this and all that follows: to those who may see earnings"`
	Tokens        *money.Tokens `json:"tokens,omitempty" doc:"what reached the studio and its performers"`
	StudioNet     *money.Tokens `json:"studioNet,omitempty" doc:"the studio's part"`
	TokensPerHour *money.Tokens `json:"tokensPerHour,omitempty" doc:"0 without a time on line"`
}

func (w work) sums(earnings bool) Sums {
	s := Sums{HoursOnline: hours(w.online), Shows: w.shows}
	if earnings {
		perHour := w.perHour()
		s.Earned = Earned{&w.incomes, &w.tokens, &w.studioNet, &perHour}
	}
	return s
}

func (w work) perHour() money.Tokens {
	if w.online <= 0 {
		return 0
	}
	return money.Tokens(float64(w.tokens) * float64(time.Hour) / float64(w.online))
}

// hours are a time in hours with two decimals.
func hours(d time.Duration) float64 {
	return float64(d.Round(36*time.Second)/(36*time.Second)) / 100
}

// ModelStats are the sums of one member.
type ModelStats struct {
	Performer account.Card `json:"performer"`
	Status    string       `json:"status" enum:"active,inactive"`
	Sums
	did work
}

// Choice is a span of days, and who of the members.
type Choice struct {
	From, To time.Time // the first day, and the day after the last
	Query    string    // a part of a name; empty: everybody
	Order    string    // name, hoursOnline, shows, tokens, studioNet or tokensPerHour
	Up       bool      // the least first
	Earnings bool      // whether what was earned is told
}

// Models are all members that a choice names, in its order, and the sums of all of them.
func (s *Statistics) Models(ctx context.Context, studioID string, c Choice) (list []ModelStats, all Sums, err error) {
	var total work
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		members, err := selectAllMembers(ctx, tx, studioID)
		if err != nil {
			return err
		}
		ids := make([]string, len(members))
		for i, m := range members {
			ids[i] = m.ID
		}
		cards, err := s.Accounts.Cards(ctx, tx, ids...)
		if err != nil {
			return err
		}
		found, err := s.did(ctx, tx, studioID, c.From, c.To, selectTotals)
		did := make(map[string]work, len(found))
		for _, w := range found {
			did[w.performerID] = did[w.performerID].plus(w)
		}
		list = make([]ModelStats, 0, len(members))
		for _, m := range members {
			card, w := cards[m.ID], did[m.ID]
			if !named(card, c.Query) {
				continue
			}
			list = append(list, ModelStats{card, m.Status, w.sums(c.Earnings), w})
			total = total.plus(w)
		}
		return err
	})
	c.sort(list)
	return list, total.sums(c.Earnings), err
}

func named(card account.Card, query string) bool {
	query = strings.ToLower(strings.TrimSpace(query))
	return strings.Contains(strings.ToLower(card.Username), query) || strings.Contains(strings.ToLower(card.Name), query)
}

// moneyOrders are those that tell who has earned more.
var moneyOrders = []string{"tokens", "studioNet", "tokensPerHour"}

func (c Choice) sort(list []ModelStats) {
	slices.SortFunc(list, func(a, b ModelStats) int {
		var order int
		switch c.Order {
		case "hoursOnline":
			order = cmp.Compare(a.HoursOnline, b.HoursOnline)
		case "shows":
			order = cmp.Compare(a.Shows, b.Shows)
		case "tokens":
			order = cmp.Compare(a.did.tokens, b.did.tokens)
		case "studioNet":
			order = cmp.Compare(a.did.studioNet, b.did.studioNet)
		case "tokensPerHour":
			order = cmp.Compare(a.did.perHour(), b.did.perHour())
		default:
			order = strings.Compare(strings.ToLower(a.Performer.Username), strings.ToLower(b.Performer.Username))
		}
		if !c.Up {
			order = -order
		}
		return cmp.Or(order, strings.Compare(a.Performer.ID, b.Performer.ID))
	})
}

// TrendDay is one day of a studio.
type TrendDay struct {
	Day         string        `json:"day" doc:"YYYY-MM-DD, in UTC"`
	HoursOnline float64       `json:"hoursOnline"`
	Online      int           `json:"online" doc:"how many performers were on line"`
	Tokens      *money.Tokens `json:"tokens,omitempty" doc:"this and the next: to those who may see earnings"`
	StudioNet   *money.Tokens `json:"studioNet,omitempty"`
}

// Trend is a span of days up to today, beside the span before it: what those did who belonged to the studio then.
type Trend struct {
	Days   []TrendDay `json:"days"`
	Now    Sums       `json:"now"`
	Before Sums       `json:"before"`
}

// Trend compares the last days of a studio, today included, with as many before them.
func (s *Statistics) Trend(ctx context.Context, studioID string, days int, earnings bool) (t Trend, err error) {
	end := s.Now().UTC().Truncate(dayLength).Add(dayLength)
	begin := end.AddDate(0, 0, -days)
	before := begin.AddDate(0, 0, -days)
	did := map[int64]work{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		clear(did)
		found, err := s.did(ctx, tx, studioID, before, end, selectDays)
		for _, w := range found {
			did[w.day] = did[w.day].plus(w)
		}
		return err
	})
	var now, then work
	t.Days = make([]TrendDay, 0, days)
	for at := before; at.Before(end); at = at.Add(dayLength) {
		w := did[dayOf(at)]
		if at.Before(begin) {
			then = then.plus(w)
			continue
		}
		now = now.plus(w)
		sums := w.sums(earnings)
		t.Days = append(t.Days, TrendDay{at.Format(time.DateOnly), sums.HoursOnline, w.people, sums.Tokens, sums.StudioNet})
	}
	t.Before, t.Now = then.sums(earnings), now.sums(earnings)
	return t, err
}

// SpanDays is a span of days and who of the members, as a query names it. It has a name that others could use
// because the router passes over embedded fields that have none.
type SpanDays struct {
	FromDay string `query:"fromDay" maxLength:"10" doc:"YYYY-MM-DD, in UTC; absent: 30 days up to toDay"`
	ToDay   string `query:"toDay" maxLength:"10" doc:"the last day; absent: today"`
	Q       string `query:"q" maxLength:"100" doc:"a part of a name"`
	SortBy  string `query:"sortBy" enum:"name,hoursOnline,shows,tokens,studioNet,tokensPerHour" doc:"absent: what was earned, or else hours on line; by earnings: for those who may see them"`
	Sort    string `query:"sort" enum:"asc,desc" default:"desc"`
}

func (in SpanDays) choice(who account.Caller, now time.Time) (c Choice, err error) {
	earnings := who.Has(account.SeeStudioEarnings)
	order := in.SortBy
	switch {
	case slices.Contains(moneyOrders, order) && !earnings: // an order tells who earns more
		return c, account.ErrForbidden
	case order == "" && earnings:
		order = "tokens"
	case order == "":
		order = "hoursOnline"
	}
	last := now.UTC().Truncate(dayLength)
	if in.ToDay != "" {
		if last, err = time.Parse(time.DateOnly, in.ToDay); err != nil {
			return c, fault.Field("toDay", "Must be a day such as 2026-11-02")
		}
	}
	first := last.AddDate(0, 0, 1-usualSpan)
	if in.FromDay != "" {
		if first, err = time.Parse(time.DateOnly, in.FromDay); err != nil {
			return c, fault.Field("fromDay", "Must be a day such as 2026-11-02")
		}
	}
	switch {
	case first.After(last):
		return c, fault.Field("fromDay", "Must not be after toDay")
	case last.Sub(first) >= maxSpan*dayLength:
		return c, fault.Field("fromDay", "Must be at most %d days before toDay", maxSpan)
	}
	return Choice{From: first, To: last.Add(dayLength), Query: in.Q, Order: order, Up: in.Sort == "asc", Earnings: earnings}, nil
}

type modelsInput struct {
	api.Page
	SpanDays
}

type modelsAnswer struct {
	Data  []ModelStats `json:"data"`
	Total int          `json:"total"`
	All   Sums         `json:"all" doc:"of everybody that was asked for"`
}

func (s *Statistics) getModels(ctx context.Context, in *modelsInput) (page modelsAnswer, err error) {
	c, err := in.choice(account.CallerFrom(ctx), s.Now())
	if err != nil {
		return page, err
	}
	list, all, err := s.Models(ctx, account.ActsFor(ctx), c)
	page.Total, page.All = len(list), all
	page.Data = list[min(in.Offset, len(list)):min(in.Offset+in.Limit, len(list))]
	return page, err
}

type trendInput struct {
	Days int `query:"days" minimum:"1" maximum:"180" default:"30"`
}

func (s *Statistics) getTrend(ctx context.Context, in *trendInput) (Trend, error) {
	who := account.CallerFrom(ctx)
	return s.Trend(ctx, who.ActsFor(), in.Days, who.Has(account.SeeStudioEarnings))
}

// export sends the members of a choice as a table (CSV).
func (s *Statistics) export(w http.ResponseWriter, r *http.Request) error {
	ctx, query := r.Context(), r.URL.Query()
	in := SpanDays{FromDay: query.Get("fromDay"), ToDay: query.Get("toDay"), Q: query.Get("q"), SortBy: query.Get("sortBy"), Sort: query.Get("sort")}
	if len(in.Q) > 100 {
		return fault.Field("q", "Must have at most %d characters", 100)
	}
	c, err := in.choice(account.CallerFrom(ctx), s.Now())
	if err != nil {
		return err
	}
	list, _, err := s.Models(ctx, account.ActsFor(ctx), c)
	if err != nil {
		return err
	}
	last := c.To.Add(-dayLength).Format(time.DateOnly)
	api.Attach(w, csvx.MediaType, "models-"+c.From.Format(time.DateOnly)+"-"+last+".csv")
	say := lang.In(ctx)
	head := []string{say("username"), say("name"), say("status"), say("hours online"), say("shows")}
	if c.Earnings {
		head = append(head, say("incomes"), say("tokens"), say("studio"), say("tokens per hour"))
	}
	table, err := csvx.New(w, head...)
	for _, m := range list {
		if err != nil {
			return err
		}
		cells := []any{m.Performer.Username, m.Performer.Name, m.Status, money.Tokens(math.Round(m.HoursOnline * 100)), m.Shows}
		if c.Earnings {
			cells = append(cells, m.did.incomes, m.did.tokens, m.did.studioNet, m.did.perHour())
		}
		err = table.Line(cells...)
	}
	if err != nil {
		return err
	}
	return table.End()
}

func (s *Statistics) routes(r *api.Router, sees api.Guard) {
	api.Get(r, "/studio/statistics/models", "studio.models", s.getModels, sees,
		api.Summary("What each of my members did in a span of days"))
	api.Raw(r, http.MethodGet, "/studio/statistics/export", "studio.modelsExport", s.export, sees, audit.As(statsExported, ""))
	api.Get(r, "/studio/statistics/trend", "studio.trend", s.getTrend, sees,
		api.Summary("The last days of my studio, beside as many before them"))
}
