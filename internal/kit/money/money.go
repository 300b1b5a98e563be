// Package money counts tokens and rates in integers. No floating point touches
// an amount: a token is 100 units, a rate is in basis points, and every
// division says which way it rounds.
package money

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Unit is how many units one token has.
const Unit = 100

// Tokens is an amount in hundredths of a token. On the wire it is a JSON number
// with at most two decimals.
type Tokens int64

// Whole is n tokens.
func Whole(n int64) Tokens { return Tokens(n * Unit) }

// String writes the amount with two decimals, such as "28.50".
func (t Tokens) String() string {
	text, n := make([]byte, 0, 24), uint64(t)
	if t < 0 {
		text, n = append(text, '-'), -n
	}
	text = strconv.AppendUint(text, n/Unit, 10)
	return string(append(text, '.', byte('0'+n%Unit/10), byte('0'+n%10)))
}

// Brief writes the amount without needless zeros: 28, 28.5, 28.05.
func (t Tokens) Brief() string {
	return strings.TrimSuffix(strings.TrimRight(t.String(), "0"), ".")
}

// MarshalJSON writes the amount as a number, briefly.
func (t Tokens) MarshalJSON() ([]byte, error) { return []byte(t.Brief()), nil }

// UnmarshalJSON reads a number with at most two decimals; anything finer, a
// string or an exponent is refused rather than rounded. As everywhere in JSON,
// null changes nothing.
func (t *Tokens) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		return nil
	}
	parsed, err := Parse(string(text))
	if err != nil {
		return err
	}
	*t = parsed
	return nil
}

// ErrFiner refuses an amount finer than a unit.
var ErrFiner = errors.New("more than two decimals")

// Parse reads a decimal number of tokens with at most two decimals; one that has
// more of them is ErrFiner.
func Parse(text string) (Tokens, error) {
	whole, cents, hasPoint := strings.Cut(text, ".")
	if _, err := strconv.ParseFloat(text, 64); err == nil && len(cents) > 2 && !strings.ContainsAny(cents, "eE") {
		return 0, fmt.Errorf("%q: %w", text, ErrFiner)
	}
	if hasPoint && (cents == "" || len(cents) > 2) {
		return 0, fmt.Errorf("%q is not an amount with at most two decimals", text)
	}
	for len(cents) < 2 {
		cents += "0"
	}
	n, err := strconv.ParseInt(whole+cents, 10, 64)
	if err != nil || whole == "" || whole == "-" || strings.HasPrefix(whole, "+") {
		return 0, fmt.Errorf("%q is not an amount with at most two decimals", text)
	}
	return Tokens(n), nil
}

// Full is the rate of the whole, 100 %.
const Full Rate = 10_000

// Rate is a share in basis points, 0 to 10,000.
type Rate int64

// Percent is a rate of n percent.
func Percent(n int64) Rate { return Rate(n * 100) }

// Valid reports whether the rate lies between nothing and all.
func (r Rate) Valid() bool { return r >= 0 && r <= Full }

// Of is the share of an amount, rounded down to a unit. The amount must not be
// negative; it is split without overflow for every amount that fits in Tokens.
func (r Rate) Of(t Tokens) Tokens {
	whole, rest := int64(t)/int64(Full), int64(t)%int64(Full)
	return Tokens(whole*int64(r) + rest*int64(r)/int64(Full))
}
