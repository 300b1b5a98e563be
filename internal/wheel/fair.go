package wheel

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
)

// seedBytes is the length of a server seed.
const seedBytes = 32

// newSeed is a server seed that nobody can guess, in hexadecimal.
func newSeed() string {
	b := make([]byte, seedBytes)
	rand.Read(b) // never fails (crypto/rand, Go 1.24)
	return hex.EncodeToString(b)
}

// Commitment is the promise of a server seed: the SHA-256 of its bytes, in
// hexadecimal. It tells nothing of the seed, and no other seed fits it.
func Commitment(serverSeed string) (string, error) {
	key, err := hex.DecodeString(serverSeed)
	if err != nil {
		return "", fmt.Errorf("read a server seed: %w", err)
	}
	sum := sha256.Sum256(key)
	return hex.EncodeToString(sum[:]), nil
}

// span is how many values a word of the digest has.
const span = 1 << 32

// Draw picks a segment, each as likely as its weight says. README.md has the
// algorithm; the browser repeats it step by step. The weights must be positive
// and sum to at most 2^32.
func Draw(serverSeed, clientSeed string, nonce int64, weights []int) (segment int, err error) {
	key, err := hex.DecodeString(serverSeed)
	if err != nil {
		return 0, fmt.Errorf("read a server seed: %w", err)
	}
	var total uint64
	for _, w := range weights {
		if w < 1 {
			return 0, fmt.Errorf("wheel: a weight of %d", w)
		}
		total += uint64(w)
	}
	if total == 0 || total > span {
		return 0, errors.New("wheel: the weights sum to nothing, or to more than can be drawn")
	}
	return at(weights, number(key, fmt.Sprintf("%s:%d", clientSeed, nonce), total)), nil
}

// number is an even choice of 0 to total-1: the first word of the digest below the
// largest multiple of total, so that no remainder comes up more often than another.
// When none of the eight words is, a further digest gives eight more.
func number(key []byte, message string, total uint64) uint64 {
	limit := span - span%total
	for round := 0; ; round++ {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(message))
		if round > 0 {
			fmt.Fprintf(mac, ":%d", round)
		}
		digest := mac.Sum(nil)
		for i := 0; i < len(digest); i += 4 {
			if word := uint64(binary.BigEndian.Uint32(digest[i:])); word < limit {
				return word % total
			}
		}
	}
}

// at is the segment in which the number lies when the weights are laid end to end.
func at(weights []int, n uint64) int {
	for i, w := range weights {
		if n < uint64(w) {
			return i
		}
		n -= uint64(w)
	}
	panic("wheel: the number lies beyond the weights")
}
