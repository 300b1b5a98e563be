package meter

import (
	"math/big"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/kit/money"
)

const minute = time.Minute

var perMinute = tariff{price: 333, period: minute, free: 15 * time.Second, minimum: 1, renews: true}

// A period is due at its start while the clock runs, and not due when the clock
// stops at that very instant.
func TestPeriods(t *testing.T) {
	for _, c := range []struct {
		metered        time.Duration
		begun, entered int
	}{
		{0, 0, 0},
		{15*time.Second - 1, 0, 0},
		{15 * time.Second, 1, 0},
		{15*time.Second + time.Millisecond, 1, 1},
		{75*time.Second - time.Millisecond, 1, 1},
		{75 * time.Second, 2, 1},
		{75*time.Second + time.Millisecond, 2, 2},
		{15*time.Second + 10*minute, 11, 10},
	} {
		if got := perMinute.begun(c.metered); got != c.begun {
			t.Errorf("%d periods have begun at %v, want %d", got, c.metered, c.begun)
		}
		if got := perMinute.entered(c.metered); got != c.entered {
			t.Errorf("%d periods were entered at %v, want %d", got, c.metered, c.entered)
		}
	}
	atOnce := tariff{price: 1, period: minute, minimum: 1, renews: true}
	if atOnce.begun(0) != 1 || atOnce.entered(0) != 0 {
		t.Errorf("without free time %d have begun and %d were entered at 0", atOnce.begun(0), atOnce.entered(0))
	}
}

// While another period may follow, one is held ahead; before that, the rest of
// the minimum is.
func TestReserve(t *testing.T) {
	for _, c := range []struct {
		minimum int
		renews  bool
		n       int
		periods money.Tokens
	}{
		{1, true, 0, 1}, {1, true, 1, 1}, {1, true, 9, 1},
		{3, true, 0, 3}, {3, true, 1, 2}, {3, true, 2, 1}, {3, true, 3, 1},
		{1, false, 0, 1}, {1, false, 1, 0}, {2, false, 1, 1}, {2, false, 5, 0},
	} {
		tariff := tariff{price: 333, period: minute, minimum: c.minimum, renews: c.renews}
		if got := tariff.reserve(c.n); got != 333*c.periods {
			t.Errorf("minimum %d, renews %v: %v are held after %d periods, want %d periods", c.minimum, c.renews, got, c.n, c.periods)
		}
	}
}

func TestLeft(t *testing.T) {
	for _, c := range []struct {
		metered time.Duration
		n       int
		funds   money.Tokens
		want    time.Duration
	}{
		{0, 0, 333, 75 * time.Second},
		{15 * time.Second, 1, 332, minute},
		{45 * time.Second, 1, 999, 30*time.Second + 3*minute},
		{76 * time.Second, 1, 0, 0}, // past the boundary
	} {
		if got := perMinute.left(c.metered, c.n, c.funds); got != c.want {
			t.Errorf("at %v with %d periods and %v the money lasts %v, want %v", c.metered, c.n, c.funds, got, c.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		left  time.Duration
		level int
		wait  time.Duration // 0: none to come
	}{
		{10 * minute, 0, 8 * minute},
		{2*minute + time.Millisecond, 0, time.Millisecond},
		{2 * minute, 120, minute},
		{75 * time.Second, 120, 15 * time.Second},
		{minute, 60, 45 * time.Second},
		{15 * time.Second, 15, 0},
		{0, 15, 0},
	} {
		wait, ok := untilWarning(c.left)
		if level(c.left) != c.level || wait != c.wait || ok != (c.wait > 0) {
			t.Errorf("%v left: warning %d, the next in %v (%v), want %d and %v", c.left, level(c.left), wait, ok, c.level, c.wait)
		}
	}
}

func TestRefund(t *testing.T) {
	for _, c := range []struct {
		metered time.Duration
		n       int
		want    money.Tokens
	}{
		{0, 0, 0},
		{10 * time.Second, 0, 0},                                  // the free seconds cost nothing, and give nothing
		{15 * time.Second, 1, 333},                                // the minute has just begun
		{45 * time.Second, 1, 167},                                // ceil(3.33 ÷ 2)
		{75*time.Second - time.Millisecond, 1, 1},                 // a millisecond is worth a unit
		{75 * time.Second, 1, 0},                                  // used up
		{75 * time.Second, 2, 333},                                // captured at this instant
		{70 * time.Second, 2, 361},                                // set back by a crash: 65 s are unused
		{5 * time.Second, 2, 666},                                 // set back into the free seconds: never above what was paid
		{perMinute.paidUntil(7) - 20*time.Second, 7, 111},         // exact
		{perMinute.paidUntil(7) - 20001*time.Millisecond, 7, 112}, // and rounded up
	} {
		if got := perMinute.refund(c.metered, c.n); got != c.want {
			t.Errorf("%d periods ended at %v refund %d units, want %d", c.n, c.metered, got, c.want)
		}
	}
}

// The refund is exact for every price a transfer can carry, and what remains is
// floor(price × used ÷ period).
func TestRefundAgreesWithBigNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		plan := tariff{
			price:  money.Tokens(rapid.Int64Range(1, 1<<53).Draw(t, "price")),
			period: millis(rapid.Int64Range(1, 600_000).Draw(t, "period")),
			free:   millis(rapid.Int64Range(0, 60_000).Draw(t, "free")), minimum: 1, renews: true,
		}
		n := rapid.IntRange(0, 500).Draw(t, "periods")
		metered := millis(rapid.Int64Range(0, plan.paidUntil(n).Milliseconds()).Draw(t, "metered"))
		used := max(0, metered-plan.free).Milliseconds()
		charged := new(big.Int).Mul(big.NewInt(int64(plan.price)), big.NewInt(used))
		charged.Div(charged, big.NewInt(plan.period.Milliseconds()))
		gross := new(big.Int).Mul(big.NewInt(int64(plan.price)), big.NewInt(int64(n)))
		want := gross.Sub(gross, charged)
		if got := plan.refund(metered, n); want.Cmp(big.NewInt(int64(got))) != 0 {
			t.Fatalf("refund %d, want %d", got, want)
		}
	})
}
