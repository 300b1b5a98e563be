// Package id makes names that nobody chose: sortable ids for records, and
// secrets that nobody can guess.
package id

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"time"
)

// Crockford's alphabet in lower case: it sorts as it counts.
var alphabet = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// New is an id of 26 characters: 48 bits of milliseconds and 80 random bits, so
// that ids sort by the time they were made.
func New(at time.Time) string {
	var b [16]byte
	stamp(&b, at)
	rand.Read(b[6:]) // never fails (crypto/rand, Go 1.24)
	return alphabet.EncodeToString(b[:])
}

// Secret is 256 random bits as text that fits in an address or a header.
func Secret() string { return secret(32) }

// Ticket is 128 random bits, for secrets that live a minute.
func Ticket() string { return secret(16) }

func secret(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b)
	return base64.RawURLEncoding.EncodeToString(b)
}

// Hash is what is stored of a secret: its SHA-256 in hexadecimal. Secrets made
// here have too many bits to be searched, so they need no salt.
func Hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// Floor is where the ids of an instant begin: ids made earlier sort before it,
// ids made then or later after it. The zero instant's floor is empty.
func Floor(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	var b [16]byte
	stamp(&b, at)
	return alphabet.EncodeToString(b[:])
}

// Time reads the milliseconds back; false for what is no id.
func Time(of string) (time.Time, bool) {
	raw, err := alphabet.DecodeString(of)
	if err != nil || len(raw) != 16 {
		return time.Time{}, false
	}
	ms := int64(0)
	for _, b := range raw[:6] {
		ms = ms<<8 | int64(b)
	}
	return time.UnixMilli(ms).UTC(), true
}

// stamp writes the milliseconds of an id.
func stamp(b *[16]byte, at time.Time) {
	ms := at.UnixMilli()
	for i := range 6 {
		b[i] = byte(ms >> (40 - 8*i))
	}
}
