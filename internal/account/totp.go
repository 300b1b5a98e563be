package account

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"
	"github.com/pquerna/otp/totp"
)

// What authenticator apps agree on (RFC 6238): six digits of SHA-1, a new code
// every 30 seconds. The neighbouring steps count too, for clocks that are off.
const (
	totpPeriod = 30 * time.Second
	totpSkew   = 1
	totpDigits = otp.DigitsSix
	qrPixels   = 240
)

// totpKey is a fresh secret, as an app reads it.
type totpKey struct {
	secret string // base32
	uri    string // otpauth://…
	qr     string // the uri as a picture, a data address
}

func newTOTP(site, username string) (totpKey, error) {
	key, err := totp.Generate(totp.GenerateOpts{Issuer: strings.ReplaceAll(site, ":", ""), AccountName: username, Digits: totpDigits})
	if err != nil {
		return totpKey{}, fmt.Errorf("make a secret: %w", err)
	}
	return drawTOTP(key)
}

func drawTOTP(key *otp.Key) (totpKey, error) {
	picture, err := key.Image(qrPixels, qrPixels)
	if err != nil {
		return totpKey{}, fmt.Errorf("draw a QR code: %w", err)
	}
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		return totpKey{}, fmt.Errorf("write a QR code: %w", err)
	}
	return totpKey{
		secret: key.Secret(), uri: key.URL(),
		qr: "data:image/png;base64," + base64.StdEncoding.EncodeToString(b.Bytes()),
	}, nil
}

// stepOf is the step at whose time the code is the secret's, if that is about now
// and after the last one that was accepted.
func stepOf(secret, code string, last int64, now time.Time) (step int64, ok bool, err error) {
	current := now.Unix() / int64(totpPeriod/time.Second)
	for step := current - totpSkew; step <= current+totpSkew; step++ {
		same, err := hotp.ValidateCustom(code, uint64(step), secret, hotp.ValidateOpts{Digits: totpDigits})
		if err != nil {
			return 0, false, fmt.Errorf("compare a code: %w", err)
		}
		if same && step > last {
			return step, true, nil
		}
	}
	return 0, false, nil
}
