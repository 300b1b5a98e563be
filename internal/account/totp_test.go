package account

import (
	"encoding/base32"
	"testing"
	"time"
)

// The vectors of RFC 6238, appendix B, for SHA-1. They have eight digits, of which apps show the
// last six: both are the same number, modulo a power of ten.
func TestCodesOfTheStandard(t *testing.T) {
	secret := base32.StdEncoding.EncodeToString([]byte("12345678901234567890"))
	for at, eight := range map[int64]string{
		59: "94287082", 1111111109: "07081804", 1111111111: "14050471", 1234567890: "89005924", 2000000000: "69279037", 20000000000: "65353130",
	} {
		code, now := eight[2:], time.Unix(at, 0)
		tried := func(last int64, beside time.Duration) (int64, bool) {
			step, ok, err := stepOf(secret, code, last, now.Add(beside))
			if err != nil {
				t.Fatal(err)
			}
			return step, ok
		}
		if step, ok := tried(0, 0); !ok || step != at/30 {
			t.Errorf("%s at %d is of step %d, %v, want step %d", code, at, step, ok, at/30)
		}
		for _, beside := range []time.Duration{-totpPeriod, totpPeriod} {
			if step, ok := tried(0, beside); !ok || step != at/30 {
				t.Errorf("%s, %v beside %d, is of step %d, %v", code, beside, at, step, ok)
			}
		}
		for _, beside := range []time.Duration{-2 * totpPeriod, 2 * totpPeriod} {
			if now.Add(beside).Unix() < 0 { // no step is before the first
				continue
			}
			if _, ok := tried(0, beside); ok {
				t.Errorf("%s is accepted %v beside %d", code, beside, at)
			}
		}
		if _, ok := tried(at/30, 0); ok {
			t.Errorf("%s at %d is accepted twice", code, at)
		}
	}
}
