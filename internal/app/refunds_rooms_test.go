package app

import (
	"context"
	"errors"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/ledger/report"
	"limelight/internal/payouts"
	"limelight/internal/payouts/rails"
	"limelight/internal/refunds"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
	"limelight/internal/tips"
	"limelight/internal/wheel"
)

// rich is a site in which Tom has a thousand tokens.
func rich(t *testing.T) *years {
	t.Helper()
	y := openYears(t, 1)
	y.must(y.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := y.ledger.Grant(ctx, tx, y.ids["tom"], money.Whole(1000), "rich", ledger.Written("Welcome"))
		return err
	}))
	return y
}

func (y *years) wants(what string, err, want error) {
	y.t.Helper()
	if !errors.Is(err, want) {
		y.t.Errorf("%s: %v, want %v", what, err, want)
	}
}

func (y *years) tip(performer string, tokens int64) tips.Tip {
	y.t.Helper()
	r, err := y.Services.tips.Send(y.as(account.Member, "tom"), tips.Order{
		SenderID: y.ids["tom"], SenderName: "tom", PerformerID: y.ids[performer], Token: money.Whole(tokens),
	}, "")
	y.must(err)
	return r.Tip
}

func (y *years) spin(performer string) wheel.Result {
	y.t.Helper()
	r, err := y.wheel.Spin(y.as(account.Member, "tom"), wheel.Order{MemberID: y.ids["tom"], MemberName: "tom", PerformerID: y.ids[performer]}, "")
	y.must(err)
	return r.Result
}

// show is a private show of some whole minutes at 3.33, which goes on.
func (y *years) show(performer string, minutes int) (meterID string) {
	y.t.Helper()
	meterID = id.New(y.at)
	write := func(fn func(context.Context, *db.Tx) error) { y.must(y.db.Write(y.t.Context(), fn)) }
	write(func(ctx context.Context, tx *db.Tx) error {
		terms, err := y.terms.Terms(ctx, tx, string(meter.Private), y.ids[performer])
		if err != nil {
			return err
		}
		_, err = y.meters.Open(ctx, tx, meter.Plan{
			ID: meterID, ShowID: "show-" + meterID, PerformerID: y.ids[performer], MemberID: y.ids["tom"], Kind: meter.Private,
			Price: 333, Period: time.Minute, Minimum: 1, Terms: terms,
		})
		if err != nil {
			return err
		}
		return y.meters.MoveClocks(ctx, tx, y.at, []string{meterID}, nil)
	})
	for range minutes - 1 {
		y.at = y.at.Add(time.Minute)
		write(func(ctx context.Context, tx *db.Tx) error { _, err := y.meters.Tick(ctx, tx, meterID); return err })
	}
	return meterID
}

func (y *years) ends(meterID string, fault bool) {
	y.t.Helper()
	y.must(y.db.Write(y.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := y.meters.Close(ctx, tx, meterID, meter.End{At: y.at, Reason: "left", Fault: fault})
		return err
	}))
}

func (y *years) ask(kind, reference, reason string) (refunds.Request, error) {
	r, _, err := y.refunds.Ask(y.t.Context(), refunds.Question{
		MemberID: y.ids["tom"], Kind: kind, Reference: reference, Reason: reason, Text: "It was a mistake, I think.",
	}, "")
	return r, err
}

func (y *years) resolve(r refunds.Request, token money.Tokens) refunds.Request {
	y.t.Helper()
	done, _, err := y.refunds.Decide(y.ada(), refunds.Decision{RequestID: r.ID, To: refunds.Resolved, Token: token, Note: "We have looked at it."})
	y.must(err)
	return done
}

// A spin is its performer's to decide for a day; then its member may ask, for
// another. What she performed cannot be asked about, what she rejected came back.
func TestRefundOfASpin(t *testing.T) {
	y := rich(t)
	spun, began := y.spin("nina"), y.at
	ask := func() error { _, err := y.ask(wheel.Kind, spun.ID, "not_performed"); return err }
	for _, c := range []struct {
		after time.Duration
		want  error
	}{{24*time.Hour - time.Second, refunds.ErrEarly}, {48*time.Hour + time.Second, refunds.ErrLate}, {24 * time.Hour, nil}, {25 * time.Hour, refunds.ErrAsked}} {
		y.at = began.Add(c.after)
		y.wants(c.after.String(), ask(), c.want)
	}
	done, rejected := y.spin("nina"), y.spin("nina")
	_, err := y.wheel.Decide(t.Context(), y.ids["nina"], done.ID, wheel.Done)
	y.must(err)
	_, err = y.wheel.Decide(t.Context(), y.ids["nina"], rejected.ID, wheel.Rejected)
	y.must(err)
	y.at = y.at.Add(24 * time.Hour)
	_, err = y.ask(wheel.Kind, done.ID, "not_performed")
	y.wants("a performed prize", err, refunds.ErrSettled)
	_, err = y.ask(wheel.Kind, rejected.ID, "not_performed")
	y.wants("what came back", err, refunds.ErrNothing)
	y.proved("spins")
}

// She and an admin want to give the same spin back: only one of them does.
func TestASpinIsGivenBackOnce(t *testing.T) {
	y := rich(t)
	first, second := y.spin("nina"), y.spin("nina")
	y.at = y.at.Add(24 * time.Hour)
	before := y.balance(ledger.Wallet(y.ids["tom"]))
	one, err := y.ask(wheel.Kind, first.ID, "not_performed")
	y.must(err)
	two, err := y.ask(wheel.Kind, second.ID, "not_performed")
	y.must(err)

	y.resolve(one, money.Whole(10))
	_, err = y.wheel.Decide(t.Context(), y.ids["nina"], first.ID, wheel.Rejected)
	y.wants("she rejects what was refunded", err, wheel.ErrRefunded)
	_, err = y.wheel.Decide(t.Context(), y.ids["nina"], first.ID, wheel.Done)
	y.must(err)
	_, err = y.wheel.Decide(t.Context(), y.ids["nina"], second.ID, wheel.Rejected)
	y.must(err)
	_, _, err = y.refunds.Decide(y.ada(), refunds.Decision{RequestID: two.ID, To: refunds.Resolved, Note: "We have looked at it."})
	y.wants("an admin refunds what she rejected", err, refunds.ErrNothing)
	if got := y.balance(ledger.Wallet(y.ids["tom"])) - before; got != money.Whole(10+25) {
		t.Errorf("he got %v back", got)
	}
	y.proved("both")
	testkit.Exec(t, y.db, `UPDATE wheel_results SET refunded = refunded + 1 WHERE refunded > 0`)
	if found, err := y.check.violations(t.Context()); err != nil || len(found) != 1 {
		t.Errorf("%v: another sum than was posted: the audit finds %v", err, found)
	}
}

// A show can be asked about from its end on, for 48 hours; what a fault gave back
// of it is not given back again.
func TestRefundOfAShow(t *testing.T) {
	y := rich(t)
	meterID := y.show("sara", 3)
	_, err := y.ask(string(meter.Private), meterID, "no_picture")
	y.wants("a show that goes on", err, refunds.ErrNoPayment)
	y.at = y.at.Add(20 * time.Second)
	y.ends(meterID, true) // 40 of 180 seconds are not used: 2.22 of 9.99
	ended := y.at
	_, err = y.ask(string(meter.Group), meterID, "no_picture")
	y.wants("another kind", err, refunds.ErrNoPayment)
	y.at = ended.Add(48*time.Hour + time.Second)
	_, err = y.ask(string(meter.Private), meterID, "no_picture")
	y.wants("48 h and a second after its end", err, refunds.ErrLate)
	y.at = ended.Add(48 * time.Hour)
	r, err := y.ask(string(meter.Private), meterID, "no_picture")
	y.must(err)
	if r.Paid != 999 || r.Refundable != 777 {
		t.Errorf("he paid %v, of which %v can come back, want 9.99 and 7.77", r.Paid, r.Refundable)
	}
	y.resolve(r, 0)
	for _, account := range []ledger.Account{ledger.Earnings(y.ids["sara"]), ledger.Earnings(y.ids["loft"]), ledger.SiteRevenue} {
		if left := y.balance(account); left != 0 {
			t.Errorf("%s keeps %v of a show that was given back", account, left)
		}
	}
	y.proved("a show")
}

// Rita brought Tom: her reward shrinks with his refund, also by what Nina owes for it.
func TestARefundShrinksTheReward(t *testing.T) {
	y := rich(t)
	tip := y.tip("nina", 50) // 5 % for Rita: 2.50
	if got := y.balance(ledger.Earnings(y.ids["rita"])); got != 250 {
		t.Errorf("Rita was rewarded with %v", got)
	}
	y.paidOut("nina")
	r, err := y.ask(tips.Kind, tip.ID, "mistake")
	y.must(err)
	r = y.resolve(r, money.Whole(20))
	if r.Split.Owed.Net == 0 {
		t.Errorf("she owes nothing: %+v", r.Split)
	}
	if got := y.balance(ledger.Earnings(y.ids["rita"])); got != 150 { // 5 % of the 30 that are left
		t.Errorf("Rita keeps %v, want 1.50", got)
	}
	y.proved("a reward")
}

// paidOut pays somebody everything.
func (y *years) paidOut(name string) {
	y.t.Helper()
	r, err := y.payouts.Create(y.as(account.Performer, name), payouts.Order{AccountID: y.ids[name], Role: account.Performer, Method: rails.BankTransfer}, "")
	y.must(err)
	for _, to := range []payouts.Status{payouts.Processing, payouts.Done} {
		_, _, err := y.payouts.Decide(y.ada(), payouts.Decision{RequestID: r.ID, To: to, Reference: "bank"})
		y.must(err)
	}
}

// After her payout a refund is owed: what she earns next cannot be paid out, even
// before the job has taken it, and what she earned ever stays earned.
func TestRefundAfterAPayout(t *testing.T) {
	y := rich(t)
	tip := y.tip("nina", 50)
	share := tip.Shares.Net
	y.paidOut("nina")
	r, err := y.ask(tips.Kind, tip.ID, "duplicate")
	y.must(err)
	if r = y.resolve(r, 0); r.Split.Owed.Net != share || r.Split.Given.Net != 0 {
		t.Errorf("it was split %+v", r.Split)
	}
	y.tip("nina", 50)
	y.tip("nina", 20)
	order := payouts.Order{AccountID: y.ids["nina"], Role: account.Performer, Method: rails.BankTransfer}
	preview := func() payouts.Preview {
		p, err := y.payouts.Preview(t.Context(), order)
		y.must(err)
		return p
	}
	before := preview()
	if before.Owed != share || before.Available != before.Earned-share {
		t.Errorf("she owes %v of %v and could be paid %v", before.Owed, before.Earned, before.Available)
	}
	earned := y.earnedEver("nina")
	y.must(y.refunds.Repay(t.Context()))
	y.must(y.refunds.Repay(t.Context()))
	after := preview()
	if after.Owed != 0 || after.Available != before.Available || after.Earned != before.Earned-share {
		t.Errorf("once repaid she owes %v of %v and could be paid %v, before %v", after.Owed, after.Earned, after.Available, before.Available)
	}
	if got := y.earnedEver("nina"); got != earned {
		t.Errorf("she earned %v ever, and %v before she repaid", got, earned)
	}
	y.paidOut("nina")
	y.proved("a payout")
}

func (y *years) earnedEver(name string) (total money.Tokens) {
	y.t.Helper()
	y.must(y.db.Read(y.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		earned, err := report.IncomeTotals(ctx, tx, ledger.Earnings(y.ids[name]), report.Query{Kinds: kinds.Incomes().IDs()})
		for _, kind := range earned {
			total += kind.Net
		}
		return err
	}))
	return total
}

// Each room's audit knows its refunds by their key and finds what only looks like
// one.
func TestARefundThatIsNone(t *testing.T) {
	y := rich(t)
	tip, spun, meterID := y.tip("nina", 50), y.spin("nina"), y.show("nina", 2)
	y.ends(meterID, false)
	for kind, reference := range map[string]string{tips.Kind: tip.ID, wheel.Kind: spun.ID, string(meter.Private): meterID} {
		y.must(y.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := y.ledger.Post(ctx, tx, ledger.Transfer{
				Key: "refund-request:" + kind, Kind: kind, Reference: reference, Payer: y.ids["tom"], Payee: y.ids["nina"],
				Legs: []ledger.Leg{{Source: ledger.SiteRevenue, Target: ledger.Wallet(y.ids["tom"]), Amount: 1}},
			})
			return err
		}))
	}
	found, err := y.check.violations(t.Context())
	y.must(err)
	if len(found) != 4 { // refunds.fact three times, and wheel.refunded
		t.Errorf("the audit finds %v", found)
	}
}
