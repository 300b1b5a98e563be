package account

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
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

// maxWaiting bounds the queue to hash; beyond it the site says that
// it is busy instead of letting everybody wait for minutes.
const maxWaiting = 64

var errBusy = fault.New(fault.Unavailable, "The site is busy. Please try again in a moment.")

// hasher hashes and compares, a few at a time: each takes 64 MiB.
type hasher struct {
	params *argon2id.Params
	queue  *fairQueue
	nobody string // the hash of no password, for accounts that do not exist
}

func newHasher(c Cost) *hasher {
	standard := DefaultCost()
	if c.MemoryKiB == 0 {
		c.MemoryKiB, c.Iterations = standard.MemoryKiB, standard.Iterations
	}
	if c.AtOnce == 0 {
		c.AtOnce = standard.AtOnce
	}
	h := &hasher{
		params: &argon2id.Params{Memory: c.MemoryKiB, Iterations: max(1, c.Iterations), Parallelism: 1, SaltLength: 16, KeyLength: 32},
		queue:  newFairQueue(c.AtOnce, maxWaiting),
	}
	h.nobody = h.unmatched(h.params.Memory)
	return h
}

// minMemory is the least that argon2id works with on one lane (RFC 9106, 3.1), in KiB.
const minMemory = 8

// unmatched is a hash of our iterations and so much memory that no password is known
// for.
func (h *hasher) unmatched(memoryKiB uint32) string {
	random := func(n int) string {
		b := make([]byte, n)
		rand.Read(b) // never fails (crypto/rand, Go 1.24)
		return base64.RawStdEncoding.EncodeToString(b)
	}
	return fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=1$%s$%s", memoryKiB, h.params.Iterations, random(16), random(32))
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	done, err := h.queue.wait(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	hash, err := argon2id.CreateHash(norm.NFC.String(password), h.params)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return hash, nil
}

// matches compares at the same cost whether or not there is a hash to compare
// with, and whether or not the hash was made at our cost, unless it matches. stale reports that the hash was made at another cost.
func (h *hasher) matches(ctx context.Context, password, hash string) (same, stale bool, err error) {
	done, err := h.queue.wait(ctx)
	if err != nil {
		return false, false, err
	}
	defer done()
	if hash == "" {
		hash = h.nobody
	}
	if utf8.RuneCountInString(password) > maxPassword {
		password = "" // cannot be anybody's; costs what the others cost
	}
	same, made, err := argon2id.CheckHash(norm.NFC.String(password), hash)
	if err != nil {
		return false, false, fmt.Errorf("compare a password: %w", err)
	}
	if used, ours := made.Memory*made.Iterations, h.params.Memory*h.params.Iterations; !same && used < ours {
		rest := h.unmatched(max(minMemory, (ours-used)/h.params.Iterations))
		if _, _, err := argon2id.CheckHash(norm.NFC.String(password), rest); err != nil {
			return false, false, fmt.Errorf("spend the time of a password: %w", err)
		}
	}
	return same, same && (made.Memory != h.params.Memory || made.Iterations != h.params.Iterations), nil
}

// randomCost is enough for a password that the program drew with 128 bits of
// chance: nobody guesses it, however cheap its hash. The first login with it makes
// a hash of the usual cost.
var randomCost = argon2id.Params{Memory: 8 << 10, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// hashRandom is hash of a password that the program drew with 128 bits of chance.
func (h *hasher) hashRandom(password string) (string, error) {
	hash, err := argon2id.CreateHash(password, &randomCost)
	if err != nil {
		return "", fmt.Errorf("hash a password: %w", err)
	}
	return hash, nil
}
