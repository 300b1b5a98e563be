package pushtest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Message is what a browser gets.
type Message struct {
	Browser Browser
	Text    string
	Padding int
	TTL     int
	Urgency string
	Topic   string
	Token   Token
}

// Token is what the site says of itself.
type Token struct {
	Raw      string
	Audience string `json:"aud"`
	Expires  int64  `json:"exp"`
	Subject  string `json:"sub"`
}

// Service is a push service, over TLS. A request that no real one would take is an error of the test.
type Service struct {
	*httptest.Server
	// Answer replaces 201 for a browser's message, if it returns a status; it may set headers.
	Answer func(b Browser, h http.Header) (status int)

	t    testing.TB
	key  func() string // the public key that browsers have subscribed to
	now  func() time.Time
	mu   sync.Mutex
	open []Browser
	got  []Message
	seen int
}

// Start starts a service whose browsers subscribe to a site's public key.
func Start(t testing.TB, key func() string, now func() time.Time) *Service {
	s := &Service{t: t, key: key, now: now}
	s.Server = httptest.NewUnstartedServer(s)
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // of clients that were killed
	s.StartTLS()
	t.Cleanup(s.Close)
	return s
}

// Subscribe makes a browser that the service knows.
func (s *Service) Subscribe() Browser {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := NewBrowser(s.URL + "/push/" + strconv.Itoa(len(s.open)))
	s.open = append(s.open, b)
	return b
}

// Received are the messages that were taken, in their order.
func (s *Service) Received() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.got...)
}

// Requests is how many requests have come, taken or not.
func (s *Service) Requests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen
}

// ServeHTTP implements http.Handler.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen++
	n, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/push/"))
	if err != nil || n < 0 || n >= len(s.open) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	m, err := s.read(r, s.open[n])
	if err != nil {
		s.t.Errorf("a push that no service takes: %v", err)
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	status := http.StatusCreated
	if s.Answer != nil {
		if other := s.Answer(m.Browser, w.Header()); other != 0 {
			status = other
		}
	}
	if status == http.StatusCreated {
		s.got = append(s.got, m)
	}
	w.WriteHeader(status)
}

func (s *Service) read(r *http.Request, b Browser) (m Message, err error) {
	m = Message{Browser: b, Urgency: r.Header.Get("Urgency"), Topic: r.Header.Get("Topic")}
	if r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" {
		return m, fmt.Errorf("%s with the content coding %q", r.Method, r.Header.Get("Content-Encoding"))
	}
	if m.TTL, err = strconv.Atoi(r.Header.Get("TTL")); err != nil || m.TTL < 0 {
		return m, fmt.Errorf("the TTL %q", r.Header.Get("TTL"))
	}
	if m.Token, err = s.authorized(r.Header.Get("Authorization")); err != nil {
		return m, err
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 4097))
	if err != nil || len(body) > 4096 {
		return m, fmt.Errorf("a body of %d bytes, error %w", len(body), err)
	}
	text, padding, err := b.Open(body)
	m.Text, m.Padding = string(text), padding
	return m, err
}

// authorized reads RFC 8292: vapid t=<token>, k=<public key>.
func (s *Service) authorized(header string) (t Token, err error) {
	fields, ok := strings.CutPrefix(header, "vapid t=")
	token, key, both := strings.Cut(fields, ", k=")
	if !ok || !both || key != s.key() {
		return t, fmt.Errorf("authorization %q, not by the key that browsers subscribed to", header)
	}
	if t, err = Verify(token, key); err != nil {
		return t, err
	}
	switch life := time.Unix(t.Expires, 0).Sub(s.now()); {
	case t.Audience != s.URL:
		return t, fmt.Errorf("the audience %q is not %q", t.Audience, s.URL)
	case life <= 0 || life > 24*time.Hour:
		return t, fmt.Errorf("the token is good for %s", life)
	case !strings.HasPrefix(t.Subject, "mailto:") && !strings.HasPrefix(t.Subject, "https://"):
		return t, fmt.Errorf("the subject %q", t.Subject)
	}
	return t, nil
}

// Verify reads a token signed with ES256.
func Verify(token, key string) (t Token, err error) {
	t.Raw = token
	point, err := base64.RawURLEncoding.DecodeString(key)
	if err != nil {
		return t, err
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	if err != nil {
		return t, err
	}
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return t, fmt.Errorf("a token of %d parts", len(parts))
	}
	var raw [3][]byte
	for i, part := range parts {
		if raw[i], err = base64.RawURLEncoding.DecodeString(part); err != nil {
			return t, err
		}
	}
	var head struct{ Typ, Alg string }
	if err := errors.Join(json.Unmarshal(raw[0], &head), json.Unmarshal(raw[1], &t)); err != nil {
		return t, err
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if head.Alg != "ES256" || len(raw[2]) != 64 ||
		!ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(raw[2][:32]), new(big.Int).SetBytes(raw[2][32:])) {
		return t, errors.New("the token's signature is wrong")
	}
	return t, nil
}
