package plain_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/kit/plain"
)

func TestWithoutCards(t *testing.T) {
	for text, want := range map[string]string{
		"4242424242424242":                          "••••••••••••4242",
		"mine: 4242 4242 4242 4242, 12/29":          "mine: ••••••••••••4242, 12/29",
		"5555-5555-5555-4444 and 378282246310005!":  "••••••••••••4444 and •••••••••••0005!",
		"4242424242424241":                          "4242424242424241", // its last digit is wrong
		"1234567812345670":                          "1234567812345670", // no network's
		"call +49 170 1234567":                      "call +49 170 1234567",
		"2026-11-23 12:00:00.000":                   "2026-11-23 12:00:00.000",
		"42424242424242424242":                      "42424242424242424242", // too long
		"1000000 tokens":                            "1000000 tokens",
		"https://l.test/06h0fs450c55h5p4sgrz6adm9r": "https://l.test/06h0fs450c55h5p4sgrz6adm9r",
	} {
		if got := plain.WithoutCards(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// Whatever stands around a card's number, and however it is grouped, no more than its
// last four digits are left; a text without thirteen digits in a row stays.
func TestAnyCardIsMasked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := fmt.Sprint(rapid.IntRange(2, 6).Draw(t, "network"))
		for range rapid.IntRange(11, 17).Draw(t, "more") {
			digits += fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "digit"))
		}
		digits += checkDigit(digits)
		gap := rapid.SampledFrom([]string{"", " ", "-"}).Draw(t, "gap")
		every := rapid.IntRange(1, 6).Draw(t, "every")
		var written strings.Builder
		for i, d := range digits {
			if i > 0 && i%every == 0 {
				written.WriteString(gap)
			}
			written.WriteRune(d)
		}
		around := rapid.StringMatching(`[a-z,.!? ]{0,12}[a-z,.!?]`).Draw(t, "around")
		got := plain.WithoutCards(around + written.String() + around)
		if want := around + strings.Repeat("•", len(digits)-4) + digits[len(digits)-4:] + around; got != want {
			t.Fatalf("%q became %q, want %q", written.String(), got, want)
		}
		short := rapid.StringMatching(`([a-z ]*[0-9]{1,12}[a-z])*`).Draw(t, "short")
		if got := plain.WithoutCards(short); got != short {
			t.Fatalf("%q became %q", short, got)
		}
	})
}

func checkDigit(digits string) string {
	for d := range 10 {
		whole := digits + fmt.Sprint(d)
		sum := 0
		for i := range len(whole) {
			n := int(whole[len(whole)-1-i]-'0') << (i % 2)
			sum += n/10 + n%10
		}
		if sum%10 == 0 {
			return fmt.Sprint(d)
		}
	}
	return ""
}
