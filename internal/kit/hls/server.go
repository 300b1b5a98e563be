package hls

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Prefix is where the handler must be mounted.
const Prefix = "/hls/"

// Limits when the configuration names none.
const (
	usualRooms = 64               // 64 rooms of 6 Mbit/s keep some 700 MB
	usualIdle  = 30 * time.Second // a bridge nobody asks for ends after this

	firstPiece = 15 * time.Second // a new bridge has so long for its first segment
	nextPiece  = 6 * time.Second  // a request waits so long for the next piece
	remembered = 2 * time.Second  // that a room has ended, or what it publishes
)

// Config of a Server.
type Config struct {
	Source Source
	Key    string                     // signs addresses; the same on every node
	Rooms  int                        // bridged at a time; 0: 64
	Idle   time.Duration              // 0: 30 s
	Who    func(*http.Request) string // tells clients apart; nil: by their address
	Log    *slog.Logger
	Now    func() time.Time
}

// Server bridges rooms on demand and serves them. Between Run's start and end it
// is safe for concurrent use.
type Server struct {
	cfg Config

	mu      sync.Mutex
	life    context.Context // nil while Run is not running
	bridges map[string]*bridge
	ended   map[string]verdict // rooms that ended a moment ago
	suited  map[string]verdict
	running sync.WaitGroup
}

// verdict is an answer that is good for a moment.
type verdict struct {
	yes   bool
	err   error
	until time.Time
}

// New makes a server; it bridges nothing before Run.
func New(cfg Config) *Server {
	cfg.Rooms = cmp.Or(cfg.Rooms, usualRooms)
	cfg.Idle = cmp.Or(cfg.Idle, usualIdle)
	if cfg.Who == nil {
		cfg.Who = func(r *http.Request) string { return r.RemoteAddr }
	}
	return &Server{cfg: cfg, bridges: map[string]*bridge{}, ended: map[string]verdict{}, suited: map[string]verdict{}}
}

// Run lets rooms be bridged until ctx ends, and waits for the bridges.
func (s *Server) Run(ctx context.Context) error {
	ctx, end := context.WithCancel(ctx)
	s.mu.Lock()
	s.life = ctx
	s.mu.Unlock()
	<-ctx.Done()
	s.mu.Lock()
	s.life = nil
	s.mu.Unlock()
	end()
	s.running.Wait()
	return nil
}

// URL is the path at which a room can be watched; false when its picture cannot
// be passed on, or there is none. The path is good until the room ends.
func (s *Server) URL(ctx context.Context, room string) (string, bool) {
	s.mu.Lock()
	known, fresh := s.suited[room]
	fresh = fresh && s.cfg.Now().Before(known.until)
	s.mu.Unlock()
	if !fresh {
		suited, err := s.cfg.Source.Suited(ctx, room)
		if err != nil {
			s.cfg.Log.Warn("ask what a room publishes", "room", room, "error", err)
			return "", false
		}
		known = s.note(s.suited, room, verdict{yes: suited})
	}
	return s.path(room), known.yes
}

// Bridged is how many rooms are bridged now.
func (s *Server) Bridged() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bridges)
}

// Viewers is about how many watch a room through this node.
func (s *Server) Viewers(room string) int {
	s.mu.Lock()
	b := s.bridges[room]
	s.mu.Unlock()
	if b == nil {
		return 0
	}
	return b.viewers.count(s.cfg.Now())
}

// note keeps a verdict for a moment, and drops those whose moment is over.
func (s *Server) note(in map[string]verdict, room string, v verdict) verdict {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.cfg.Now()
	for other, old := range in {
		if now.After(old.until) {
			delete(in, other)
		}
	}
	v.until = now.Add(remembered)
	in[room] = v
	return v
}

func (s *Server) path(room string) string { return Prefix + room + "/" + s.sign(room) + "/index.m3u8" }

// sign is good for one room, and so for one epoch of a show.
func (s *Server) sign(room string) string {
	mac := hmac.New(sha256.New, []byte(s.cfg.Key))
	mac.Write([]byte(room))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

var rooms = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// ServeHTTP answers /hls/{room}/{signature}/{file}. There are no cookies, and
// every site may ask: the address is the permission.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	room, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	signature, file, _ := strings.Cut(rest, "/")
	switch {
	case !rooms.MatchString(room) || !hmac.Equal([]byte(signature), []byte(s.sign(room))):
		http.Error(w, "There is nothing here.", http.StatusNotFound)
	case r.Method == http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "Range")
		h.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		http.Error(w, "Only reading is possible here.", http.StatusMethodNotAllowed)
	default:
		s.serve(w, r, room, file)
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request, room, file string) {
	b, err := s.bridge(room, file == "index.m3u8" || file == "live.m3u8")
	if errors.Is(err, errNone) && !isPiece(file) {
		http.Error(w, "There is nothing here.", http.StatusNotFound)
		return
	}
	if err != nil {
		refuse(w, err)
		return
	}
	defer b.ask(s.cfg.Now)()
	if file == "live.m3u8" {
		b.viewers.note(s.cfg.Who(r), s.cfg.Now())
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()
	a := answer{ResponseWriter: w, window: b.window}
	switch {
	case b.life.Err() == nil && a.file(ctx, r, file):
	case b.life.Err() != nil:
		refuse(w, context.Cause(b.life))
	default:
		http.Error(w, "There is nothing here.", http.StatusNotFound)
	}
}

var (
	errNone = errors.New("hls: nothing is bridged") // so a piece of it is gone: its name never comes back
	errFull = errors.New("hls: too many rooms are bridged")
)

// bridge is the room's; a new one when a playlist asks for it.
func (s *Server) bridge(room string, start bool) (*bridge, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.bridges[room]; b != nil && !errors.Is(context.Cause(b.life), errUnused) {
		return b, nil
	}
	if over, known := s.ended[room]; known && s.cfg.Now().Before(over.until) {
		return nil, over.err
	}
	switch {
	case s.life == nil, len(s.bridges) >= s.cfg.Rooms:
		return nil, errFull
	case !start:
		return nil, errNone
	}
	b := newBridge(s.life, s.cfg.Now())
	s.bridges[room] = b
	s.running.Go(func() { s.forget(room, b, b.run(room, s.cfg)) })
	return b, nil
}

func (s *Server) forget(room string, b *bridge, why error) {
	over := errors.Is(why, ErrEnded) || errors.Is(why, ErrUnsuited)
	if over {
		s.note(s.ended, room, verdict{err: why}) // before the bridge goes: nobody is to find neither
	}
	s.mu.Lock()
	if s.bridges[room] == b {
		delete(s.bridges, room)
	}
	delete(s.suited, room)
	s.mu.Unlock()
	if !over && !errors.Is(why, errUnused) && !errors.Is(why, context.Canceled) {
		s.cfg.Log.Warn("bridge a room to HLS", "room", room, "error", why)
	}
}

func refuse(w http.ResponseWriter, why error) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case errors.Is(why, ErrEnded), errors.Is(why, errNone):
		http.Error(w, "This show has ended.", http.StatusGone)
	case errors.Is(why, ErrUnsuited):
		http.Error(w, "There is nothing here.", http.StatusNotFound)
	default:
		w.Header().Set("Retry-After", "2")
		http.Error(w, "The show cannot be watched this way now. Please try again.", http.StatusServiceUnavailable)
	}
}
