package meter_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
	"limelight/internal/testkit/bank"
)

// fixture is a set of meters on a fresh database at noon. Tom and Ann are members,
// Nina a performer; the studio "loft" may share her income.
type fixture struct {
	*meter.Meters
	*bank.Bank
	clock  *testkit.Clock
	gate   *testkit.Gate
	others atomic.Int64 // transfers that are no meter's; they number the keys
}

func setup(t testing.TB) *fixture {
	h := over(testkit.DB(t))
	for _, member := range []string{"tom", "ann"} {
		testkit.Person(t, h.DB, account.Member, member)
	}
	testkit.Person(t, h.DB, account.Performer, "nina")
	return h
}

// over is a fixture on a database that may have had another before.
func over(d *db.DB) *fixture {
	clock := testkit.NewClock()
	h := &fixture{Bank: bank.Open(d, clock.Now, meter.Rule(), bank.Unchecked(spent)), clock: clock, gate: &testkit.Gate{}}
	h.Ledger.Gate = h.gate.Ask
	h.Meters = meter.New(meter.Deps{Ledger: h.Ledger, Now: clock.Now})
	return h
}

// at is an instant this long after noon.
func at(d time.Duration) time.Time { return testkit.Noon.Add(d) }

// until moves the clock to an instant this long after noon.
func (h *fixture) until(d time.Duration) { h.clock.Advance(at(d).Sub(h.clock.Now())) }

// private is Tom's private show with Nina: 3.33 a minute after 15 free seconds,
// of which the site keeps 33.33 % and the studio gives Nina 12.5 % of the rest.
func private(change ...func(*meter.Plan)) meter.Plan {
	p := meter.Plan{
		ID: "m1", ShowID: "s1", PerformerID: "nina", MemberID: "tom", Kind: meter.Private,
		Price: 333, Period: time.Minute, Free: 15 * time.Second, Minimum: 1,
		Terms: ledger.Terms{Site: 3333, StudioID: "loft", Member: 1250},
	}
	for _, c := range change {
		c(&p)
	}
	return p
}

func atOnce(p *meter.Plan) { p.Free = 0 }

// spend takes all but keep out of an account, as a payout or a tip would.
func (h *fixture) spend(t testing.TB, account ledger.Account, keep money.Tokens) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		balance, err := h.Ledger.Balance(ctx, tx, account)
		if err != nil || balance <= keep {
			return err
		}
		_, err = h.Ledger.Post(ctx, tx, ledger.Transfer{
			Key: fmt.Sprint("spent:", h.others.Add(1)), Kind: spent,
			Legs: []ledger.Leg{{Source: account, Target: ledger.SiteRevenue, Amount: balance - keep}},
		})
		return err
	})
}

const spent = "spent"

func (h *fixture) open(t testing.TB, p meter.Plan) meter.Meter {
	t.Helper()
	var opened meter.Meter
	h.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		opened, err = h.Open(ctx, tx, p)
		return err
	})
	return opened
}

func (h *fixture) tryOpen(p meter.Plan) error {
	return h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Open(ctx, tx, p)
		return err
	})
}

// begin opens a meter and starts its clock now.
func (h *fixture) begin(t testing.TB, p meter.Plan) {
	t.Helper()
	h.open(t, p)
	h.start(t, p.ID)
}

func (h *fixture) start(t testing.TB, id string) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.MoveClocks(ctx, tx, h.clock.Now(), []string{id}, nil)
	})
}

func (h *fixture) pause(t testing.TB, id string, at time.Time) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error { return h.MoveClocks(ctx, tx, at, nil, []string{id}) })
}

func (h *fixture) resume(t testing.TB, id string) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) error {
		return h.MoveClocks(ctx, tx, h.clock.Now(), []string{id}, nil)
	})
}

func (h *fixture) tick(t testing.TB, id string) (tick meter.Tick) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		tick, err = h.Tick(ctx, tx, id)
		return err
	})
	return tick
}

func (h *fixture) settle(id string) (minute meter.Minute, err error) {
	var refused error
	err = h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) (err error) {
		minute, refused = h.Settle(ctx, tx, id)
		if errors.Is(refused, meter.ErrNoMinute) || errors.Is(refused, ledger.ErrFunds) || errors.Is(refused, testkit.ErrCooling) {
			return nil // a refusal leaves the transaction usable
		}
		return refused
	})
	if err == nil {
		err = refused
	}
	return minute, err
}

func (h *fixture) end(t testing.TB, id, reason string, fault bool) (r meter.Receipt) {
	t.Helper()
	h.Write(t, func(ctx context.Context, tx *db.Tx) (err error) {
		r, err = h.Close(ctx, tx, id, meter.End{At: h.clock.Now(), Reason: reason, Fault: fault})
		return err
	})
	return r
}

func (h *fixture) get(t testing.TB, id string) (c meter.Meter) {
	t.Helper()
	h.Read(t, func(ctx context.Context, tx *db.Tx) (err error) {
		c, err = h.Get(ctx, tx, id)
		return err
	})
	return c
}

func (h *fixture) due(t testing.TB) (ids []string) {
	t.Helper()
	h.Read(t, func(ctx context.Context, tx *db.Tx) error {
		list, err := h.Due(ctx, tx, h.clock.Now(), 100)
		for _, c := range list {
			ids = append(ids, c.ID)
		}
		return err
	})
	return ids
}
