package gateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"strconv"
	"strings"

	"limelight/internal/kit/id"
)

// Intent is the part of a payment intent that a gateway needs. It is frozen
// when the member clicks (payments.md, Intent).
type Intent struct {
	ID          string
	PackageID   string
	AccountID   string // who pays
	Price       Money
	Description string // what the vendor's page shows, such as "550 tokens"
	PassThrough string // of Key.PassThrough
	ReturnURL   string // where the vendor sends the member back to
	CancelURL   string // the same, when nothing was paid
}

// errIntent tells nothing: an intent is made by funds, never by a person.
var errIntent = errors.New("gateway: the intent lacks an id, a price or its pass-through value")

// Valid refuses an intent that no gateway may start.
func (in Intent) Valid() error {
	if !id.Valid(in.ID) || !id.Valid(in.PackageID) || !id.Valid(in.AccountID) || in.Price.Minor <= 0 ||
		in.Price.Valid() != nil || IntentID(in.PassThrough) != in.ID {
		return errIntent
	}
	return nil
}

// Key makes and verifies pass-through values: what we give to every vendor and
// want back unchanged. It is the site's alone, and has at least 32 bytes.
type Key []byte

var noPadding = base32.StdEncoding.WithPadding(base32.NoPadding)

// PassThrough is id.base32(HMAC-SHA256(key, id|package|amount|currency|account)),
// the amount in minor units. None of the parts can hold the bar between them.
func (k Key) PassThrough(in Intent) string {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte(strings.Join([]string{
		in.ID, in.PackageID, strconv.FormatInt(in.Price.Minor, 10), in.Price.Currency, in.AccountID,
	}, "|")))
	return in.ID + "." + noPadding.EncodeToString(mac.Sum(nil))
}

// Vouches reports, in constant time, whether the value is the intent's.
func (k Key) Vouches(value string, in Intent) bool {
	return hmac.Equal([]byte(value), []byte(k.PassThrough(in)))
}

// IntentID is the intent that a pass-through value names; empty when it is none
// by its form. It proves nothing: Vouches does.
func IntentID(value string) string {
	intentID, tag, ok := strings.Cut(value, ".")
	if !ok || !id.Valid(intentID) || len(tag) != noPadding.EncodedLen(sha256.Size) {
		return ""
	}
	return intentID
}
