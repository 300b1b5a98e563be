package payouts

import (
	"math"
	"math/bits"

	"limelight/internal/kit/currency"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
)

// errTooMuch refuses what no amount of money can be written for.
var errTooMuch = fault.New(fault.Conflict, "This is more than one payout can carry.")

// perUnit divides: a rate is in ten-thousandths, a token has a hundred units.
const perUnit = 10_000 * money.Unit

// worth says what units are worth, and how many of them that takes, since an
// amount is whole minor units: the rest stays with its owner (behaviours.md,
// "Payouts"). rate is in ten-thousandths of a unit of the currency code per token.
//
//	minor   = floor(units × rate × scale ÷ 1,000,000)
//	reserve = ceil(minor × 1,000,000 ÷ (rate × scale))
func worth(units money.Tokens, rate int64, code string) (minor int64, reserve money.Tokens, err error) {
	if units < 0 || rate <= 0 {
		return 0, 0, ErrNoRate
	}
	over, factor := bits.Mul64(uint64(rate), uint64(currency.Scale(code)))
	if over != 0 {
		return 0, 0, errTooMuch
	}
	amount, _, fits := mulDiv(uint64(units), factor, perUnit)
	if !fits || amount > math.MaxInt64 {
		return 0, 0, errTooMuch
	}
	taken, rest, fits := mulDiv(amount, perUnit, factor)
	if !fits || taken > math.MaxInt64-1 {
		return 0, 0, errTooMuch
	}
	if rest > 0 {
		taken++
	}
	return int64(amount), money.Tokens(taken), nil
}

// mulDiv is a × b ÷ c and its rest, with 128 bits in between.
func mulDiv(a, b, c uint64) (quotient, rest uint64, fits bool) {
	high, low := bits.Mul64(a, b)
	if high >= c {
		return 0, 0, false
	}
	quotient, rest = bits.Div64(high, low, c)
	return quotient, rest, true
}
