package gateway

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"limelight/internal/kit/fault"
)

// Money is an amount of a currency in its minor units: cents of a dollar, whole
// yen.
type Money struct {
	Minor    int64  `json:"minor"`
	Currency string `json:"currency"` // ISO 4217, upper case
}

// Currency is what a vendor must know of one.
type Currency struct {
	Code     string // alphabetic, upper case
	Number   string // numeric, three digits
	Decimals int    // how many of a minor unit make a whole: 10^Decimals
}

// currencies are those of ISO 4217 that any gateway here takes.
var currencies = []Currency{
	{"AED", "784", 2}, {"AUD", "036", 2}, {"BRL", "986", 2}, {"CAD", "124", 2}, {"CHF", "756", 2},
	{"CZK", "203", 2}, {"DKK", "208", 2}, {"EUR", "978", 2}, {"GBP", "826", 2}, {"HKD", "344", 2},
	{"HUF", "348", 2}, {"INR", "356", 2}, {"JPY", "392", 0}, {"KWD", "414", 3}, {"MXN", "484", 2},
	{"MYR", "458", 2}, {"NOK", "578", 2}, {"NZD", "554", 2}, {"PLN", "985", 2}, {"RON", "946", 2},
	{"SEK", "752", 2}, {"SGD", "702", 2}, {"THB", "764", 2}, {"USD", "840", 2},
}

// Currencies are all that the house knows, by code.
func Currencies() []Currency { return append([]Currency(nil), currencies...) }

// CurrencyOf finds a currency by its alphabetic code.
func CurrencyOf(code string) (Currency, bool) {
	for _, c := range currencies {
		if c.Code == code {
			return c, true
		}
	}
	return Currency{}, false
}

// CurrencyNumbered finds a currency by its numeric code; a lost leading zero is
// forgiven, since some vendors send a number.
func CurrencyNumbered(number string) (Currency, bool) {
	if len(number) == 2 {
		number = "0" + number
	}
	for _, c := range currencies {
		if c.Number == number {
			return c, true
		}
	}
	return Currency{}, false
}

// String writes the amount for a person: "10.00 USD".
func (m Money) String() string {
	if m.Currency == "" {
		return "nothing"
	}
	return m.Text() + " " + m.Currency
}

// Valid refuses an unknown currency and an amount that no vendor could write.
func (m Money) Valid() error {
	if _, ok := CurrencyOf(m.Currency); !ok {
		return fault.Field("currency", "The currency %q is not known", m.Currency)
	}
	if m.Minor < 0 || m.Minor > math.MaxInt64/1000 {
		return fault.Field("price", "The price is out of range")
	}
	return nil
}

// Text writes the amount with the currency's own number of decimals.
func (m Money) Text() string {
	c, _ := CurrencyOf(m.Currency)
	return decimal(m.Minor, c.Decimals)
}

// TextWith writes the amount with the given number of decimals, for a vendor
// that wants two of every currency. It reports false for an amount that is finer.
func (m Money) TextWith(decimals int) (string, bool) {
	c, known := CurrencyOf(m.Currency)
	minor := m.Minor
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
	return decimal(minor, decimals), known
}

func decimal(n int64, decimals int) string {
	sign, digits := "", strconv.FormatInt(n, 10)
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	if decimals == 0 {
		return sign + digits
	}
	if short := decimals + 1 - len(digits); short > 0 {
		digits = strings.Repeat("0", short) + digits
	}
	return sign + digits[:len(digits)-decimals] + "." + digits[len(digits)-decimals:]
}

// ParseMoney reads a vendor's decimal text. More decimals than the currency has
// are read when they are zeros, and are an error otherwise: nothing is rounded.
// Signs, spaces, exponents and separators of thousands are errors too.
func ParseMoney(text, currency string) (Money, error) {
	c, ok := CurrencyOf(currency)
	if !ok {
		return Money{}, fmt.Errorf("gateway: the currency %q is not known", currency)
	}
	whole, part, point := strings.Cut(text, ".")
	if len(part) > c.Decimals && strings.Trim(part[c.Decimals:], "0") == "" {
		part = part[:c.Decimals]
	} else if point && part == "" {
		return Money{}, notAmount(text, currency)
	}
	if whole == "" || len(text) > 32 || len(part) > c.Decimals || !digits(whole) || !digits(part) {
		return Money{}, notAmount(text, currency)
	}
	part += strings.Repeat("0", c.Decimals-len(part))
	minor, err := strconv.ParseInt(whole+part, 10, 64)
	if err != nil {
		return Money{}, notAmount(text, currency)
	}
	return Money{Minor: minor, Currency: currency}, nil
}

func notAmount(text, currency string) error {
	return fmt.Errorf("gateway: %.40q is not an amount of %s", text, currency)
}

func digits(text string) bool {
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}
