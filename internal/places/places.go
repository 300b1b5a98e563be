// Package places knows the world's lists: countries, languages, phone codes and
// time zones. They come with the program (CLDR, libphonenumber, the IANA
// database), are worked out once, and never change while it runs; only a zone's
// offset depends on the day.
package places

import (
	"sync"
	"time"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/nyaruka/phonenumbers"

	"limelight/internal/kit/geo"
	"limelight/internal/kit/iso"
)

// Country is a country or territory of ISO 3166-1.
type Country struct {
	ID   string `json:"_id"`
	Code string `json:"code" doc:"ISO 3166-1 alpha-2"`
	Name string `json:"name"`
	Flag string `json:"flag" doc:"emoji"`
}

// Language is a language of ISO 639-1.
type Language struct {
	ID     string `json:"_id"`
	Code   string `json:"code" doc:"ISO 639-1"`
	Name   string `json:"name"`
	Native string `json:"native" doc:"what its speakers call it; the English name where that is not known"`
}

// PhoneCode is how a country is called.
type PhoneCode struct {
	ID          string `json:"_id" doc:"the country; several may share a code"`
	CountryCode string `json:"countryCode"`
	Name        string `json:"name"`
	Code        string `json:"code" doc:"such as +49"`
	Flag        string `json:"flag"`
}

// Deps is what the service stands on.
type Deps struct {
	Addresses *geo.Tables
	Now       func() time.Time // decides the offsets of time zones
}

// Service answers for the lists.
type Service struct{ Deps }

// New makes the service.
func New(d Deps) *Service { return &Service{d} }

// Names that changed after the edition of CLDR at hand.
var newerNames = map[string]string{"SZ": "Eswatini", "MK": "North Macedonia", "TR": "Türkiye"}

// Countries by name.
var Countries = sync.OnceValue(func() (list []Country) {
	names := display.English.Regions()
	for _, code := range iso.Countries() {
		name := newerNames[code]
		if name == "" {
			name = names.Name(language.MustParseRegion(code))
		}
		list = append(list, Country{ID: code, Code: code, Name: name, Flag: flag(code)})
	}
	return sorted(list, func(c Country) string { return c.Name })
})

// Languages that CLDR folds into another, by their own names.
var ownNames = map[string][2]string{"no": {"Norwegian", "norsk"}, "tl": {"Tagalog", "Tagalog"}, "tw": {"Twi", "Twi"}}

// Languages by name.
var Languages = sync.OnceValue(func() (list []Language) {
	names := display.English.Languages()
	for _, code := range iso.Languages() {
		l := Language{ID: code, Code: code, Name: names.Name(language.MustParseBase(code)), Native: display.Self.Name(language.Make(code))}
		if own, ok := ownNames[code]; ok {
			l.Name, l.Native = own[0], own[1]
		}
		if l.Name == "" {
			continue
		}
		if l.Native == "" {
			l.Native = l.Name
		}
		list = append(list, l)
	}
	return sorted(list, func(l Language) string { return l.Name })
})

// PhoneCodes by the country's name; places without telephones have none.
var PhoneCodes = sync.OnceValue(func() (list []PhoneCode) {
	for _, c := range Countries() {
		if code := phonenumbers.GetCountryCodeForRegion(c.Code); code != 0 {
			list = append(list, PhoneCode{ID: c.Code, CountryCode: c.Code, Name: c.Name, Code: plus(code), Flag: c.Flag})
		}
	}
	return list
})

// flag spells a country's code in regional indicators, which fonts show as its
// flag.
func flag(code string) string {
	const indicatorA = '\U0001F1E6'
	return string([]rune{indicatorA + rune(code[0]-'A'), indicatorA + rune(code[1]-'A')})
}

// sorted orders by name as English readers expect: Åland beside Albania.
func sorted[T any](list []T, name func(T) string) []T {
	collate.New(language.English).Sort(&byName[T]{list, name})
	return list
}

type byName[T any] struct {
	list []T
	name func(T) string
}

func (b *byName[T]) Len() int           { return len(b.list) }
func (b *byName[T]) Swap(i, j int)      { b.list[i], b.list[j] = b.list[j], b.list[i] }
func (b *byName[T]) Bytes(i int) []byte { return []byte(b.name(b.list[i])) }
