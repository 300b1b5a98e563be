package currency_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	table "github.com/bojanz/currency"

	"limelight/internal/kit/currency"
)

// The currencies whose minor unit is not a hundredth (ISO 4217, list one), so that another
// version of the table cannot price them anew without somebody who sees it.
var odd = map[int]string{
	0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF",
	3: "BHD IQD JOD KWD LYD OMR TND",
}

// codes are those of the table that are currencies.
func codes() []string {
	return slices.DeleteFunc(slices.Clone(table.GetCurrencyCodes()), func(code string) bool {
		_, known := currency.Of(code)
		return !known
	})
}

func TestEveryCurrencyHasTheDecimalsOfISO4217(t *testing.T) {
	numbers := map[string]string{}
	for _, code := range codes() {
		want := 2
		for decimals, codes := range odd {
			if slices.Contains(strings.Fields(codes), code) {
				want = decimals
			}
		}
		c, known := currency.Of(code)
		if !known || c.Code != code || c.Decimals != want || len(c.Number) != 3 || numbers[c.Number] != "" {
			t.Errorf("%s is %+v, want %d decimals and a number of its own", code, c, want)
		}
		numbers[c.Number] = code
	}
	if len(numbers) != 155 {
		t.Errorf("there are %d currencies, want 155", len(numbers))
	}
}

func TestEveryCurrencyIsWrittenAndReadBack(t *testing.T) {
	for _, code := range codes() {
		for _, minor := range []int64{0, 1, 9, 10, 99, 100, 999, 1000, 123_456, math.MaxInt64} {
			text := currency.Text(minor, code)
			if back, err := currency.Parse(text, code); err != nil || back != minor {
				t.Errorf("%d %s was written %s and read %d (%v)", minor, code, text, back, err)
			}
		}
		if whole := currency.Text(currency.Scale(code), code); strings.TrimRight(whole, ".0") != "1" {
			t.Errorf("one %s is written %s", code, whole)
		}
	}
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		minor          int64
		code, own, two string
	}{
		{1000, "USD", "10.00", "10.00"}, {5, "EUR", "0.05", "0.05"}, {0, "EUR", "0.00", "0.00"}, {123456, "EUR", "1234.56", "1234.56"},
		{1000, "JPY", "1000", "1000.00"}, {0, "JPY", "0", "0.00"}, {1230, "KWD", "1.230", "1.23"}, {0, "KWD", "0.000", "0.00"},
		{-5, "USD", "-0.05", "-0.05"}, {-5, "JPY", "-5", "-5.00"}, {math.MinInt64, "USD", "-92233720368547758.08", "-92233720368547758.08"},
	} {
		if two, ok := currency.TextWith(c.minor, c.code, 2); currency.Text(c.minor, c.code) != c.own || two != c.two || !ok {
			t.Errorf("%d %s is written %s and %s", c.minor, c.code, currency.Text(c.minor, c.code), two)
		}
	}
	for _, c := range []struct {
		minor int64
		code  string
	}{{1234, "KWD"}, {math.MaxInt64, "JPY"}, {math.MinInt64, "JPY"}, {100, "CLF"}} {
		if text, ok := currency.TextWith(c.minor, c.code, 2); ok {
			t.Errorf("%d %s was written %s with two decimals", c.minor, c.code, text)
		}
	}
}

func TestParseRefusesWhatIsNoAmount(t *testing.T) {
	for _, text := range []string{
		"", ".", "1.", ".5", "-1.00", "+1.00", "1e3", "1,00", "1.005", " 1.00", "1.00 ", "0x10", "NaN", "١.٠٠",
		"1.0.0", "99999999999999999999", "10.00000000000000000000000000000001",
	} {
		if minor, err := currency.Parse(text, "USD"); err == nil {
			t.Errorf("%q was read as %d cents", text, minor)
		}
	}
	for _, c := range [][2]string{{"10.5", "JPY"}, {"10.", "JPY"}, {"1.2345", "KWD"}, {"10", "XXX"}, {"10", "usd"}, {"10", "CLF"}, {"10", ""}} {
		if minor, err := currency.Parse(c[0], c[1]); err == nil {
			t.Errorf("%s %s was read as %d", c[0], c[1], minor)
		}
	}
	for text, want := range map[string]int64{"10": 1000, "10.5": 1050, "10.500000": 1050, "0010.00": 1000} {
		if minor, err := currency.Parse(text, "USD"); err != nil || minor != want {
			t.Errorf("%q was read as %d (%v), want %d", text, minor, err, want)
		}
	}
}

func TestWhatIsNoCurrency(t *testing.T) {
	for _, code := range []string{"", "usd", "XXX", "XAU", "CLF", "USN", "EURO"} {
		if c, known := currency.Of(code); known {
			t.Errorf("%q is the currency %+v", code, c)
		}
	}
	if n := currency.Decimals("XXX"); n != 2 {
		t.Errorf("an unknown currency has %d decimals, want 2", n)
	}
}
