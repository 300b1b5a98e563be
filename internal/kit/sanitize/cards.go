package sanitize

import (
	"strconv"
	"strings"
	"unicode"
)

// network is how the numbers of a payment card network look (ISO/IEC 7812-1, and
// what the networks publish of their ranges).
type network struct {
	from, to int // the first digits, both ends included
	lengths  []int
}

var networks = []network{
	{4, 4, []int{13, 16, 19}},                    // Visa
	{51, 55, []int{16}}, {2221, 2720, []int{16}}, // Mastercard
	{34, 34, []int{15}}, {37, 37, []int{15}}, // American Express
	{300, 305, []int{14, 16, 19}}, {36, 36, []int{14, 16, 19}}, {38, 39, []int{14, 16}}, // Diners Club
	{6011, 6011, []int{16, 19}}, {644, 659, []int{16, 19}}, // Discover, RuPay
	{3528, 3589, []int{16, 17, 18, 19}},                                                      // JCB
	{62, 62, []int{16, 17, 18, 19}},                                                          // UnionPay
	{2200, 2204, []int{16, 17, 18, 19}},                                                      // Mir
	{50, 50, []int{13, 14, 15, 16, 17, 18, 19}}, {56, 58, []int{13, 14, 15, 16, 17, 18, 19}}, // Maestro, Verve
	{6304, 6304, []int{16, 17, 18, 19}}, {67, 67, []int{13, 14, 15, 16, 17, 18, 19}}, // Maestro
	{60, 60, []int{16}}, // RuPay
}

const (
	minDigits   = 13
	maxDigits   = 19
	shownDigits = 4 // PCI DSS 4.0.1, requirement 3.4.1 allows more; nobody here needs them
	maxGap      = 3 // characters between two groups of one number
	minInPart   = 3 // digits of a group, in a number that stands among other digits
	maxGroups   = 6 // of a number in uneven groups
)

// group is digits that follow each other directly.
type group struct {
	from, to int    // where they stand, in bytes
	digits   string // in ASCII
}

// WithoutCards masks the numbers of payment cards in a text but for their last four
// digits: who types one into a room shows it to everybody, and it is kept where no
// card number may be. Digits may be of any script, and stand in groups with a gap of
// spaces, dots, dashes or characters that nobody sees. What is no card by its
// network's first digits, its length or its check digit stays as it is.
func WithoutCards(text string) string {
	var b strings.Builder
	end := 0
	for run := range runs(text) {
		for i := 0; i < len(run); {
			number, groups := cardAt(run, i)
			if groups == 0 {
				i++
				continue
			}
			b.WriteString(text[end:run[i].from])
			b.WriteString(strings.Repeat("•", len(number)-shownDigits) + number[len(number)-shownDigits:])
			end = run[i+groups-1].to
			i += groups
		}
	}
	if end == 0 {
		return text
	}
	return b.String() + text[end:]
}

// runs are the groups of digits in a text, those together that only a gap parts.
func runs(text string) func(yield func([]group) bool) {
	return func(yield func([]group) bool) {
		var run []group
		gap := 0
		for at, r := range text {
			digit, is := digitOf(r)
			switch {
			case unicode.Is(unicode.Cf, r): // nobody sees it between two digits
			case is && (len(run) == 0 || gap > 0):
				run = append(run, group{from: at, to: at + len(string(r)), digits: digit})
				gap = 0
			case is:
				last := &run[len(run)-1]
				last.to, last.digits = at+len(string(r)), last.digits+digit
			case len(run) > 0 && parts(r) && gap < maxGap:
				gap++
			case len(run) > 0:
				if !yield(run) {
					return
				}
				run, gap = nil, 0
			}
		}
		if len(run) > 0 {
			yield(run)
		}
	}
}

// digitOf is a decimal digit of any script. The digits of a script stand in a row,
// from zero on, and Unicode's ranges of them begin with a zero.
func digitOf(r rune) (ascii string, is bool) {
	if r >= '0' && r <= '9' {
		return string(r), true
	}
	if r < 0x80 {
		return "", false
	}
	for _, of := range unicode.Nd.R16 {
		if rune(of.Lo) <= r && r <= rune(of.Hi) {
			return strconv.Itoa(int(r-rune(of.Lo)) % 10), true
		}
	}
	for _, of := range unicode.Nd.R32 {
		if rune(of.Lo) <= r && r <= rune(of.Hi) {
			return strconv.Itoa(int(r-rune(of.Lo)) % 10), true
		}
	}
	return "", false
}

// parts reports a character that may stand between two groups of one number.
func parts(r rune) bool {
	switch r {
	case '.', '_', '·', '−', '/', '|', ',', '\t', '\n':
		return true
	}
	return unicode.In(r, unicode.Zs, unicode.Pd, unicode.M)
}

// cardAt is the longest card number that begins with a group of a run, and how many
// groups it has; none: 0.
func cardAt(run []group, first int) (number string, groups int) {
	digits := ""
	for i, g := range run[first:] {
		if digits += g.digits; len(digits) > maxDigits {
			break
		}
		alone := first == 0 && i+1 == len(run)
		if isCard(digits) && grouped(run[first:first+i+1], alone) {
			number, groups = digits, i+1
		}
	}
	return number, groups
}

// grouped reports whether a number may be written in these groups: evenly but for
// the last, as on an American Express or a Diners Club card, or, when nothing else
// stands beside it, in few groups of any size. It keeps lists of prices and dates as
// they are.
func grouped(groups []group, alone bool) bool {
	even, size := true, len(groups[0].digits)
	for i, g := range groups {
		last := i == len(groups)-1
		even = even && (len(g.digits) == size || last && len(g.digits) < size)
	}
	embossed := len(groups) == 3 && size == 4 && len(groups[1].digits) == 6
	return embossed || even && (alone || size >= minInPart) || alone && len(groups) <= maxGroups
}

// isCard reports whether digits are a number of a known network.
func isCard(digits string) bool {
	if len(digits) < minDigits || !luhn(digits) {
		return false
	}
	for _, n := range networks {
		begin, err := strconv.Atoi(digits[:len(strconv.Itoa(n.from))])
		if err != nil || begin < n.from || begin > n.to {
			continue
		}
		for _, length := range n.lengths {
			if length == len(digits) {
				return true
			}
		}
	}
	return false
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
