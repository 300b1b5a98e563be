package plain

import (
	"regexp"
	"strings"
)

// longDigits is what a payment card's number may be written as: 13 to 19 digits
// (ISO/IEC 7812-1), alone or in groups with one space or dash between them.
var longDigits = regexp.MustCompile(`\d(?:[ -]?\d){12,}`)

const (
	fewestDigits = 13
	mostDigits   = 19
	shownDigits  = 4 // PCI DSS 4.0.1, requirement 3.4.1 allows more; nobody here needs them
)

// WithoutCards masks the numbers of payment cards in a text but for their last four
// digits: who types one into a room shows it to everybody, and it is kept where no
// card number may be. What is no card by its first digit, length or check digit
// stays as it is.
func WithoutCards(text string) string {
	return longDigits.ReplaceAllStringFunc(text, func(found string) string {
		digits := strings.NewReplacer(" ", "", "-", "").Replace(found)
		if len(digits) < fewestDigits || len(digits) > mostDigits || !strings.ContainsRune("23456", rune(digits[0])) || !luhn(digits) {
			return found
		}
		return strings.Repeat("•", len(digits)-shownDigits) + digits[len(digits)-shownDigits:]
	})
}

// luhn checks the last digit of a number against the others (ISO/IEC 7812-1, annex B).
func luhn(digits string) bool {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return sum%10 == 0
}
