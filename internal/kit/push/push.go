// Package push sends messages to browsers through their vendors' push services, by the web's own
// standards: RFC 8030 (the protocol), RFC 8188 and RFC 8291 (how a message is encrypted), RFC 8292
// (how a service knows the site, VAPID).
//
// Invariants:
//   - a service sees where a message goes and roughly when, never what it says, and of its length
//     only which of four it is;
//   - a token is for one origin, is good for half a day and is renewed in half of that;
//   - what a service answers is one of: taken, gone, too many, or an error.
package push

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"limelight/internal/kit/ttlcache"
)

// Urgency says how much a message is worth to a device that saves its battery (RFC 8030, 5.3).
type Urgency string

// The urgencies.
const (
	VeryLow Urgency = "very-low"
	Low     Urgency = "low"
	Normal  Urgency = "normal"
	High    Urgency = "high"
)

// Options are how a service handles a message.
type Options struct {
	TTL     time.Duration // how long it waits for a device that is off
	Urgency Urgency       // empty: normal
	Topic   string        // replaces what waits of the same topic: up to 32 characters of base64url
}

var (
	// ErrGone is the answer when a subscription has ended: forget it.
	ErrGone = errors.New("push: the subscription has ended")
	// ErrTooLong is the answer to a payload of more than MaxPayload bytes.
	ErrTooLong = fmt.Errorf("push: a payload has at most %d bytes", MaxPayload)
	// ErrTopic is the answer to a topic that no service takes.
	ErrTopic = errors.New("push: a topic has up to 32 characters of base64url")
)

// TooManyError is the answer of a service that wants to be left alone for a while.
type TooManyError struct{ RetryAfter time.Duration } // 0: it did not say for how long

func (e *TooManyError) Error() string {
	return fmt.Sprintf("push: the service takes no more; it said to wait for %s", e.RetryAfter)
}

// StatusError is any other answer that is not taken.
type StatusError struct {
	Status int
	Text   string // the beginning of what the service says
}

func (e *StatusError) Error() string { return fmt.Sprintf("push: status %d: %q", e.Status, e.Text) }

// Permanent reports whether the same message would be refused again.
func (e *StatusError) Permanent() bool {
	return e.Status < 500 && e.Status != http.StatusRequestTimeout && e.Status != http.StatusTooEarly
}

// Sender sends to push services.
type Sender struct {
	client  *http.Client
	keys    Keys
	public  string
	contact func() string
	now     func() time.Time
	tokens  *ttlcache.Cache[audience, string]
}

// audience is what a token is kept by.
type audience struct{ origin, contact string }

// NewSender makes a sender. Endpoints are addresses that browsers give, so the client must be one
// of kit/httpclient. contact is how a service reaches the operator: mailto:… or https://….
func NewSender(client *http.Client, keys Keys, contact func() string, now func() time.Time) (*Sender, error) {
	public, err := keys.Public()
	if err != nil {
		return nil, err
	}
	return &Sender{client, keys, public, contact, now, ttlcache.New[audience, string](tokenUse, maxOrigins)}, nil
}

// Send sends a message. Its error is nil once the service has it; ErrGone, *TooManyError or
// *StatusError as the service says; anything else is a way that led to no answer.
func (s *Sender) Send(ctx context.Context, to Subscription, payload []byte, o Options) error {
	if len(payload) > MaxPayload {
		return ErrTooLong
	}
	body, err := to.seal(payload)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to.endpoint, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("address a push: %w", err)
	}
	if err := o.write(req.Header); err != nil {
		return err
	}
	token, err := s.token(to.origin)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "vapid t="+token+", k="+s.public)
	req.Header.Set("Content-Type", "application/octet-stream")
	req.Header.Set("Content-Encoding", "aes128gcm")
	res, err := s.client.Do(req)
	if err != nil {
		if failed, ok := errors.AsType[*url.Error](err); ok {
			err = failed.Err // without the address: who knows it reaches the browser
		}
		return fmt.Errorf("send a push: %w", err)
	}
	defer func() { _ = res.Body.Close() }()
	return s.outcome(res)
}

func (o Options) write(h http.Header) error {
	h.Set("TTL", strconv.FormatInt(int64(max(0, o.TTL)/time.Second), 10))
	if o.Urgency != "" {
		h.Set("Urgency", string(o.Urgency))
	}
	if o.Topic == "" {
		return nil
	}
	if len(o.Topic) > 32 || strings.Trim(o.Topic, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
		return ErrTopic
	}
	h.Set("Topic", o.Topic)
	return nil
}

// token is kept for the origin, or made.
func (s *Sender) token(origin string) (string, error) {
	now, key := s.now(), audience{origin, s.contact()}
	if token, ok := s.tokens.Get(key, now); ok {
		return token, nil
	}
	token, err := s.keys.token(key.origin, key.contact, now)
	if err == nil {
		s.tokens.Put(key, token, now)
	}
	return token, err
}

// maxSaid is how much is read of what a service says, in bytes.
const maxSaid = 300

func (s *Sender) outcome(res *http.Response) error {
	said, _ := io.ReadAll(io.LimitReader(res.Body, maxSaid)) // the status is what counts
	switch status := res.StatusCode; status {
	case http.StatusOK, http.StatusCreated, http.StatusAccepted, http.StatusNoContent:
		return nil
	case http.StatusNotFound, http.StatusGone:
		return ErrGone
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return &TooManyError{retryAfter(res.Header.Get("Retry-After"), s.now())}
	default:
		return &StatusError{status, strings.ToValidUTF8(string(said), "")}
	}
}

// maxRetryAfter bounds how long a service can silence what is for it.
const maxRetryAfter = 24 * time.Hour

// retryAfter reads seconds, or a date (RFC 9110, 10.2.3).
func retryAfter(text string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseInt(text, 10, 32); err == nil {
		return min(max(0, time.Duration(seconds)*time.Second), maxRetryAfter)
	}
	if at, err := http.ParseTime(text); err == nil {
		return min(max(0, at.Sub(now)), maxRetryAfter)
	}
	return 0
}
