package ledger

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"limelight/internal/kit/lang"
)

// Memo is what a transfer says to people. It is kept as one text, which never changes; who
// reads it is told it in their language when the program has written it, and to the letter
// when a person has.
type Memo struct{ text string }

// Written is a memo in somebody's own words: a title, a name, a reason.
func Written(text string) Memo { return Memo{text} }

// Scan reads a memo as it is kept.
func (m *Memo) Scan(stored any) error {
	switch stored := stored.(type) {
	case string:
		m.text = stored
	case []byte:
		m.text = string(stored)
	default:
		return fmt.Errorf("a memo is no %T", stored)
	}
	return nil
}

// In is the memo in the language of who reads it. A person's words that are letter by
// letter a sentence of the program are taken for that.
func (m Memo) In(say lang.Teller) string {
	for _, f := range memoFormats {
		if args, ok := f.argsOf(m.text); ok {
			return say(f.format, args...)
		}
	}
	return m.text
}

// MemoFormat is a memo of the program's own, a whole sentence as a format of package fmt
// with %d for whole numbers and %v for what is written as it is.
type MemoFormat struct {
	format string
	kept   *regexp.Regexp // how it lies in the books: a group for each argument
}

var memoFormats []MemoFormat

var memoVerb = regexp.MustCompile(`%[dv]`)

// DeclareMemo is for package variables. A format that was used once stays: the books keep it.
func DeclareMemo(format string) MemoFormat {
	pattern := strings.NewReplacer("%d", `(\d+)`, "%v", `(.+)`).Replace(regexp.QuoteMeta(format))
	f := MemoFormat{format, regexp.MustCompile(`(?s)^` + pattern + `$`)}
	memoFormats = append(memoFormats, f)
	return f
}

// MemoFormats are all there are.
func MemoFormats() []string {
	list := make([]string, len(memoFormats))
	for i, f := range memoFormats {
		list[i] = f.format
	}
	return list
}

// With is the memo with its arguments.
func (f MemoFormat) With(args ...any) Memo { return Memo{fmt.Sprintf(f.format, args...)} }

func (f MemoFormat) argsOf(text string) (args []any, ok bool) {
	found := f.kept.FindStringSubmatch(text)
	if found == nil {
		return nil, false
	}
	verbs := memoVerb.FindAllString(f.format, -1)
	for i, arg := range found[1:] {
		if n, err := strconv.Atoi(arg); verbs[i] == "%d" && err == nil {
			args = append(args, n)
			continue
		}
		args = append(args, arg)
	}
	return args, true
}
