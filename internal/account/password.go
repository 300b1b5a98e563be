package account

import (
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/alexedwards/argon2id"
	"golang.org/x/text/unicode/norm"

	"limelight/internal/kit/fault"
)

// maxPassword is the longest password, in characters. Nothing is ever cut off.
const maxPassword = 256

// Cost is what one hash takes. Tests lower it.
type Cost struct {
	MemoryKiB  uint32
	Iterations uint32
	AtOnce     int // hashes under way at the same time
}

// DefaultCost is 64 MiB and three passes (trust.md, Passwords), two at a time.
func DefaultCost() Cost { return Cost{MemoryKiB: 64 << 10, Iterations: 3, AtOnce: 2} }

// maxWaiting bounds who waits for a turn to hash; beyond it the site says that
// it is busy instead of letting everybody wait for minutes.
const maxWaiting = 64

var errBusy = fault.New(fault.Unavailable, "The site is busy. Please try again in a moment.")

// passwords hashes and compares, a few at a time: each takes 64 MiB.
type passwords struct {
	params *argon2id.Params
	turns  *turns
	nobody string // the hash of no password, for accounts that do not exist
}

func newPasswords(c Cost) *passwords {
	standard := DefaultCost()
	if c.MemoryKiB == 0 {
		c.MemoryKiB, c.Iterations = standard.MemoryKiB, standard.Iterations
	}
	if c.AtOnce == 0 {
		c.AtOnce = standard.AtOnce
	}
	p := &passwords{
		params: &argon2id.Params{Memory: c.MemoryKiB, Iterations: max(1, c.Iterations), Parallelism: 1, SaltLength: 16, KeyLength: 32},
		turns:  newTurns(c.AtOnce, maxWaiting),
	}
	p.nobody = p.unmatched(p.params.Memory)
	return p
}

// minMemory is the least that argon2id works with on one lane (RFC 9106, 3.1), in KiB.
const minMemory = 8

// unmatched is a hash of our iterations and so much memory that no password is known
// for.
func (p *passwords) unmatched(memoryKiB uint32) string {
	random := func(n int) string {
		b := make([]byte, n)
		rand.Read(b) // never fails (crypto/rand, Go 1.24)
		return base64.RawStdEncoding.EncodeToString(b)
	}
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$%s$%s", memoryKiB, p.params.Iterations, random(16), random(32))
}

func (p *passwords) hash(ctx context.Context, password string) (string, error) {
	done, err := p.turns.wait(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	hash, err := argon2id.CreateHash(norm.NFC.String(password), p.params)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return hash, nil
}

// matches compares at the same cost whether or not there is a hash to compare
// with, and whether or not the hash was made at our cost, unless it matches. stale reports that the hash was made at another cost.
func (p *passwords) matches(ctx context.Context, password, hash string) (same, stale bool, err error) {
	done, err := p.turns.wait(ctx)
	if err != nil {
		return false, false, err
	}
	defer done()
	if hash == "" {
		hash = p.nobody
	}
	if utf8.RuneCountInString(password) > maxPassword {
		password = "" // cannot be anybody's; costs what the others cost
	}
	same, made, err := argon2id.CheckHash(norm.NFC.String(password), hash)
	if err != nil {
		return false, false, fmt.Errorf("compare a password: %w", err)
	}
	if used, ours := made.Memory*made.Iterations, p.params.Memory*p.params.Iterations; !same && used < ours {
		rest := p.unmatched(max(minMemory, (ours-used)/p.params.Iterations))
		if _, _, err := argon2id.CheckHash(norm.NFC.String(password), rest); err != nil {
			return false, false, fmt.Errorf("spend the time of a password: %w", err)
		}
	}
	return same, same && (made.Memory != p.params.Memory || made.Iterations != p.params.Iterations), nil
}

// checkPassword applies the site's rules to a new password: its length and a
// block-list, no composition rules (NIST SP 800-63B-4 §3.1.1.2).
func (s *Service) checkPassword(property, password string, own ...string) error {
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
