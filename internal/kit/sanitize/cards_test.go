package sanitize_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"limelight/internal/kit/sanitize"
)

func TestWithoutCards(t *testing.T) {
	const one = "••••••••••••4242"
	for text, want := range map[string]string{
		"4242424242424242":                         one,
		"mine: 4242 4242 4242 4242, 12/29":         "mine: " + one + ", 12/29",
		"5555-5555-5555-4444 and 378282246310005!": "••••••••••••4444 and •••••••••••0005!",

		// In other groups, with other gaps, in other digits.
		"4242.4242.4242.4242":                     one,
		"4242  4242  4242  4242":                  one,
		"4242 - 4242 - 4242 - 4242":               one,
		"4242\u00a04242\u20094242\u202f4242":      one,
		"4242\u200b4242\u00ad4242\u20604242":      one,
		"4242–4242—4242_4242":                     one,
		"4242\t4242\n4242 4242":                   one,
		"4242 4242 4242 4242":                     one,
		"４２４２４２４２４２４２４２４２":                        one,
		"٤٢٤٢ ٤٢٤٢ ٤٢٤٢ ٤٢٤٢":                     one,
		"𝟒𝟐𝟒𝟐 𝟒𝟐𝟒𝟐 𝟒𝟐𝟒𝟐 𝟒𝟐𝟒𝟐":                     one,
		"4\ufe0f\u20e3242 4242 4242 4242":         one,
		"4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2":         one,
		"4242/4242|4242,4242":                     one,
		"4242424242424242 4\u200b242424242424242": one + " " + one,
		"42 424242 42424242":                      one,
		"3782 822463 10005":                       "•••••••••••0005",
		"6200 0000 0000 0000 000":                 "•••••••••••••••0000",
		"3056 930902 5904":                        "••••••••••5904",

		// Beside other digits.
		"4242 4242 4242 4242 12 29 123":                    one + " 12 29 123",
		"4242424242424242 123":                             one + " 123",
		"1. 4242 4242 4242 4242":                           "1. " + one,
		"29 4242424242424242":                              "29 " + one,
		"4242 4242 4242 4242 5555 5555 5555 4444":          one + " ••••••••••••4444",
		"2 cards: 4242-4242-4242-4242/5555-5555-5555-4444": "2 cards: " + one + "/••••••••••••4444",

		// No cards.
		"4242424242424241":                          "4242424242424241",     // its last digit is wrong
		"1234567812345670":                          "1234567812345670",     // no network's
		"424242424242420":                           "424242424242420",      // no length of this network's
		"42424242424242424242":                      "42424242424242424242", // too long
		"call +49 170 1234567":                      "call +49 170 1234567",
		"555 123 4567, 555 987 6543":                "555 123 4567, 555 987 6543",
		"2026-11-23 12:00:00.000":                   "2026-11-23 12:00:00.000",
		"23.11.2026 24.11.2026 25.11.2026":          "23.11.2026 24.11.2026 25.11.2026",
		"20 25 50 100 200 250 500 1000 tokens":      "20 25 50 100 200 250 500 1000 tokens",
		"1.000.000 or 4.242.424.242.424":            "1.000.000 or 4.242.424.242.424",
		"DE89 3704 0044 0532 0130 00":               "DE89 3704 0044 0532 0130 00",
		"550e8400-e29b-41d4-a716-446655440000":      "550e8400-e29b-41d4-a716-446655440000",
		"https://l.test/06h0fs450c55h5p4sgrz6adm9r": "https://l.test/06h0fs450c55h5p4sgrz6adm9r",
		"": "",
	} {
		if got := sanitize.WithoutCards(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// Every cleaned text is without cards, what names something in others' books is not.
func TestWhichTextsHaveNoCards(t *testing.T) {
	for name, got := range map[string]string{
		"a line": sanitize.Line("4242 4242\n4242 4242"), "paragraphs": sanitize.Paragraphs("4242 4242\r\n4242 4242"),
	} {
		if got != "••••••••••••4242" {
			t.Errorf("of %s: %q", name, got)
		}
	}
	if got := sanitize.Reference(" 4242424242424242\u202e"); got != "4242424242424242" {
		t.Errorf("of a reference: %q", got)
	}
}

// Whatever stands around a card's number, and however it is grouped, no more than its
// last four digits are left; a text without thirteen digits in a row stays.
func TestAnyCardIsMasked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		of := rapid.SampledFrom([]struct {
			begins string
			digits int
		}{
			{"4", 13}, {"4", 16}, {"4", 19}, {"51", 16}, {"55", 16}, {"2221", 16}, {"2720", 16}, {"34", 15}, {"37", 15}, {"305", 14}, {"36", 14},
			{"6011", 16}, {"65", 16}, {"644", 19}, {"3528", 16}, {"3589", 19}, {"62", 17}, {"2204", 16}, {"5018", 13}, {"6759", 18}, {"6304", 19}, {"60", 16},
		}).Draw(t, "card")
		digits := of.begins
		for len(digits) < of.digits-1 {
			digits += fmt.Sprint(rapid.IntRange(0, 9).Draw(t, "digit"))
		}
		digits += checkDigit(digits)
		gap := rapid.SampledFrom([]string{"", " ", "-", ".", "  ", " - ", "\u00a0", "\u2009", "\u200b"}).Draw(t, "gap")
		every := rapid.IntRange(1, 6).Draw(t, "every")
		zero := rapid.SampledFrom([]rune{'0', '０', '٠', '०'}).Draw(t, "zero")
		var written strings.Builder
		for i, d := range digits {
			if i > 0 && i%every == 0 {
				written.WriteString(gap)
			}
			written.WriteRune(zero + d - '0')
		}
		around := rapid.StringMatching(`[a-z,.!? ]{0,12}[a-z,!?]`).Draw(t, "around")
		got := sanitize.WithoutCards(around + written.String() + around)
		if want := around + strings.Repeat("•", len(digits)-4) + digits[len(digits)-4:] + around; got != want {
			t.Fatalf("%q became %q, want %q", written.String(), got, want)
		}
		if every >= 3 && gap != "" {
			got = sanitize.WithoutCards("7 " + written.String() + " 7")
			if strings.Contains(got, digits[:4]) || strings.Count(got, "•") < len(digits)-4 {
				t.Fatalf("%q among other digits became %q", written.String(), got)
			}
		}
		short := rapid.StringMatching(`([a-z ]*[0-9]{1,12}[a-z])*`).Draw(t, "short")
		if got := sanitize.WithoutCards(short); got != short {
			t.Fatalf("%q became %q", short, got)
		}
	})
}

// Texts with numbers that are no cards stay as they are, but for what looks like a
// card by chance. The texts are the same in each run.
func TestOrdinaryNumbersStay(t *testing.T) {
	const texts = 10_000
	dice := rand.New(rand.NewPCG(1, 2))
	between := func(least, most int) int { return least + dice.IntN(most-least+1) }
	for _, kind := range []struct {
		name  string
		most  int // of a thousand
		write func() string
	}{
		{"a price list", 10, func() (text string) {
			for range between(3, 12) {
				text += fmt.Sprint(5*between(1, 400), " ")
			}
			return text
		}},
		{"dates", 10, func() (text string) {
			for range between(1, 4) {
				text += fmt.Sprintf("%02d.%02d.20%02d ", between(1, 31), between(1, 12), between(0, 99))
			}
			return text
		}},
		{"telephone numbers", 40, func() (text string) {
			for range between(1, 3) {
				text += fmt.Sprintf("+%d %d %d ", between(1, 99), between(10, 999), between(100_000, 99_999_999))
			}
			return text
		}},
	} {
		masked := 0
		for range texts {
			if text := kind.write(); sanitize.WithoutCards(text) != text {
				masked++
			}
		}
		if masked*1000 > texts*kind.most {
			t.Errorf("%s: %d of %d were changed, want at most %d of a thousand", kind.name, masked, texts, kind.most)
		}
	}
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
