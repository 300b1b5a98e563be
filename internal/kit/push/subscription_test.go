package push_test

import (
	"crypto/ecdh"
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"limelight/internal/kit/push"
	"limelight/internal/kit/push/pushtest"
)

// What no browser gives is refused, and which part of it is named.
func TestSubscriptionsAreStrict(t *testing.T) {
	b := pushtest.NewBrowser("https://push.example.net/send/abc:def?x=1")
	if _, err := push.ParseSubscription(b.Endpoint, b.P256dh(), b.AuthText()); err != nil {
		t.Fatal(err)
	}
	point := b.Key.PublicKey().Bytes()
	off := append([]byte(nil), point...)
	off[64] ^= 1
	text := base64.RawURLEncoding.EncodeToString
	for name, c := range map[string]struct{ part, endpoint, p256dh, auth string }{
		"http":              {"endpoint", "http://push.example.net/a", "", ""},
		"no scheme":         {"endpoint", "push.example.net/a", "", ""},
		"no host":           {"endpoint", "https:///a", "", ""},
		"opaque":            {"endpoint", "https:push.example.net", "", ""},
		"a password":        {"endpoint", "https://a:b@push.example.net/a", "", ""},
		"a fragment":        {"endpoint", "https://push.example.net/a#b", "", ""},
		"an empty fragment": {"endpoint", "https://push.example.net/a#", "", ""},
		"a space":           {"endpoint", "https://push.example.net/a b", "", ""},
		"a line break":      {"endpoint", "https://push.example.net/a\r\nTTL: 0", "", ""},
		"a letter beyond":   {"endpoint", "https://push.example.net/ä", "", ""},
		"no port":           {"endpoint", "https://push.example.net:x/a", "", ""},
		"too long":          {"endpoint", "https://push.example.net/" + strings.Repeat("a", 2048), "", ""},
		"nothing":           {"p256dh", "", " ", ""},
		"off the curve":     {"p256dh", "", text(off), ""},
		"at infinity":       {"p256dh", "", text([]byte{0}), ""},
		"compressed":        {"p256dh", "", text(append([]byte{2}, point[1:33]...)), ""},
		"too much":          {"p256dh", "", text(append(point, 0)), ""},
		"padded":            {"p256dh", "", b.P256dh() + "=", ""},
		"another alphabet":  {"auth", "", "", "++++++++++++++++++++//"},
		"another form":      {"auth", "", "", "AAAAAAAAAAAAAAAAAAAAAB"},
		"15 bytes":          {"auth", "", "", text(b.Auth[:15])},
		"17 bytes":          {"auth", "", "", text(append(b.Auth, 0))},
	} {
		pick := func(other, own string) string {
			if other != "" {
				return strings.TrimSpace(other)
			}
			return own
		}
		_, err := push.ParseSubscription(pick(c.endpoint, b.Endpoint), pick(c.p256dh, b.P256dh()), pick(c.auth, b.AuthText()))
		if refused, ok := errors.AsType[*push.InvalidError](err); !ok || refused.Part != c.part {
			t.Errorf("%s: %v, want a refusal of the %s", name, err, c.part)
		}
	}
}

// FuzzSubscription looks for a subscription that is taken and cannot be sent to.
func FuzzSubscription(f *testing.F) {
	b := pushtest.NewBrowser("https://push.example.net/send/abc")
	f.Add(b.Endpoint, b.P256dh(), b.AuthText())
	f.Add("https://[::1]:443/a", b.P256dh(), b.AuthText())
	f.Add("https://EXAMPLE.net:/%zz", b.P256dh(), b.AuthText())
	f.Add("https://a@b#c", "BA", "")
	f.Fuzz(func(t *testing.T, endpoint, p256dh, auth string) {
		s, err := push.ParseSubscription(endpoint, p256dh, auth)
		if err != nil {
			if _, ok := errors.AsType[*push.InvalidError](err); !ok {
				t.Fatalf("refused without saying why: %v", err)
			}
			return
		}
		once, err := ecdh.P256().GenerateKey(nil)
		if err != nil {
			t.Fatal(err)
		}
		if s.Endpoint() != endpoint || !strings.HasPrefix(strings.ToLower(endpoint), "https://") {
			t.Errorf("%q was taken", endpoint)
		}
		if body, err := s.SealWith(once, make([]byte, 16), []byte("text")); err != nil || len(body) != 107 {
			t.Errorf("a body of %d bytes, %v", len(body), err)
		}
	})
}
