package money

import (
	"encoding/json"
	"errors"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := Tokens(rapid.Int64Range(-1e15, 1e15).Draw(t, "amount"))
		text, err := json.Marshal(amount)
		if err != nil {
			t.Fatal(err)
		}
		var back Tokens
		if err := json.Unmarshal(text, &back); err != nil || back != amount {
			t.Fatalf("%d became %s and then %d (%v)", amount, text, back, err)
		}
	})
}

func TestFinerThanAHundredthIsRefused(t *testing.T) {
	for _, text := range []string{"1.005", "1e3", `"5"`, "", "-", ".5", "1.", "0x1", "+1", "NaN", "99999999999999999999"} {
		var amount Tokens
		if err := json.Unmarshal([]byte(text), &amount); err == nil {
			t.Errorf("%q was read as %v", text, amount)
		}
	}
	for text, finer := range map[string]bool{"1.005": true, "-0.001": true, "1.": false, "1e3": false, "1.2345e3": false, "x.005": false} {
		if _, err := Parse(text); errors.Is(err, ErrFiner) != finer {
			t.Errorf("%q is refused as %v", text, err)
		}
	}
	amount := Whole(3)
	if err := json.Unmarshal([]byte("null"), &amount); err != nil || amount != Whole(3) {
		t.Errorf("null made %v of 3 tokens (%v)", amount, err)
	}
}

func TestSharesRoundDown(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := rapid.Int64Range(0, 1<<55).Draw(t, "amount")
		rate := rapid.Int64Range(0, 10_000).Draw(t, "rate")
		exact := new(big.Int).Div(new(big.Int).Mul(big.NewInt(amount), big.NewInt(rate)), big.NewInt(10_000))
		if got := Rate(rate).Of(Tokens(amount)); int64(got) != exact.Int64() {
			t.Fatalf("%d bp of %d is %d, want %d", rate, amount, got, exact)
		}
	})
}

func TestWrittenForPeople(t *testing.T) {
	for amount, want := range map[Tokens]string{0: "0.00", 5: "0.05", -5: "-0.05", 2850: "28.50", Whole(12): "12.00"} {
		if got := amount.String(); got != want {
			t.Errorf("%d units read %q, want %q", int64(amount), got, want)
		}
	}
}
