package meter

import (
	"math/bits"
	"time"

	"limelight/internal/kit/money"
)

// tariff is the arithmetic of a plan: which periods a metered time has begun, how
// far they pay, what must stay held, what comes back. It knows no clock and no
// ledger. A metered time is how long the clock has run, the free time included.
type tariff struct {
	price   money.Tokens
	period  time.Duration
	free    time.Duration
	minimum int  // periods that are due once the first has begun; at least 1
	renews  bool // another period follows while the member can pay
}

// paidUntil is the metered time to which the first n periods pay.
func (t tariff) paidUntil(n int) time.Duration {
	return t.free + time.Duration(n)*t.period
}

// begun is how many periods must be captured while the clock runs: period n is
// due at its very start.
func (t tariff) begun(metered time.Duration) int {
	if metered < t.free {
		return 0
	}
	return int((metered-t.free)/t.period) + 1
}

// entered is how many periods must be captured when the clock stops: one that
// would begin at this instant is not used, and not due.
func (t tariff) entered(metered time.Duration) int {
	if metered <= t.free {
		return 0
	}
	return int((metered-t.free-1)/t.period) + 1
}

// due is how many periods are charged when the member ends at metered: those that
// began, and the minimum. Who leaves before the first owes nothing.
func (t tariff) due(metered time.Duration) int {
	entered := t.entered(metered)
	if entered == 0 {
		return 0
	}
	return max(entered, t.minimum)
}

// reserve is what must be held once n periods are captured: the rest of the
// minimum, and one period ahead while another may follow.
func (t tariff) reserve(n int) money.Tokens {
	ahead := max(0, t.minimum-n)
	if t.renews {
		ahead = max(1, ahead)
	}
	return t.price * money.Tokens(ahead)
}

// left is how long what is paid and funds, which are held and available, last.
func (t tariff) left(metered time.Duration, n int, funds money.Tokens) time.Duration {
	return max(0, t.paidUntil(n)-metered) + time.Duration(funds/t.price)*t.period
}

// refund is what comes back of n periods when the time ends at metered through no
// doing of the member's: ceil(price × unused ÷ period). A clock that was set back
// to its last certain instant may leave more than one period unused.
func (t tariff) refund(metered time.Duration, n int) money.Tokens {
	unused := min(t.paidUntil(n)-max(metered, t.free), time.Duration(n)*t.period)
	if unused <= 0 {
		return 0
	}
	return ceilOf(t.price, unused, t.period)
}

// ceilOf is ceil(price × part ÷ whole) without overflow. All three are positive
// and the result fits.
func ceilOf(price money.Tokens, part, whole time.Duration) money.Tokens {
	high, low := bits.Mul64(uint64(price), uint64(part.Milliseconds()))
	low, carry := bits.Add64(low, uint64(whole.Milliseconds()-1), 0)
	quotient, _ := bits.Div64(high+carry, low, uint64(whole.Milliseconds()))
	return money.Tokens(quotient)
}

// warnings are the times left at which a member is told, longest first.
var warnings = [...]time.Duration{120 * time.Second, 60 * time.Second, 15 * time.Second}

// level is the shortest warning that left has reached, in seconds; 0 for none.
func level(left time.Duration) (seconds int) {
	for _, w := range warnings {
		if left <= w {
			seconds = int(w / time.Second)
		}
	}
	return seconds
}

// untilWarning is how long until the next warning is reached; ok is false when
// none is to come.
func untilWarning(left time.Duration) (wait time.Duration, ok bool) {
	for _, w := range warnings {
		if left > w {
			return left - w, true
		}
	}
	return 0, false
}

// ceilSeconds rounds a time up to whole seconds, as a countdown shows it.
func ceilSeconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }
