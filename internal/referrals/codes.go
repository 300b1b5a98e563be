package referrals

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// A code is short enough to be told on the phone: eight of the letters and digits
// that cannot be taken for one another (no 0 O, 1 I L, U V).
const (
	letters    = "23456789ABCDEFGHJKMNPQRSTWXYZ"
	codeLength = 8
)

func newID(now time.Time) string { return id.New(now) }

// newCode draws a code. Of the 256 values of a byte those are used that are a
// whole number of times the letters, so that each is as likely.
func newCode() string {
	var code strings.Builder
	const fair = 256 / len(letters) * len(letters)
	for b := make([]byte, 1); code.Len() < codeLength; {
		rand.Read(b) // never fails (crypto/rand, Go 1.24)
		if int(b[0]) < fair {
			code.WriteByte(letters[int(b[0])%len(letters)])
		}
	}
	return code.String()
}

// fold is the code as it is kept: people write small letters and spaces.
func fold(code string) string { return strings.ToUpper(strings.TrimSpace(code)) }

func isCode(code string) bool {
	return len(code) == codeLength && strings.Trim(code, letters) == ""
}

// Code is the account's code, made when it is first asked for; it never changes.
// mark is that of the browser that shows it, or empty.
func (s *Service) Code(ctx context.Context, accountID, mark string) (code string, err error) {
	err = s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if mark != "" {
			if err := insertDevice(ctx, tx, mark, accountID, s.Now()); err != nil {
				return err
			}
		}
		code, err = selectCode(ctx, tx, accountID)
		for errors.Is(err, db.ErrNone) {
			if err = insertCode(ctx, tx, accountID, newCode(), s.Now()); err == nil {
				code, err = selectCode(ctx, tx, accountID)
			}
		}
		return err
	})
	return code, err
}

// deviceLasts is as long as browsers keep a cookie.
const deviceLasts = 400 * 24 * time.Hour

func cookieName(secure bool) string {
	if secure {
		return "__Host-device"
	}
	return "device"
}

// markOf is what is kept of the browser's mark; empty for one without.
func markOf(ctx context.Context, secure bool) string {
	value := api.Cookie(ctx, cookieName(secure))
	if value == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(value))
	return hex.EncodeToString(sum[:])
}

// mark is the browser's mark, as it is kept, and gives one to a browser that has
// none: a first-party cookie with a random value, set where a code is shown and
// where an invitation is opened, and nowhere else. It is all that the site knows
// of a device: who clears it, or takes another browser, is somebody else.
func (s *Service) mark(ctx context.Context) string {
	if known := markOf(ctx, s.Secure); known != "" {
		return known
	}
	value := id.Secret()
	api.SetCookie(ctx, &http.Cookie{
		Name: cookieName(s.Secure), Value: value, Path: "/", MaxAge: int(deviceLasts.Seconds()),
		HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode,
	})
	sum := sha256.Sum256([]byte(value))
	return hex.EncodeToString(sum[:])
}
