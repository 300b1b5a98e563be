package meter_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/ledger"
	"limelight/internal/show/meter"
	"limelight/internal/testkit"
)

var (
	seed      = flag.Uint64("timelines.seed", 0, "run the timelines of this seed; 0: a new one")
	timelines = flag.Int("timelines", 150, "how many timelines to run")
)

// Random lives of a meter: starts, losses, late looks, top-ups, spending
// elsewhere, rolled-back transactions, crashes, and two who end it at once. Each
// time what was charged is what a model with a stop-watch and a purse says, no
// balance was below zero and the audit finds nothing.
func TestTimelines(t *testing.T) {
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	t.Logf("-timelines.seed %d", *seed)
	h := setup(t)
	for n := range *timelines {
		r := rand.New(rand.NewPCG(*seed, uint64(n)))
		w := newWatch(t, h, n, r)
		for range 3 + r.IntN(25) {
			w.step()
		}
		w.finish()
		if t.Failed() {
			t.Fatalf("timeline %d: %v", n, w.story)
		}
	}
	h.Audit(t)
}

// watch is the model beside a meter: a stop-watch in milliseconds and a purse in
// units, moved by hand.
type watch struct {
	*fixture
	t     *testing.T
	r     *rand.Rand
	plan  meter.Plan
	story []string

	purse   money.Tokens // what the member has, held or not
	aside   money.Tokens // of that, what is held
	ran     int64        // on the stop-watch
	since   int64        // what the stop-watch showed when it was last started
	started time.Time    // of the stop-watch, while it runs
	running bool
	begun   bool
	paid    int64 // periods
	shut    bool  // the gate refuses this member
	known   bool  // the last look has met that
}

func newWatch(t *testing.T, h *fixture, n int, r *rand.Rand) *watch {
	member := fmt.Sprint("member", n)
	testkit.Person(t, h.DB, account.Member, member)
	w := &watch{fixture: h, t: t, r: r, purse: money.Tokens(r.IntN(4000))}
	w.plan = meter.Plan{
		ID: fmt.Sprint("meter", n), ShowID: fmt.Sprint("show", n), PerformerID: "nina", MemberID: member,
		Kind:  []meter.Kind{meter.Private, meter.Group, meter.PeekIn}[r.IntN(3)],
		Price: []money.Tokens{333, 333, 1, 250}[r.IntN(4)], Period: []time.Duration{time.Minute, 30 * time.Second}[r.IntN(2)],
		Free: []time.Duration{0, 15 * time.Second}[r.IntN(2)], Minimum: r.IntN(4), Renew: r.IntN(2) == 0,
		Terms: []ledger.Terms{{Site: 3333, StudioID: "loft", Member: 1250}, ledger.Alone(3333), ledger.Alone(10000)}[r.IntN(3)],
	}
	if w.purse > 0 {
		h.GrantUnits(t, member, w.purse)
	}
	return w
}

func (w *watch) tell(format string, args ...any) {
	w.story = append(w.story, fmt.Sprintf(format, args...))
}

// step lets something happen after some time, often exactly at a boundary.
func (w *watch) step() {
	if w.plan.Minimum < 1 {
		w.plan.Minimum = 1
	}
	wait := time.Duration(w.r.IntN(40_000)) * time.Millisecond
	if w.running && w.r.IntN(3) == 0 {
		wait = max(0, time.Duration(w.boundary()-w.shows())*time.Millisecond)
	}
	w.clock.Advance(wait)
	w.tell("+%v", wait)
	switch w.r.IntN(15) {
	case 0, 1:
		w.begin()
	case 2, 3, 4:
		w.look()
	case 5:
		w.rolledBack()
	case 6:
		w.lose(0)
	case 7:
		w.crash()
	case 8:
		w.comeBack()
	case 9:
		w.buy()
	case 10:
		w.tipAway()
	case 11:
		w.settleNow()
	case 13, 14:
		w.shut = !w.shut
		w.gate.Set(w.plan.MemberID, w.shut)
		w.tell("the gate is shut: %v", w.shut)
	case 12: // a payout: what she has no more, the site will bear
		w.spend(w.t, ledger.Earnings("nina"), money.Tokens(w.r.IntN(100)))
	}
}

func (w *watch) renews() bool { return w.plan.Kind != meter.PeekIn || w.plan.Renew }

// shows is what the stop-watch shows now.
func (w *watch) shows() int64 {
	if !w.running {
		return w.ran
	}
	return w.since + w.clock.Now().Sub(w.started).Milliseconds()
}

// boundary is where what is paid ends, on the stop-watch.
func (w *watch) boundary() int64 {
	return w.plan.Free.Milliseconds() + w.paid*w.plan.Period.Milliseconds()
}

// pay buys periods one by one while the stop-watch has reached their start, or
// passed it when it is about to stop: then nobody asks the gate, but what it is
// known to refuse is not taken.
func (w *watch) pay(shows int64, stopping bool) (exhausted bool) {
	for shows > w.boundary() || shows == w.boundary() && !stopping {
		if w.aside < w.plan.Price {
			if !w.renews() || w.purse < w.plan.Price || w.refused(stopping) {
				return true
			}
			w.aside = w.plan.Price
		}
		w.aside -= w.plan.Price
		w.purse -= w.plan.Price
		w.paid++
	}
	return false
}

// refused asks the gate, unless something stops.
func (w *watch) refused(stopping bool) bool {
	if !stopping {
		w.known = w.shut
	}
	return w.known
}

// putAside holds the rest of the minimum, or one period ahead, if there is
// enough.
func (w *watch) putAside() {
	want := w.plan.Price * money.Tokens(max(1, int64(w.plan.Minimum)-w.paid))
	if w.renews() && w.purse >= want && w.aside < want && !w.refused(false) {
		w.aside = max(w.aside, want)
	}
}

func (w *watch) begin() {
	if w.begun {
		return
	}
	first := w.plan.Price * money.Tokens(w.plan.Minimum)
	err := w.tryOpen(w.plan)
	w.tell("open: %v", err)
	if (err == nil) != (w.purse >= first && !w.shut) || err != nil && !errors.Is(err, ledger.ErrFunds) && !errors.Is(err, testkit.ErrCooling) {
		w.t.Errorf("opened with %v for %v: %v", w.purse, first, err)
	}
	if err != nil {
		return
	}
	w.fixture.start(w.t, w.plan.ID)
	w.begun, w.running, w.started, w.aside = true, true, w.clock.Now(), first
	w.pay(0, false)
}

func (w *watch) look() {
	if !w.begun {
		return
	}
	before, exhausted := w.paid, false
	w.known = false
	if w.running {
		exhausted = w.pay(w.shows(), false)
	}
	w.putAside()
	got := w.tick(w.t, w.plan.ID)
	if got.Meter.Refused != "" != w.known {
		w.t.Errorf("the meter says %q, and that the gate refuses is known: %v", got.Meter.Refused, w.known)
	}
	w.tell("tick: %d, exhausted %v", got.Captured, got.Exhausted)
	if int64(got.Captured) != w.paid-before || got.Exhausted != exhausted || got.Balance != w.purse-w.aside || got.Meter.Held != w.aside {
		w.t.Errorf("the tick captured %d (exhausted %v), balance %v, held %v; want %d (%v), %v, %v", got.Captured, got.Exhausted,
			got.Balance, got.Meter.Held, w.paid-before, exhausted, w.purse-w.aside, w.aside)
	}
}

// rolledBack dies before the commit.
func (w *watch) rolledBack() {
	if !w.begun {
		return
	}
	killed := errors.New("killed")
	err := w.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := w.Tick(ctx, tx, w.plan.ID)
		return errors.Join(err, killed)
	})
	w.tell("killed in a tick")
	if !errors.Is(err, killed) {
		w.t.Error(err)
	}
}

// lose stops the clock as of ago.
func (w *watch) lose(ago time.Duration) {
	w.tell("pause %v ago", ago)
	if !w.begun {
		return
	}
	w.pause(w.t, w.plan.ID, w.clock.Now().Add(-ago))
	if w.running {
		shows := max(w.since, w.shows()-ago.Milliseconds())
		w.pay(shows, true)
		w.ran, w.running = min(shows, w.boundary()), false
	}
}

// crash is a node that dies and one that takes over: the clock stops at the last
// certain instant, some seconds ago or long before, and the downtime is nobody's.
func (w *watch) crash() {
	certain := time.Duration(w.r.IntN(8000)) * time.Millisecond
	down := time.Duration(w.r.IntN(300)) * time.Second
	w.clock.Advance(down)
	w.lose(certain + down)
	w.comeBack()
}

func (w *watch) comeBack() {
	w.tell("resume")
	if !w.begun {
		return
	}
	w.resume(w.t, w.plan.ID)
	if !w.running {
		w.running, w.since, w.started = true, w.ran, w.clock.Now()
	}
}

func (w *watch) buy() {
	amount := money.Tokens(1 + w.r.IntN(1500))
	w.GrantUnits(w.t, w.plan.MemberID, amount)
	w.purse += amount
	w.tell("bought %v", amount)
}

func (w *watch) tipAway() {
	if w.shut {
		return // the gate would refuse
	}
	keep := money.Tokens(w.r.IntN(500))
	w.spend(w.t, ledger.Wallet(w.plan.MemberID), keep)
	w.purse = min(w.purse, w.aside+keep)
	w.tell("spent all but %v", keep)
}

func (w *watch) settleNow() {
	if !w.begun {
		return
	}
	w.known = false
	exhausted := w.running && w.pay(w.shows(), false)
	w.putAside()
	got, err := w.settle(w.plan.ID)
	w.tell("settle: %d (%v)", got.Number, err)
	if want := w.paid > 0 && !exhausted; (err == nil) != want || err == nil && int64(got.Number) != w.paid {
		w.t.Errorf("settled %d (%v), want %d (%v)", got.Number, err, w.paid, want)
	}
}

// finish ends the show, by two at once, and compares.
func (w *watch) finish() {
	if !w.begun {
		w.Holds(w.t, ledger.Wallet(w.plan.MemberID), w.purse)
		return
	}
	fault := w.r.IntN(2) == 0
	var receipts [2]meter.Receipt
	testkit.Together(2, func(i int) { receipts[i] = w.end(w.t, w.plan.ID, "the end", fault) })
	shows := w.shows()
	w.pay(shows, true)
	shows = min(shows, w.boundary())
	charged := w.plan.Price * money.Tokens(w.paid)
	if fault {
		used := max(0, shows-w.plan.Free.Milliseconds())
		charged = w.plan.Price * money.Tokens(used) / money.Tokens(w.plan.Period.Milliseconds())
		w.purse += w.plan.Price*money.Tokens(w.paid) - charged
	} else {
		due := int64(0) // periods that began by the clock, which may have been set back, and the minimum
		if used := shows - w.plan.Free.Milliseconds(); used > 0 {
			due = max((used-1)/w.plan.Period.Milliseconds()+1, int64(w.plan.Minimum))
		}
		w.purse += charged - w.plan.Price*money.Tokens(due)
		charged = w.plan.Price * money.Tokens(due)
	}
	r := receipts[0]
	w.tell("end, fault %v: %+v", fault, r)
	if receipts[1] != r {
		w.t.Errorf("the other closer got %+v", receipts[1])
	}
	if r.Gross-r.Refund != charged || r.Shares.Gross() != charged || r.MeteredSeconds != shows/1000 {
		w.t.Errorf("charged %v for %d s, want %v for %d ms", r.Gross-r.Refund, r.MeteredSeconds, charged, shows)
	}
	w.Holds(w.t, ledger.Wallet(w.plan.MemberID), w.purse)
	w.Holds(w.t, ledger.Hold(w.plan.ID), 0)
}
