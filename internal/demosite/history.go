package demosite

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show"
)

// Days is how far back the demo's history goes.
const Days = 90

// payoutsRest is for how many days nobody has asked for money: so there is some to
// be asked for now.
const payoutsRest = 20

// seed makes each demo site's history the same story. It begins on a Wednesday,
// whatever day that is: what happens must not depend on when a site is filled.
const (
	seed  = 1894
	first = time.Wednesday
)

func weekday(day int) time.Weekday { return (first + time.Weekday(day)) % 7 }

// history lets the demo people live through the last days, by the calls that members,
// performers and the operator use, at a clock of its own.
type history struct {
	*filling
	past   Checkout
	at     time.Time // the clock
	stage  *pastStage
	room   string // where the show that goes on is talked about
	random *rand.Rand
	people people
	boss   context.Context

	payments map[string]string // the sandbox's pages of those who pass through, by username
}

// addHistory is 90 days of shows, tips, spins, purchases, refunds, disputes and
// payouts.
func (f *filling) addHistory(ctx context.Context, all people) error {
	h := &history{
		filling: f, people: all, stage: newPastStage(), payments: map[string]string{}, random: rand.New(rand.NewPCG(seed, Days)),
		boss: f.asOperator(ctx, all),
		at:   f.Now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -Days),
	}
	first := h.at // midnight may pass meanwhile
	if err := OpenShop(h.boss, f.Site); err != nil {
		return err
	}
	var err error
	if h.past, err = f.checkoutAt(ctx, func() time.Time { return h.at }); err != nil {
		return err
	}
	h.past.Shows.Engine = h.stage
	h.past.Shows.Online = func(string) bool { return true }
	if err := h.past.addPayoutDetails(ctx, f.ids, all.Studio.Username); err != nil {
		return err
	}
	for day := range Days {
		h.at = first.AddDate(0, 0, day).Add(9 * time.Hour)
		if err := h.day(ctx, day); err != nil {
			return fmt.Errorf("day %d of the demo's history: %w", day, err)
		}
	}
	return f.Bus.Drain(ctx)
}

// day is the operator's morning and the performers' evening.
func (h *history) day(ctx context.Context, day int) error {
	for _, part := range h.past.Parts {
		if part.Morning == nil {
			continue
		}
		if err := part.Morning(h); err != nil {
			return fmt.Errorf("morning: %w", err)
		}
	}
	if err := h.dispute(ctx, day); err != nil {
		return fmt.Errorf("disputes: %w", err)
	}
	if err := h.apply(ctx, day); err != nil {
		return fmt.Errorf("applicants: %w", err)
	}
	if err := h.contact(ctx, day); err != nil {
		return fmt.Errorf("contact messages: %w", err)
	}
	if weekday(day) == time.Monday && day < Days-payoutsRest {
		if err := h.payOut(); err != nil {
			return fmt.Errorf("payouts: %w", err)
		}
	}
	evening := h.at.Add(7 * time.Hour)
	onStage := 3
	if weekday := weekday(day); weekday == time.Friday || weekday == time.Saturday {
		onStage = 5
	}
	for slot, i := range h.performersOf(day)[:onStage] {
		h.at = evening.Add(time.Duration(slot) * 95 * time.Minute).Add(time.Duration(h.random.IntN(12)) * time.Minute)
		if err := h.playPublicShow(ctx, h.people.Performers[i], day); err != nil {
			return fmt.Errorf("%s: %w", h.people.Performers[i].Username, err)
		}
	}
	return nil
}

// performersOf draws who goes on stage: who stands first among the people is the most
// popular and comes most often; who is new came two weeks ago, and first of all then.
func (h *history) performersOf(day int) []int {
	var order []int
	turns := map[int]float64{}
	for i, p := range h.people.Performers {
		if p.New && day < Days-14 {
			continue
		}
		order = append(order, i)
		turns[i] = h.random.ExpFloat64() * float64(i+3)
		if p.New && day == Days-14 {
			turns[i] = 0
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(turns[a], turns[b]) })
	return order
}

// playPublicShow is a public show with what happens in it.
func (h *history) playPublicShow(ctx context.Context, p performing, day int) error {
	who := account.Caller{ID: h.ids[p.Username], Role: account.Performer, Username: p.Username}
	if err := h.goLive(ctx, who, p.Headline); err != nil {
		return err
	}
	for _, part := range h.past.Parts {
		if part.Evening == nil {
			continue
		}
		if err := part.Evening(ctx, h, who, p, day); err != nil {
			return err
		}
	}
	switch h.random.IntN(16) {
	case 0, 1:
		if err := h.private(ctx, who, p); err != nil {
			return err
		}
	case 2:
		if err := h.group(ctx, who, p); err != nil {
			return err
		}
	}
	h.at = h.at.Add(time.Duration(5+h.random.IntN(20)) * time.Minute)
	return h.past.Shows.Stop(ctx, who.ID, show.PerformerLeft)
}

// complain asks for the member's last payment of a kind, for a reason drawn.
func (h *history) complain(ctx context.Context, memberID, kind string) error {
	n := h.past.questions(kind)
	if n == 0 {
		return nil
	}
	return h.past.askBack(ctx, memberID, kind, h.random.IntN(n))
}

// member draws one; the first of the list come most often.
func (h *history) member() account.Caller {
	n := len(h.people.Members)
	i := min(h.random.IntN(n), h.random.IntN(n))
	name := h.people.Members[i].Username
	return account.Caller{ID: h.ids[name], Role: account.Member, Username: name}
}

// fund lets a member buy tokens until there are enough, and never so many that in
// the end there are more than Tokens.
func (h *history) fund(ctx context.Context, who account.Caller, need money.Tokens) error {
	for {
		has, err := h.balance(ctx, who.ID)
		if err != nil || has >= need {
			return err
		}
		if h.random.IntN(14) == 0 {
			if _, err := h.past.Buy(ctx, who.ID, h.random.IntN(2), "decline"); err != nil {
				return err
			}
			h.at = h.at.Add(40 * time.Second)
		}
		if _, err := h.past.Buy(ctx, who.ID, min(h.random.IntN(3), h.random.IntN(4)), "pay"); err != nil {
			return fmt.Errorf("%s buys: %w", who.Username, err)
		}
		h.at = h.at.Add(30 * time.Second)
	}
}

func (h *history) balance(ctx context.Context, memberID string) (has money.Tokens, err error) {
	err = h.past.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		has, err = h.past.Ledger.Balance(ctx, tx, ledger.Wallet(memberID))
		return err
	})
	return has, err
}
