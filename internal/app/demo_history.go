package app

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
	"limelight/internal/tips"
	"limelight/internal/wheel"
)

// demoDays is how far back the demo's history goes.
const demoDays = 90

// payoutsRest is for how many days nobody has asked for money: so there is some to
// be asked for now.
const payoutsRest = 20

// demoSeed makes each demo site's history the same story. It begins on a Wednesday,
// whatever day that is: what happens must not depend on when a site is filled.
const (
	demoSeed  = 1894
	demoFirst = time.Wednesday
)

func demoWeekday(day int) time.Weekday { return (demoFirst + time.Weekday(day)) % 7 }

// demoHistory lets the demo people live through the last days, through the doors
// that members, performers and the operator use, at a clock of its own.
type demoHistory struct {
	*demoFilling
	past   earlier
	at     time.Time // the clock
	stage  *demoStage
	random *rand.Rand
	people demoPeople
	boss   context.Context

	payments map[string]string // the sandbox's pages of those who pass through, by username
}

// addHistory is 90 days of shows, tips, spins, purchases, refunds, disputes and
// payouts.
func (f *demoFilling) addHistory(ctx context.Context, people demoPeople) error {
	h := &demoHistory{
		demoFilling: f, people: people, stage: newDemoStage(), payments: map[string]string{}, random: rand.New(rand.NewPCG(demoSeed, demoDays)),
		boss: account.WithCaller(ctx, account.Caller{ID: f.ids[people.Admin.Username], Role: account.Admin, Username: people.Admin.Username}),
		at:   f.now().UTC().Truncate(24*time.Hour).AddDate(0, 0, -demoDays),
	}
	first := h.at // midnight may pass meanwhile
	if err := f.openShop(h.boss); err != nil {
		return err
	}
	var err error
	if h.past, err = f.before(ctx, func() time.Time { return h.at }); err != nil {
		return err
	}
	h.past.shows.Engine = h.stage
	h.past.shows.Online = func(string) bool { return true }
	if err := h.past.addPayoutDetails(ctx, f.ids, people.Studio.Username); err != nil {
		return err
	}
	for day := range demoDays {
		h.at = first.AddDate(0, 0, day).Add(9 * time.Hour)
		if err := h.day(ctx, day); err != nil {
			return fmt.Errorf("day %d of the demo's history: %w", day, err)
		}
	}
	return f.bus.Drain(ctx)
}

// day is the operator's morning and the performers' evening.
func (h *demoHistory) day(ctx context.Context, day int) error {
	if err := h.decideRefunds(); err != nil {
		return fmt.Errorf("refunds: %w", err)
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
	if demoWeekday(day) == time.Monday && day < demoDays-payoutsRest {
		if err := h.payOut(); err != nil {
			return fmt.Errorf("payouts: %w", err)
		}
	}
	evening := h.at.Add(7 * time.Hour)
	onStage := 3
	if weekday := demoWeekday(day); weekday == time.Friday || weekday == time.Saturday {
		onStage = 5
	}
	for slot, i := range h.lineUp(day)[:onStage] {
		h.at = evening.Add(time.Duration(slot) * 95 * time.Minute).Add(time.Duration(h.random.IntN(12)) * time.Minute)
		if err := h.evening(ctx, h.people.Performers[i], day); err != nil {
			return fmt.Errorf("%s: %w", h.people.Performers[i].Username, err)
		}
	}
	return nil
}

// lineUp draws who goes on stage: who stands first among the people is the most
// popular and comes most often; who is new came two weeks ago, and first of all then.
func (h *demoHistory) lineUp(day int) []int {
	var order []int
	turns := map[int]float64{}
	for i, p := range h.people.Performers {
		if p.New && day < demoDays-14 {
			continue
		}
		order = append(order, i)
		turns[i] = h.random.ExpFloat64() * float64(i+3)
		if p.New && day == demoDays-14 {
			turns[i] = 0
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(turns[a], turns[b]) })
	return order
}

// evening is a public show with what happens in it.
func (h *demoHistory) evening(ctx context.Context, p demoPerformer, day int) error {
	who := account.Caller{ID: h.ids[p.Username], Role: account.Performer, Username: p.Username}
	if err := h.goLive(ctx, who, p.Headline); err != nil {
		return err
	}
	tipped := 3 + h.random.IntN(6) + day/30 // the site grows
	if p.VIP {
		tipped += 4
	}
	for range tipped {
		h.at = h.at.Add(time.Duration(2+h.random.IntN(5)) * time.Minute)
		if err := h.tip(ctx, who); err != nil {
			return err
		}
	}
	if h.random.IntN(3) == 0 {
		if err := h.spin(ctx, who); err != nil {
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
	return h.past.shows.Stop(ctx, who.ID, show.PerformerLeft)
}

// tip is one member's, who buys tokens when there are not enough. Once in a while
// it goes out twice, and one of the two is asked back.
func (h *demoHistory) tip(ctx context.Context, to account.Caller) error {
	member := h.member()
	amount := money.Whole(int64(15 + 5*h.random.IntN(8)))
	times := 1
	if h.random.IntN(120) == 0 {
		times = 2
	}
	if err := h.fund(ctx, member, amount*money.Tokens(times)); err != nil {
		return err
	}
	order := tips.Order{SenderID: member.ID, SenderName: member.Username, PerformerID: to.ID, Token: amount, Anonymous: h.random.IntN(9) == 0}
	for range times {
		if _, err := h.past.tips.Send(ctx, order, ""); err != nil {
			return fmt.Errorf("%s tips: %w", member.Username, err)
		}
		h.at = h.at.Add(2 * time.Second)
	}
	if times == 1 {
		return nil
	}
	return h.complain(ctx, member.ID, tips.Kind)
}

// spin turns the wheel; the performer keeps what it promised.
func (h *demoHistory) spin(ctx context.Context, of account.Caller) error {
	member := h.member()
	if err := h.fund(ctx, member, money.Whole(60)); err != nil {
		return err
	}
	spun, err := h.past.wheel.Spin(ctx, wheel.Order{MemberID: member.ID, MemberName: member.Username, PerformerID: of.ID, ClientSeed: "demo"}, "")
	if err != nil {
		return fmt.Errorf("%s spins: %w", member.Username, err)
	}
	h.at = h.at.Add(4 * time.Minute)
	_, err = h.past.wheel.Decide(ctx, of.ID, spun.Result.ID, wheel.Done)
	return err
}

// member draws one; the first of the list come most often.
func (h *demoHistory) member() account.Caller {
	n := len(h.people.Members)
	i := min(h.random.IntN(n), h.random.IntN(n))
	name := h.people.Members[i].Username
	return account.Caller{ID: h.ids[name], Role: account.Member, Username: name}
}

// fund lets a member buy tokens until there are enough, and never so many that in
// the end there are more than demoTokens.
func (h *demoHistory) fund(ctx context.Context, who account.Caller, need money.Tokens) error {
	for {
		has, err := h.past.balance(ctx, who.ID)
		if err != nil || has >= need {
			return err
		}
		if h.random.IntN(14) == 0 {
			if _, err := h.past.buy(ctx, who.ID, h.random.IntN(2), "decline"); err != nil {
				return err
			}
			h.at = h.at.Add(40 * time.Second)
		}
		if _, err := h.past.buy(ctx, who.ID, min(h.random.IntN(3), h.random.IntN(4)), "pay"); err != nil {
			return fmt.Errorf("%s buys: %w", who.Username, err)
		}
		h.at = h.at.Add(30 * time.Second)
	}
}

func (e earlier) balance(ctx context.Context, memberID string) (has money.Tokens, err error) {
	err = e.db.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		has, err = e.ledger.Balance(ctx, tx, ledger.Wallet(memberID))
		return err
	})
	return has, err
}
