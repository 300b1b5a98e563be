package account

import (
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"limelight/internal/kit/fault"
)

// checkPassword applies the site's rules to a new password: its length and a
// block-list, no composition rules (NIST SP 800-63B-4 §3.1.1.2).
func (s *Passwords) checkPassword(property, password string, own ...string) error {
	least := s.Policy().MinPassword
	switch n := utf8.RuneCountInString(norm.NFC.String(password)); {
	case n == 0:
		return fault.Missing(property)
	case n < least:
		return fault.Refuse(fault.Of(property, "minLength", "Must have at least %d characters", least))
	case n > maxPassword:
		return fault.Refuse(fault.Of(property, "maxLength", "Must have at most %d characters", maxPassword))
	case !utf8.ValidString(password):
		return fault.Refuse(fault.Of(property, "unicode", "Must be readable text"))
	case guessable(password, append(own, foldSite(s.SiteName()))...):
		return fault.Refuse(fault.Of(property, "common", "This password is too easy to guess. Please choose another one."))
	}
	return nil
}

func errWrongPassword(property string) error {
	return fault.Refuse(fault.Of(property, "wrong", "This is not your password."))
}

//go:embed common_passwords.txt
var commonText string

// guessable reports whether a password is a listed one, one of the given words
// (the username, the site's name), or such a word repeated or dressed with
// digits and signs at its ends; or a single character or a run of neighbours.
func guessable(password string, words ...string) bool {
	folded := strings.ToLower(norm.NFKC.String(password))
	bare := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsSymbol(r) {
			return -1
		}
		return r
	}, folded)
	if distinct(bare) < 4 || isRun(bare) {
		return true
	}
	stem := strings.TrimFunc(bare, unicode.IsDigit)
	for line := range strings.Lines(commonText) {
		words = append(words, strings.TrimSpace(line))
	}
	for _, word := range words {
		word, _, _ = strings.Cut(strings.ToLower(word), "@")
		if len(word) >= 3 && (repeats(bare, word) || repeats(stem, word)) {
			return true
		}
	}
	return false
}

// repeats reports whether text is word, once or more.
func repeats(text, word string) bool {
	return text != "" && strings.ReplaceAll(text, word, "") == ""
}

func distinct(text string) int {
	seen := map[rune]bool{}
	for _, r := range text {
		seen[r] = true
	}
	return len(seen)
}

// rows are what a finger finds side by side.
var rows = []string{"0123456789012345678901234567890", "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz",
	"qwertyuiopasdfghjklzxcvbnmqwertyuiop", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p"}

// isRun reports whether text is part of a row, forwards or backwards.
func isRun(text string) bool {
	for _, row := range rows {
		if strings.Contains(row, text) || strings.Contains(row, reversed(text)) {
			return true
		}
	}
	return false
}

func reversed(text string) string {
	runes := []rune(text)
	for i, j := 0, len(runes)-1; i < j; i, j = i+1, j-1 {
		runes[i], runes[j] = runes[j], runes[i]
	}
	return string(runes)
}
