package push

import (
	"crypto/ecdh"
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
)

// maxEndpoint bounds an endpoint, in bytes; those of today's services have up to some 700.
const maxEndpoint = 2048

// authBytes is how long the secret is that a browser shares with the site (RFC 8291, 3.2).
const authBytes = 16

// Subscription is where a browser hears a site: an address of its push service, and what
// messages for it are encrypted with. Only ParseSubscription makes one.
type Subscription struct {
	endpoint string
	origin   string // of the endpoint: whom tokens are for
	browser  *ecdh.PublicKey
	auth     []byte
}

// InvalidError is why something is no subscription: which part of it, and what is wrong there.
type InvalidError struct{ Part, Problem string }

func (e *InvalidError) Error() string { return "push: the " + e.Part + " " + e.Problem }

// ParseSubscription reads what PushSubscription.toJSON gives a page: the endpoint, and its keys
// p256dh and auth in base64url.
func ParseSubscription(endpoint, p256dh, auth string) (s Subscription, err error) {
	if s.origin, err = originOf(endpoint); err != nil {
		return Subscription{}, err
	}
	s.endpoint = endpoint
	point, err := decode(p256dh)
	if err != nil {
		return Subscription{}, &InvalidError{"p256dh", "is not base64url"}
	}
	// Refuses what is no uncompressed point, or lies on no curve.
	if s.browser, err = ecdh.P256().NewPublicKey(point); err != nil {
		return Subscription{}, &InvalidError{"p256dh", "is no public key of P-256"}
	}
	if s.auth, err = decode(auth); err != nil || len(s.auth) != authBytes {
		return Subscription{}, &InvalidError{"auth", "is not 16 bytes in base64url"}
	}
	return s, nil
}

// Endpoint is the address, as the browser gave it.
func (s Subscription) Endpoint() string { return s.endpoint }

// originOf checks an endpoint and returns its origin (RFC 6454), which tokens name as their audience.
func originOf(endpoint string) (string, error) {
	if len(endpoint) > maxEndpoint {
		return "", &InvalidError{"endpoint", fmt.Sprintf("is longer than %d bytes", maxEndpoint)}
	}
	for _, c := range []byte(endpoint) {
		if c <= ' ' || c >= 0x7f {
			return "", &InvalidError{"endpoint", "is no address"}
		}
	}
	at, err := url.Parse(endpoint)
	switch {
	case err != nil || at.Hostname() == "" || at.Opaque != "":
		return "", &InvalidError{"endpoint", "is no address"}
	case at.Scheme != "https":
		return "", &InvalidError{"endpoint", "does not begin with https"}
	case at.User != nil || strings.Contains(endpoint, "#"):
		return "", &InvalidError{"endpoint", "holds more than an address"}
	}
	host := strings.ToLower(at.Host)
	return "https://" + strings.TrimSuffix(strings.TrimSuffix(host, ":443"), ":"), nil
}

// decode reads base64url without padding, in its one form.
func decode(text string) ([]byte, error) { return base64.RawURLEncoding.Strict().DecodeString(text) }

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }
