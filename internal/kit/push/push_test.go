package push_test

import (
	"bytes"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/httpclient"
	"limelight/internal/kit/push"
	"limelight/internal/kit/push/pushtest"
)

// clock is what the site and the service go by.
type clock struct{ at time.Time }

func (c *clock) now() time.Time { return c.at }

// site is a sender, and the service that its browsers are at.
type site struct {
	*push.Sender
	*clock
	service *pushtest.Service
	public  string
}

func setup(t *testing.T) site {
	t.Helper()
	keys, err := push.NewKeys()
	if err != nil {
		t.Fatal(err)
	}
	secret, err := keys.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	if keys, err = push.ParseKeys(secret); err != nil { // as another node has them
		t.Fatal(err)
	}
	public, err := keys.Public()
	if err != nil {
		t.Fatal(err)
	}
	c := &clock{time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)}
	service := pushtest.Start(t, func() string { return public }, c.now)
	sender, err := push.NewSender(service.Client(), keys, func() string { return "mailto:desk@example.com" }, c.now)
	if err != nil {
		t.Fatal(err)
	}
	return site{sender, c, service, public}
}

// A message reaches its browser, with what the site says of it.
func TestSend(t *testing.T) {
	s := setup(t)
	one, two := s.service.Subscribe(), s.service.Subscribe()
	options := push.Options{TTL: 90 * time.Minute, Urgency: push.High, Topic: "orders-17"}
	if err := s.Send(t.Context(), parse(t, one), []byte("for one"), options); err != nil {
		t.Fatal(err)
	}
	if err := s.Send(t.Context(), parse(t, two), []byte("for two"), push.Options{}); err != nil {
		t.Fatal(err)
	}
	got := s.service.Received()
	if len(got) != 2 {
		t.Fatalf("%d messages came", len(got))
	}
	if m := got[0]; m.Text != "for one" || m.Browser.Endpoint != one.Endpoint || m.TTL != 5400 || m.Urgency != "high" || m.Topic != "orders-17" ||
		m.Token.Subject != "mailto:desk@example.com" || m.Token.Audience != s.service.URL {
		t.Errorf("the first came as %+v", m)
	}
	if m := got[1]; m.Text != "for two" || m.Browser.Endpoint != two.Endpoint || m.TTL != 0 || m.Urgency != "" || m.Topic != "" {
		t.Errorf("the second came as %+v", m)
	}
}

// Lengths say little: there are four, and the longest payload fills a body.
func TestLengthsSayLittle(t *testing.T) {
	s := setup(t)
	b := s.service.Subscribe()
	lengths := map[int]bool{}
	for _, n := range []int{0, 1, 500, 1023, 1024, 2047, 2048, 3071, 3072, push.MaxPayload} {
		if err := s.Send(t.Context(), parse(t, b), bytes.Repeat([]byte{'x'}, n), push.Options{}); err != nil {
			t.Fatalf("%d bytes: %v", n, err)
		}
		got := s.service.Received()
		m := got[len(got)-1]
		if len(m.Text) != n {
			t.Errorf("of %d bytes %d came", n, len(m.Text))
		}
		lengths[n+m.Padding] = true
	}
	if push.MaxPayload != 3993 || len(lengths) != 4 || !lengths[3993] {
		t.Errorf("texts have the lengths %v", lengths)
	}
	if err := s.Send(t.Context(), parse(t, b), make([]byte, push.MaxPayload+1), push.Options{}); !errors.Is(err, push.ErrTooLong) {
		t.Errorf("a longer payload: %v", err)
	}
}

// One token serves an origin for half of its life.
func TestTokensAreRenewed(t *testing.T) {
	s := setup(t)
	b := s.service.Subscribe()
	tokens := map[string]bool{}
	for range 30 { // one an hour, each taken by a service that looks at their time
		if err := s.Send(t.Context(), parse(t, b), nil, push.Options{}); err != nil {
			t.Fatal(err)
		}
		got := s.service.Received()
		tokens[got[len(got)-1].Token.Raw] = true
		s.at = s.at.Add(time.Hour)
	}
	if len(tokens) != 5 {
		t.Errorf("30 hours took %d tokens, want 5", len(tokens))
	}
}

// What a service answers says what becomes of the subscription and of the message.
func TestAnswers(t *testing.T) {
	s := setup(t)
	b := parse(t, s.service.Subscribe())
	answer := func(status int, after string) error {
		s.service.Answer = func(_ pushtest.Browser, h http.Header) int {
			if after != "" {
				h.Set("Retry-After", after)
			}
			return status
		}
		return s.Send(t.Context(), b, []byte("text"), push.Options{})
	}
	for _, status := range []int{404, 410} {
		if err := answer(status, ""); !errors.Is(err, push.ErrGone) {
			t.Errorf("%d: %v", status, err)
		}
	}
	for after, want := range map[string]time.Duration{
		"": 0, "120": 2 * time.Minute, "-5": 0, "soon": 0, "99999999": 24 * time.Hour,
		"Mon, 01 Jun 2026 12:03:00 GMT": 3 * time.Minute, "Mon, 01 Jun 2020 12:03:00 GMT": 0,
	} {
		for _, status := range []int{429, 503} {
			err := answer(status, after)
			if many, ok := errors.AsType[*push.TooManyError](err); !ok || many.RetryAfter != want {
				t.Errorf("%d after %q: %v, want %s", status, after, err, want)
			}
		}
	}
	for status, permanent := range map[int]bool{301: true, 400: true, 403: true, 408: false, 413: true, 500: false, 502: false} {
		err := answer(status, "")
		if other, ok := errors.AsType[*push.StatusError](err); !ok || other.Status != status || other.Permanent() != permanent {
			t.Errorf("%d: %v", status, err)
		}
	}
	for _, status := range []int{200, 202, 204} {
		if err := answer(status, ""); err != nil {
			t.Errorf("%d: %v", status, err)
		}
	}
}

// What cannot be sent is refused before anybody is asked.
func TestRefusals(t *testing.T) {
	s := setup(t)
	b := parse(t, s.service.Subscribe())
	for _, topic := range []string{strings.Repeat("a", 33), "a b", "ä", "a\r\nTTL: 0", "a="} {
		if err := s.Send(t.Context(), b, nil, push.Options{Topic: topic}); !errors.Is(err, push.ErrTopic) {
			t.Errorf("the topic %q: %v", topic, err)
		}
	}
	keys, err := push.NewKeys()
	if err != nil {
		t.Fatal(err)
	}
	nobody, err := push.NewSender(s.service.Client(), keys, func() string { return "http://localhost" }, s.now)
	if err != nil {
		t.Fatal(err)
	}
	if err := nobody.Send(t.Context(), b, nil, push.Options{}); !errors.Is(err, push.ErrContact) {
		t.Errorf("without a contact: %v", err)
	}
	if n := s.service.Requests(); n != 0 {
		t.Errorf("the service was asked %d times", n)
	}
}

// An endpoint within the operator's network is not called, and its address is not in the error.
func TestPrivateEndpoints(t *testing.T) {
	called := false
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer inside.Close()
	keys, err := push.NewKeys()
	if err != nil {
		t.Fatal(err)
	}
	s, err := push.NewSender(httpclient.New(httpclient.Config{}), keys, func() string { return "https://example.com" }, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	b := pushtest.NewBrowser(inside.URL + "/secret-path")
	err = s.Send(t.Context(), parse(t, b), nil, push.Options{})
	if !errors.Is(err, httpclient.ErrPrivate) || called || strings.Contains(err.Error(), "secret-path") {
		t.Errorf("an endpoint on this machine: %v, called %t", err, called)
	}
}
