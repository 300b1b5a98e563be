// Package lang says a text in another language. The English is the source, the key
// and what is said where a translation is missing: English texts are written where
// they are used, as a format of package fmt, and leave this package as they came.
package lang

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"limelight/locales"
)

// English is the source of all texts.
const English = "en"

// Language is one that the site speaks.
type Language struct {
	Code string `json:"code"` // BCP 47
	Name string `json:"name"` // in itself
	Dir  string `json:"dir"`  // ltr or rtl
	// Unfinished: some of its texts are missing, and it is not offered yet.
	Unfinished bool `json:"unfinished,omitempty"`
}

// spoken is a language with its texts by their English.
type spoken struct {
	Language
	texts   map[string]translation
	printer *message.Printer
	tag     language.Tag
}

var (
	all     = read(locales.Files)
	matcher = language.NewMatcher(tags())
)

// All lists the languages, English first, the others by their codes.
func All() []Language {
	list := make([]Language, len(all))
	for i, s := range all {
		list[i] = s.Language
	}
	return list
}

// Dir is the direction of a language: ltr or rtl.
func Dir(code string) string {
	known := append(All(), Pseudo...)
	if at := slices.IndexFunc(known, func(l Language) bool { return l.Code == code }); at >= 0 {
		return known[at].Dir
	}
	return "ltr"
}

// Spoken reports a language that texts can be said in, the pseudo-languages among them.
func Spoken(code string) bool {
	_, pseudo := pseudoLanguages[code]
	return pseudo || slices.ContainsFunc(all, func(s spoken) bool { return s.Code == code })
}

// Match is the language that suits an Accept-Language header best; false when it
// names none of ours, or cannot be read.
func Match(header string) (code string, ok bool) {
	wanted, _, err := language.ParseAcceptLanguage(header)
	if err != nil || len(wanted) == 0 {
		return "", false
	}
	_, at, confidence := matcher.Match(wanted...)
	return all[at].Code, confidence != language.No
}

type key struct{}

// With gives a context the language of who reads what is said in it.
func With(ctx context.Context, code string) context.Context {
	return context.WithValue(ctx, key{}, code)
}

// From is the context's language, if it has one.
func From(ctx context.Context) (code string, known bool) {
	code, known = ctx.Value(key{}).(string)
	return code, known
}

// Of is the context's language, or English.
func Of(ctx context.Context) string {
	code, _ := From(ctx)
	return cmp.Or(code, English)
}

// Say is a text in a language: the format's translation, filled with the same
// arguments. Numbers are written as the language does it; in English as fmt does.
func Say(code, format string, args ...any) string {
	if write, pseudo := pseudoLanguages[code]; pseudo {
		return filled(fmt.Sprintf, write(format), args)
	}
	at := slices.IndexFunc(all, func(s spoken) bool { return s.Code == code })
	if at <= 0 {
		return filled(fmt.Sprintf, format, args)
	}
	s := all[at]
	found, ok := s.texts[format]
	if !ok {
		return filled(fmt.Sprintf, format, args)
	}
	print := func(format string, args ...any) string { return s.printer.Sprintf(format, args...) }
	return filled(print, found.forArgs(s.tag, args), args)
}

// Teller says texts in the language of one reader, as Say does.
type Teller func(format string, args ...any) string

// To is the teller of a language.
func To(code string) Teller {
	return func(format string, args ...any) string { return Say(code, format, args...) }
}

// In is the teller of the context's language.
func In(ctx context.Context) Teller { return To(Of(ctx)) }

// Mark says that a text is said later, by a teller, and leaves it as it is.
func Mark(text string) string { return text }

var months = [...]string{
	Mark("January"), Mark("February"), Mark("March"), Mark("April"), Mark("May"), Mark("June"), Mark("July"), Mark("August"),
	Mark("September"), Mark("October"), Mark("November"), Mark("December"),
}

// Moment is an instant in UTC, to the minute; nothing for the zero one.
func (say Teller) Moment(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return say("%s, %s UTC", say.Day(t), t.UTC().Format("15:04"))
}

// Day is a day in UTC.
func (say Teller) Day(t time.Time) string {
	t = t.UTC()
	return say("%s %s %s", strconv.Itoa(t.Day()), say(months[t.Month()-1]), strconv.Itoa(t.Year()))
}

// Month is a month with its year, in UTC.
func (say Teller) Month(t time.Time) string {
	t = t.UTC()
	return say("%s %s", say(months[t.Month()-1]), strconv.Itoa(t.Year()))
}

// A text without arguments is no format: it may say 100 %.
func filled(print func(string, ...any) string, format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return print(format, args...)
}

func tags() []language.Tag {
	list := make([]language.Tag, len(all))
	for i, s := range all {
		list[i] = s.tag
	}
	return list
}

// read panics on what the suite would not let through: the files are embedded.
func read(files fs.FS) []spoken {
	list := []spoken{{Language: Language{Code: English, Name: "English", Dir: "ltr"}, tag: language.English}}
	found, err := fs.Glob(files, "*/language.json")
	if err != nil {
		panic(err)
	}
	for _, name := range found {
		folder := path.Dir(name)
		s := spoken{Language: Language{Code: folder}, tag: language.MustParse(folder)}
		s.printer = message.NewPrinter(s.tag)
		mustRead(files, name, &s.Language)
		mustRead(files, folder+"/server.json", &s.texts)
		maps.DeleteFunc(s.texts, func(_ string, t translation) bool { return t.text == "" && t.forms == nil }) // nobody has translated it yet
		list = append(list, s)
	}
	slices.SortFunc(list[1:], func(a, b spoken) int { return strings.Compare(a.Code, b.Code) })
	return list
}

func mustRead(files fs.FS, name string, into any) {
	text, err := fs.ReadFile(files, name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		panic("locales/" + name + ": " + err.Error())
	}
}
