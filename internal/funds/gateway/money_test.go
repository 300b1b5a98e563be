package gateway

import (
	"testing"

	"pgregory.net/rapid"
)

func TestTextAndBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(Currencies()).Draw(t, "currency")
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

func TestOnlyWhatAGatewayTakesIsRead(t *testing.T) {
	for _, code := range []string{"XXX", "ISK", ""} {
		if m, err := ParseMoney("10", code); err == nil {
			t.Errorf("%q, which no gateway takes, was read as %v", code, m)
		}
		if text, ok := (Money{10, code}).TextWith(2); ok {
			t.Errorf("%q, which no gateway takes, was written %s", code, text)
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
