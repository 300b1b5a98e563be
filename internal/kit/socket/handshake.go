package socket

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"limelight/internal/kit/limit"
)

// refusal is an Engine.IO handshake error: its number and text are the
// protocol's, its name is the metric's.
type refusal struct {
	code int
	text string
	name string
}

var (
	refuseTransport = refusal{0, "Transport unknown", "transport"}
	refuseSession   = refusal{1, "Session ID unknown", "session"}
	refuseMethod    = refusal{2, "Bad handshake method", "method"}
	refuseRequest   = refusal{3, "Bad request", "request"}
	refuseVersion   = refusal{5, "Unsupported protocol version", "version"}
)

// ServeHTTP serves /socket.io/: handshakes, polls and upgrades.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.admitOrigin(w, r) {
		return
	}
	q := r.URL.Query()
	eio := q.Get("EIO")
	transport := q.Get("transport")
	switch {
	case eio != "3" && eio != "4":
		s.refuse(w, refuseVersion)
	case transport != "polling" && transport != "websocket":
		s.refuse(w, refuseTransport)
	case q.Get("sid") != "":
		s.resume(w, r, q.Get("sid"), transport)
	case r.Method != http.MethodGet:
		s.refuse(w, refuseMethod)
	default:
		s.open(w, r, int(eio[0]-'0'), transport)
	}
}

// admitOrigin checks the Origin and answers preflights.
func (s *Server) admitOrigin(w http.ResponseWriter, r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" {
		return true
	}
	h := w.Header()
	h.Add("Vary", "Origin")
	if !s.isKnownOrigin(origin, r.Host) {
		s.stats.handshakeFailures.WithLabelValues("origin").Inc()
		http.Error(w, "This origin may not connect.", http.StatusForbidden)
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Allow-Credentials", "true")
	if r.Method == http.MethodOptions {
		h.Set("Access-Control-Allow-Methods", "GET,POST")
		h.Set("Access-Control-Allow-Headers", "Content-Type,Authorization")
		w.WriteHeader(http.StatusNoContent)
		return false
	}
	return true
}

// isKnownOrigin reports whether pages of an origin may connect: those of the host that is asked, by whatever
// name the site is reached, and those of Origins. A foreign page's Origin names its own host
// (RFC 6454, section 7), and no cookie speaks for who connects.
func (s *Server) isKnownOrigin(origin, host string) bool {
	if own, err := url.Parse(origin); err == nil && own.Host != "" && own.Host == host {
		return true
	}
	return s.cfg.Origins != nil && slices.ContainsFunc(s.cfg.Origins(), func(o string) bool { return strings.EqualFold(o, origin) })
}

func (s *Server) refuse(w http.ResponseWriter, why refusal) {
	s.stats.handshakeFailures.WithLabelValues(why.name).Inc()
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_ = json.NewEncoder(w).Encode(map[string]any{"code": why.code, "message": why.text})
}

// open begins a connection.
func (s *Server) open(w http.ResponseWriter, r *http.Request, eio int, transport string) {
	if s.stopping.Load() {
		http.Error(w, "The server is going down.", http.StatusServiceUnavailable)
		return
	}
	c := s.newConn(r, eio)
	if !s.admitConn(w, c) {
		return
	}
	if transport == "polling" {
		if !s.conns.add(c) {
			s.owners.Leave(c.owners)
			http.Error(w, "The server is going down.", http.StatusServiceUnavailable)
			return
		}
		c.sendHandshake(true)
		c.answerPoll(w, r)
		return
	}
	l := s.accept(w, r, &link{conn: c})
	if l == nil {
		s.owners.Leave(c.owners)
		return
	}
	c.ws.Store(l.w)
	if !s.conns.add(c) {
		s.owners.Leave(c.owners)
		_ = l.w.Close()
		return
	}
	c.sendHandshake(false)
	l.read() // ends with the connection; Run waits for that
}

// fullRetry is when a client that found no place should come again, in seconds.
const fullRetry = "15"

// admitConn counts a connection, or says why there is no place for it.
func (s *Server) admitConn(w http.ResponseWriter, c *Conn) bool {
	switch s.owners.Enter(c.owners, s.limits.Owned, s.limits.Connections) {
	case limit.Owned:
		s.stats.handshakeFailures.WithLabelValues("owner").Inc()
		http.Error(w, "Too many connections, please close some.", http.StatusTooManyRequests)
	case limit.Full:
		s.stats.handshakeFailures.WithLabelValues("full").Inc()
		w.Header().Set("Retry-After", fullRetry)
		http.Error(w, "Very many people are here now. Please try again in a moment.", http.StatusServiceUnavailable)
	default:
		return true
	}
	return false
}

func (s *Server) newConn(r *http.Request, eio int) *Conn {
	c := &Conn{s: s, key: newID(), id: newID(), eio: eio, since: s.now()}
	if eio == 3 {
		c.id = c.key // a client of that version takes one for the other
	}
	c.token = truncated(r.URL.Query().Get("token"))
	c.request = handshakeRequest(r)
	if s.cfg.Owners != nil {
		c.owners = s.cfg.Owners(r)
	}
	c.identity.Store(&Identity{})
	c.lastPacket.Store(c.since.UnixMilli())
	c.lastPing = c.since.UnixMilli()
	c.in.bucket = bucket{tokens: float64(s.limits.Burst), at: c.since}
	return c
}

// maxHeaderBytes is how many bytes are kept of each word of a client's as long as a
// connection lasts: a polling client leaves nothing open while it makes thousands. A
// token is shorter; one that was cut is nobody's.
const maxHeaderBytes = 256

// keptHeaders tell where a client came from.
var keptHeaders = []string{"User-Agent", "Accept-Language", "Origin"}

// handshakeRequest is the little of a handshake that is worth its memory for as long as
// the connection lasts. Who the client is, behind proxies as well, the context knows.
func handshakeRequest(r *http.Request) *http.Request {
	h := http.Header{}
	for _, name := range keptHeaders {
		if v := r.Header.Get(name); v != "" {
			h.Set(name, truncated(v))
		}
	}
	o := &http.Request{Method: r.Method, Host: truncated(r.Host), RemoteAddr: truncated(r.RemoteAddr), Header: h, URL: &url.URL{Path: "/socket.io/"}}
	return o.WithContext(context.WithoutCancel(r.Context()))
}

// truncated is the beginning of a text, without what it was cut from.
func truncated(text string) string { return strings.Clone(text[:min(len(text), maxHeaderBytes)]) }

// sendHandshake sends the handshake packet. To a client of version 3 the server
// connects the default namespace by itself.
func (c *Conn) sendHandshake(mayUpgrade bool) {
	cfg := &c.s.cfg
	hello := map[string]any{
		"sid":          c.key,
		"upgrades":     []string{},
		"pingInterval": cfg.PingInterval.Milliseconds(),
		"pingTimeout":  cfg.PingTimeout.Milliseconds(),
	}
	if mayUpgrade {
		hello["upgrades"] = []string{"websocket"}
	}
	if c.eio == 4 {
		hello["maxPayload"] = c.s.limits.PacketBytes
	}
	text, _ := json.Marshal(hello) // strings and numbers always encode
	c.send(textFrame(string(engineOpen) + string(text)))
	if c.eio == 3 {
		c.in.Lock()
		c.establish(c.token)
		c.in.Unlock()
	}
}

// resume continues a connection: a poll, a packet or an upgrade.
func (s *Server) resume(w http.ResponseWriter, r *http.Request, key, transport string) {
	c := s.conns.find(key)
	if c == nil {
		s.refuse(w, refuseSession)
		return
	}
	if transport == "websocket" {
		c.upgrade(w, r)
		return
	}
	if c.ws.Load() != nil {
		s.refuse(w, refuseRequest)
		return
	}
	switch r.Method {
	case http.MethodGet:
		c.answerPoll(w, r)
	case http.MethodPost:
		c.receivePost(w, r)
	default:
		w.Header().Set("Allow", "GET, POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}
