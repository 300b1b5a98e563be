// Package id makes names that nobody chose: sortable ids for records, and
// secrets that nobody can guess.
package id

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/bits"
	"sync"
	"time"
)

// Crockford's alphabet in lower case: it sorts as it counts.
var alphabet = base32.NewEncoding("0123456789abcdefghjkmnpqrstvwxyz").WithPadding(base32.NoPadding)

// newest is the id that New made last.
var newest struct {
	sync.Mutex
	is [16]byte
}

// New is an id of 26 characters: 48 bits of milliseconds and 80 random bits, so
// that ids sort by the time they were made. Those that this process makes in one
// millisecond sort by their order too: each is a random step above the one before.
func New(at time.Time) string {
	var b [16]byte
	stamp(&b, at)
	newest.Lock()
	defer newest.Unlock()
	if [6]byte(b[:6]) != [6]byte(newest.is[:6]) || !above(&b, newest.is) {
		rand.Read(b[6:]) // never fails (crypto/rand, Go 1.24)
	}
	newest.is = b
	return alphabet.EncodeToString(b[:])
}

// above makes an id of the same millisecond that sorts after another; false when
// there is no room above it.
func above(b *[16]byte, other [16]byte) bool {
	var step [8]byte
	rand.Read(step[:5]) // of 80 bits, so that the next ids cannot be listed
	low, carry := bits.Add64(binary.BigEndian.Uint64(other[8:]), binary.LittleEndian.Uint64(step[:])+1, 0)
	high := uint64(binary.BigEndian.Uint16(other[6:8])) + carry
	if high > math.MaxUint16 {
		return false
	}
	binary.BigEndian.PutUint16(b[6:8], uint16(high))
	binary.BigEndian.PutUint64(b[8:], low)
	return true
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

// Valid reports whether text could be an id of ours. What could not be is not asked for,
// and never reaches the database.
func Valid(text string) bool {
	if text == "" || len(text) > 64 {
		return false
	}
	for _, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' {
			return false
		}
	}
	return true
}
