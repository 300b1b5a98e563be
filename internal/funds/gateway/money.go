package gateway

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"limelight/internal/kit/currency"
	"limelight/internal/kit/fault"
)

// Money is an amount of a currency in its minor units: cents of a dollar, whole
// yen.
type Money struct {
	Minor    int64  `json:"minor"`
	Currency string `json:"currency"` // ISO 4217, upper case
}

// currencies are the codes of those that any gateway here takes.
var currencies = strings.Fields(`
	AED AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF INR JPY KWD MXN MYR NOK NZD PLN RON SEK SGD THB USD`)

// Currencies are all that a gateway may take, by code.
func Currencies() []currency.Currency {
	var list []currency.Currency
	for _, code := range currencies {
		c, _ := CurrencyOf(code)
		list = append(list, c)
	}
	return list
}

// CurrencyOf finds a currency that a gateway may take by its alphabetic code.
func CurrencyOf(code string) (currency.Currency, bool) {
	if !slices.Contains(currencies, code) {
		return currency.Currency{}, false
	}
	return currency.Of(code)
}

// CurrencyNumbered finds a currency by its numeric code; a lost leading zero is
// forgiven, since some vendors send a number.
func CurrencyNumbered(number string) (currency.Currency, bool) {
	if len(number) == 2 {
		number = "0" + number
	}
	for _, c := range Currencies() {
		if c.Number == number {
			return c, true
		}
	}
	return currency.Currency{}, false
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
func (m Money) Text() string { return currency.Text(m.Minor, m.Currency) }

// TextWith writes the amount with the given number of decimals, for a vendor
// that wants two of every currency. It reports false for an amount that is finer.
func (m Money) TextWith(decimals int) (string, bool) {
	text, ok := currency.TextWith(m.Minor, m.Currency, decimals)
	return text, ok && slices.Contains(currencies, m.Currency)
}

// ParseMoney reads a vendor's decimal text, without rounding, as currency.Parse does.
func ParseMoney(text, code string) (Money, error) {
	if _, known := CurrencyOf(code); !known {
		return Money{}, fmt.Errorf("gateway: the currency %q is not known", code)
	}
	minor, err := currency.Parse(text, code)
	if err != nil {
		return Money{}, fmt.Errorf("gateway: %w", err)
	}
	return Money{Minor: minor, Currency: code}, nil
}
