// Package currency knows the currencies of ISO 4217, and writes and reads their amounts.
// An amount is an integer of minor units: cents of a dollar, whole yen, thousandths of a
// dinar.
package currency

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bojanz/currency"
)

// Currency is one of ISO 4217.
type Currency struct {
	Code     string // alphabetic, upper case
	Number   string // numeric, three digits
	Decimals int    // how many of a minor unit make a whole: 10^Decimals
}

// noMoney are the codes of the table that nobody is paid with: units of account, of funds
// and of next-day settlement.
var noMoney = []string{"BOV", "CHE", "CHW", "CLF", "COU", "MXV", "USN", "UYI", "UYW", "XAD"}

// Of finds a currency by its alphabetic code.
func Of(code string) (Currency, bool) {
	number, known := currency.GetNumericCode(code)
	if !known || slices.Contains(noMoney, code) {
		return Currency{}, false
	}
	decimals, _ := currency.GetDigits(code)
	return Currency{code, number, int(decimals)}, true
}

// Decimals is how many decimals a currency has. An unknown one has two.
func Decimals(code string) int {
	if c, known := Of(code); known {
		return c.Decimals
	}
	return 2
}

// Scale is how many minor units one unit of a currency has.
func Scale(code string) int64 {
	scale := int64(1)
	for range Decimals(code) {
		scale *= 10
	}
	return scale
}

// Text writes an amount with the decimals of its currency and a point: 1234.50.
func Text(minor int64, code string) string {
	return Point(strconv.FormatInt(minor, 10), Decimals(code))
}

// TextWith writes an amount with the given number of decimals. It reports false for an
// amount that is finer or too large, and for an unknown currency.
func TextWith(minor int64, code string, decimals int) (string, bool) {
	c, known := Of(code)
	for range c.Decimals - decimals {
		if minor%10 != 0 {
			return "", false
		}
		minor /= 10
	}
	for range decimals - c.Decimals {
		if minor > math.MaxInt64/10 || minor < math.MinInt64/10 {
			return "", false
		}
		minor *= 10
	}
	return Point(strconv.FormatInt(minor, 10), decimals), known
}

// Point puts the point into an integer of minor units, which may have a sign.
func Point(minor string, decimals int) string {
	sign, digits := "", minor
	if strings.HasPrefix(minor, "-") {
		sign, digits = "-", minor[1:]
	}
	if decimals == 0 {
		return minor
	}
	if short := decimals + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	return sign + digits[:len(digits)-decimals] + "." + digits[len(digits)-decimals:]
}

// Parse reads a decimal text into minor units. More decimals than the currency has are
// read when they are zeros, and are an error otherwise: nothing is rounded. Signs, spaces,
// exponents and separators of thousands are errors too.
func Parse(text, code string) (minor int64, err error) {
	c, known := Of(code)
	if !known {
		return 0, fmt.Errorf("the currency %q is not known", code)
	}
	whole, part, point := strings.Cut(text, ".")
	if len(part) > c.Decimals && strings.Trim(part[c.Decimals:], "0") == "" {
		part = part[:c.Decimals]
	} else if point && part == "" {
		return 0, notAmount(text, code)
	}
	if whole == "" || len(text) > 32 || len(part) > c.Decimals || !isDigits(whole) || !isDigits(part) {
		return 0, notAmount(text, code)
	}
	minor, err = strconv.ParseInt(whole+part+strings.Repeat("0", c.Decimals-len(part)), 10, 64)
	if err != nil {
		return 0, notAmount(text, code)
	}
	return minor, nil
}

func notAmount(text, code string) error {
	return fmt.Errorf("%.40q is not an amount of %s", text, code)
}

func isDigits(text string) bool { return strings.Trim(text, "0123456789") == "" }
