// Package gatewaytest holds what the tests of all gateways share: an intent, its
// key, every change of one byte, and bodies that nobody honest sends.
package gatewaytest

import (
	"errors"
	"iter"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/funds/gateway"
)

// Key makes the tests' pass-through values.
var Key = gateway.Key("a key of the tests, 32 bytes long")

// Intent is Tom's, who buys 550 tokens for the given price.
func Intent(minor int64, currency string) gateway.Intent {
	in := gateway.Intent{
		ID: "0mhq8k2v5r1c", PackageID: "pack-550", AccountID: "tom",
		Price:       gateway.Money{Minor: minor, Currency: currency},
		Description: "550 tokens",
		ReturnURL:   "https://limelight.test/funds?paid=1", CancelURL: "https://limelight.test/funds",
	}
	in.PassThrough = Key.PassThrough(in)
	return in
}

// Deps are a site in development mode that is not for adults.
func Deps(client *http.Client, now func() time.Time) gateway.Deps {
	return gateway.Deps{
		Client: client, Now: now,
		Site: func() gateway.Site { return gateway.Site{Development: true} },
	}
}

// Mutants are all texts that differ from the given one in one byte: each byte
// replaced by each other, left out, and doubled.
func Mutants(text []byte) iter.Seq[[]byte] { return mutants(text, 0, 255) }

// Typed are those of the mutants that have only letters, digits and signs in the
// changed place.
func Typed(text []byte) iter.Seq[[]byte] { return mutants(text, ' ', '~') }

func mutants(text []byte, from, to int) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for i := range text {
			for b := from; b <= to; b++ {
				if byte(b) == text[i] {
					continue
				}
				m := slices.Clone(text)
				m[i] = byte(b)
				if !yield(m) {
					return
				}
			}
			left, doubled := slices.Delete(slices.Clone(text), i, i+1), slices.Insert(slices.Clone(text), i, text[i])
			if !yield(left) || !yield(doubled) {
				return
			}
		}
	}
}

// Hostile are bodies that nobody honest sends.
func Hostile() map[string][]byte {
	return map[string][]byte{
		"nothing":            nil,
		"null":               []byte("null"),
		"a list":             []byte("[]"),
		"half an object":     []byte(`{"type":`),
		"the wrong types":    []byte(`{"type":1,"id":[],"data":"x","invoiceId":{},"eventType":7,"kind":[]}`),
		"deep":               []byte(strings.Repeat(`{"a":`, 50_000)),
		"deep lists":         []byte(strings.Repeat("[", 100_000)),
		"no text":            {0xff, 0xfe, 0x00, 0x80},
		"huge":               []byte(strings.Repeat("a", gateway.MaxBody+1)),
		"a thousand fields":  []byte(strings.Repeat("a=1&", 1000)),
		"a bad escape":       []byte("a=%zz"),
		"semicolons":         []byte("a=1;b=2"),
		"two objects":        []byte(`{"eventType":"Refund"}{"eventType":"Void"}`),
		"a name given twice": []byte(`{"eventType":"Refund","eventType":"Void"}`),
	}
}

// Acknowledges wants the vendor's own answer after a commit and for what is of no
// interest, and never otherwise.
func Acknowledges(t *testing.T, g gateway.Gateway, ok gateway.Reply) {
	t.Helper()
	for name, c := range map[string]struct {
		err  error
		want gateway.Reply
	}{
		"committed":      {nil, ok},
		"of no interest": {gateway.ErrIgnore, ok},
		"not authentic":  {gateway.Unauthentic("a test"), gateway.Reply{Status: http.StatusForbidden}},
		"not committed":  {errors.New("the disk is full"), gateway.Reply{Status: http.StatusInternalServerError}},
	} {
		if got := g.Ack(nil, c.err); got != c.want {
			t.Errorf("%s: the vendor hears %+v, want %+v", name, got, c.want)
		}
	}
}

// KeepsSecrets wants an error in which no secret stands.
func KeepsSecrets(t *testing.T, err error, secrets ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("nothing failed")
	}
	for _, secret := range secrets {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error tells a secret: %v", err)
		}
	}
}
