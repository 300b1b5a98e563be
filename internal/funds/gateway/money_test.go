package gateway

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTextAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(currencies).Draw(t, "currency")
		m := Money{Minor: rapid.Int64Range(0, 1e15).Draw(t, "minor"), Currency: c.Code}
		if back, err := ParseMoney(m.Text(), c.Code); err != nil || back != m {
			t.Fatalf("%v was written %s and read %v (%v)", m, m.Text(), back, err)
		}
		text, ok := m.TextWith(2)
		if !ok {
			if c.Decimals <= 2 || m.Minor%10 == 0 {
				t.Fatalf("%v has no text with two decimals", m)
			}
			return
		}
		if back, err := ParseMoney(text, c.Code); err != nil || back != m {
			t.Fatalf("%v was written %s and read %v (%v)", m, text, back, err)
		}
	})
}

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		m         Money
		own, with string
	}{
		{Money{1000, "USD"}, "10.00", "10.00"},
		{Money{5, "EUR"}, "0.05", "0.05"},
		{Money{0, "EUR"}, "0.00", "0.00"},
		{Money{1000, "JPY"}, "1000", "1000.00"},
		{Money{1230, "KWD"}, "1.230", "1.23"},
		{Money{-5, "USD"}, "-0.05", "-0.05"},
	} {
		if with, ok := c.m.TextWith(2); c.m.Text() != c.own || with != c.with || !ok {
			t.Errorf("%+v is written %s and %s", c.m, c.m.Text(), with)
		}
	}
	if text, ok := (Money{1234, "KWD"}).TextWith(2); ok {
		t.Errorf("a thousandth of a dinar was written %s", text)
	}
}

func TestWhatIsNoAmount(t *testing.T) {
	for _, text := range []string{
		"", ".", "1.", ".5", "-1.00", "+1.00", "1e3", "1,00", "1.005", " 1.00", "1.00 ", "0x10", "NaN", "١.٠٠",
		"1.0.0", "99999999999999999999", "10.00000000000000000000000000000001",
	} {
		if m, err := ParseMoney(text, "USD"); err == nil {
			t.Errorf("%q was read as %v", text, m)
		}
	}
	if m, err := ParseMoney("10.5", "JPY"); err == nil {
		t.Errorf("half a yen was read as %v", m)
	}
	if m, err := ParseMoney("10", "XXX"); err == nil {
		t.Errorf("an unknown currency was read as %v", m)
	}
	for text, want := range map[string]int64{"10": 1000, "10.5": 1050, "10.500000": 1050, "0010.00": 1000} {
		if m, err := ParseMoney(text, "USD"); err != nil || m.Minor != want {
			t.Errorf("%q was read as %v (%v), want %d", text, m, err, want)
		}
	}
}

func TestCurrencies(t *testing.T) {
	codes, numbers := map[string]bool{}, map[string]bool{}
	for _, c := range Currencies() {
		if codes[c.Code] || numbers[c.Number] || len(c.Code) != 3 || len(c.Number) != 3 {
			t.Errorf("%+v is there twice, or misshapen", c)
		}
		codes[c.Code], numbers[c.Number] = true, true
		if back, ok := CurrencyNumbered(c.Number); !ok || back != c {
			t.Errorf("%s is not found by %s", c.Code, c.Number)
		}
	}
	if c, ok := CurrencyNumbered("36"); !ok || c.Code != "AUD" {
		t.Errorf("a number without its zero is %v", c)
	}
}
