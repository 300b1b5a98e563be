package sfu

import (
	"bufio"
	"context"
	"crypto/sha1" // RFC 6455 names it, and nothing depends on its strength
	"encoding/base64"
	"io"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/recovery"
)

// A session whose first flight was answered by HTTP (firstflight.go) is held until the client's
// WebSocket comes for it, and goes on over that: the bytes of both are the same, so they
// are only passed on, the client's through the filter of every other (frames.go). Nothing
// that the engine says meanwhile is read; it waits in the connection.

const (
	// heldParam is how a WebSocket's address names the session that it comes for.
	heldParam = "held"

	// heldFor is how long a session waits for its WebSocket: a slow line needs seconds.
	heldFor = 10 * time.Second

	// maxWaiting is how many wait at once. Each is one of the node's connections (conns.go) too.
	maxWaiting = 1000
)

var (
	errNotHeld   = fault.New(fault.NotFound, "This session is not held, please join again.")
	errNoUpgrade = fault.New(fault.Malformed, "A session goes on over a WebSocket.")
)

// heldSessions are the sessions that wait, by their random names.
type heldSessions struct {
	mu       sync.Mutex
	sessions map[string]*session
}

// session is a signalling connection to the engine that no client has taken over yet.
type session struct {
	token string // the hash of the token that it was begun with
	back  io.ReadWriteCloser
	said  *bufio.Reader // what the engine says, beginning after the first flight
	free  func()        // closes it and gives its place back; once
	timer *time.Timer
}

// ResumesHeld tells whether a WebSocket at this address begins nothing: it comes for a session
// that is held, or for none.
func ResumesHeld(address *url.URL) bool {
	return address.Path == "/rtc/v1" && address.Query().Get(heldParam) != ""
}

// keep holds a session and names it; false when too many wait.
func (h *heldSessions) keep(log *slog.Logger, s *session) (name string, kept bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.sessions) >= maxWaiting {
		return "", false
	}
	if h.sessions == nil {
		h.sessions = map[string]*session{}
	}
	name = id.Secret()
	h.sessions[name] = s
	s.timer = time.AfterFunc(heldFor, func() {
		recovery.Do(log, "sfu.held", func() {
			if h.take(name, s.token) != nil {
				s.free()
			}
		})
	})
	return name, true
}

// take hands a session to who shows the token that it was begun with; nil when there is none.
func (h *heldSessions) take(name, token string) *session {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.sessions[name]
	if s == nil || s.token != token {
		return nil
	}
	delete(h.sessions, name)
	s.timer.Stop()
	return s
}

// resumeHeld lets a client's WebSocket take its session over. Who may watch is asked again; a
// refusal ends the session.
func (p *proxy) resumeHeld(w http.ResponseWriter, r *http.Request, name string) error {
	if !strings.EqualFold(r.Header.Get("Upgrade"), "websocket") || r.Header.Get("Sec-Websocket-Version") != "13" || r.Header.Get("Sec-Websocket-Key") == "" {
		return errNoUpgrade
	}
	claims, _, err := p.claims(r, Resume)
	if err != nil {
		return err
	}
	s := p.engine.held.take(name, claims.Hash)
	if s == nil {
		return errNotHeld
	}
	defer s.free()
	if err := p.gate.AdmitToken(r.Context(), claims); err != nil {
		return err
	}
	(&httputil.ReverseProxy{
		Rewrite:      func(*httputil.ProxyRequest) {},
		Transport:    s,
		ErrorLog:     slog.NewLogLogger(p.log.Handler(), slog.LevelDebug), // copies broken off by a client
		ErrorHandler: func(w http.ResponseWriter, r *http.Request, _ error) { refuse(w, r, errEngine) },
	}).ServeHTTP(filtered{w}, r)
	return nil
}

// RoundTrip answers a client's upgrade in the engine's place, which has accepted its own.
func (s *session) RoundTrip(r *http.Request) (*http.Response, error) {
	key := sha1.Sum([]byte(r.Header.Get("Sec-Websocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11")) // RFC 6455 §4.2.2
	return &http.Response{
		StatusCode: http.StatusSwitchingProtocols,
		ProtoMajor: 1, ProtoMinor: 1,
		Request: r,
		Header: http.Header{
			"Connection":           {"Upgrade"},
			"Upgrade":              {"websocket"},
			"Sec-Websocket-Accept": {base64.StdEncoding.EncodeToString(key[:])},
		},
		Body: struct {
			io.Reader
			io.Writer
			io.Closer
		}{s.said, s.back, s.back},
	}, nil
}

// begin opens a signalling connection to the engine for a client, and holds on to its
// place until free is called. What cuts the client's connection (conns.go) closes it.
func (p *proxy) begin(r *http.Request, client admitted) (*session, error) {
	ctx, cut := context.WithCancelCause(context.WithoutCancel(r.Context()))
	release := p.engine.conns.add(client.Room, client.Identity, cut)
	back, err := p.dial(ctx, r, client)
	free := sync.OnceFunc(func() {
		cut(nil)
		if back != nil {
			back.Close()
		}
		release()
		client.leave()
	})
	if err != nil {
		free()
		return nil, err
	}
	context.AfterFunc(ctx, func() { recovery.Do(p.log, "sfu.held", func() { back.Close() }) })
	return &session{token: client.Hash, back: back, said: bufio.NewReader(back), free: free}, nil
}
