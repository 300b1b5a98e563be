// Package iso knows which codes there are: countries of ISO 3166-1, languages of ISO 639-1 and
// time zones of the IANA database. They come with the program and never change while it runs.
package iso

import (
	"sync"
	"time"
	_ "time/tzdata" // a host without the database knows the zones all the same

	"golang.org/x/text/language"
)

// CLDR also names regions that are no countries of ISO 3166-1: reserved codes,
// groups, and countries that are gone. Kosovo's XK stays: every list has it.
var noCountries = map[string]bool{
	"AC": true, "CP": true, "DG": true, "EA": true, "IC": true, "TA": true, "EZ": true, "UN": true,
	"AN": true, "CQ": true, "CS": true, "FQ": true, "NT": true, "PC": true, "SU": true, "YU": true,
}

// Countries are the codes of all countries, in the order of the alphabet.
var Countries = sync.OnceValue(func() (list []string) {
	for code := range pairs('A') {
		region, err := language.ParseRegion(code)
		if err == nil && region.IsCountry() && region.Canonicalize() == region && region.String() == code && !noCountries[code] {
			list = append(list, code)
		}
	}
	return list
})

// Codes that ISO 639-1 has withdrawn.
var noLanguages = map[string]bool{"bh": true, "in": true, "iw": true, "ji": true, "jw": true, "mo": true, "sh": true}

// Languages are the codes of all languages, in the order of the alphabet.
var Languages = sync.OnceValue(func() (list []string) {
	for code := range pairs('a') {
		base, err := language.ParseBase(code)
		if err == nil && base.String() == code && !noLanguages[code] {
			list = append(list, code)
		}
	}
	return list
})

var (
	countries = sync.OnceValue(func() map[string]bool { return setOf(Countries()) })
	languages = sync.OnceValue(func() map[string]bool { return setOf(Languages()) })
)

// Country reports whether a code, in capitals, is a country's.
func Country(code string) bool { return countries()[code] }

// Language reports whether a code, in small letters, is a language's.
func Language(code string) bool { return languages()[code] }

// Zone reports whether a name is that of a time zone, such as Europe/Berlin.
func Zone(name string) bool {
	if name == "" || name == "Local" { // the machine's own, whose name says nothing
		return false
	}
	_, err := time.LoadLocation(name)
	return err == nil
}

func setOf(codes []string) map[string]bool {
	set := make(map[string]bool, len(codes))
	for _, code := range codes {
		set[code] = true
	}
	return set
}

// pairs are all words of two letters from first on.
func pairs(first rune) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for a := range rune(26) {
			for b := range rune(26) {
				if !yield(string([]rune{first + a, first + b})) {
					return
				}
			}
		}
	}
}
