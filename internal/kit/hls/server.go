package hls

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"

	"limelight/internal/kit/recovery"
)

// Prefix is where the handler must be mounted.
const Prefix = "/live/hls/"

// Limits when the configuration names none.
const (
	usualRooms = 64               // 64 rooms of 6 Mbit/s keep some 700 MB
	usualIdle  = 30 * time.Second // a bridge nobody asks for ends after this

	startTimeout = 15 * time.Second // a new bridge has so long for its first segment
	partTimeout  = 6 * time.Second  // a request waits so long for the next piece
	remembered   = 2 * time.Second  // that a room has ended, or what it publishes
)

// Config of a Server.
type Config struct {
	Source Source
	Key    string                     // seals addresses; the same on every node
	Rooms  int                        // bridged at a time; 0: 64
	Idle   time.Duration              // 0: 30 s
	Who    func(*http.Request) string // a client's address; nil: RemoteAddr
	Person func(viewer string) string // who is counted once; nil: the viewer
	// Admit refuses a viewer who may not watch the room now: ErrEnded when nobody
	// may, any other error for what is answered as absent. nil: an address suffices.
	Admit func(ctx context.Context, room, viewer string) error
	Log   *slog.Logger
	Now   func() time.Time
}

// Server bridges rooms on demand and serves them. Between Run's start and end it
// is safe for concurrent use.
type Server struct {
	cfg    Config
	access *access

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
	if cfg.Person == nil {
		cfg.Person = func(viewer string) string { return viewer }
	}
	return &Server{cfg: cfg, access: newAccess(cfg), bridges: map[string]*bridge{}, ended: map[string]verdict{}, suited: map[string]verdict{}}
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

// URL is the path at which the viewer can watch a room; false when its picture
// cannot be passed on, or there is none. The path is good for two hours, and only
// while Config.Admit lets this viewer watch.
func (s *Server) URL(ctx context.Context, room, viewer string) (string, bool) {
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
	return s.path(room, viewer), known.yes
}

// Early is URL for a viewer who comes before the picture: of a room that is bridged
// already (Warm), whose playlist is answered once there is something to play.
func (s *Server) Early(room, viewer string) (string, bool) {
	s.mu.Lock()
	b := s.bridges[room]
	s.mu.Unlock()
	if b == nil || b.life.Err() != nil {
		return "", false
	}
	return s.path(room, viewer), true
}

func (s *Server) path(room, viewer string) string {
	return Prefix + room + "/" + s.access.address(room, viewer) + "/index.m3u8"
}

// Bridged is how many rooms are bridged now.
func (s *Server) Bridged() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.bridges)
}

// Warm bridges a room before anybody asks for it, unless no more are carried. It
// ends like any other when nobody asks within Config.Idle.
func (s *Server) Warm(room string) {
	if _, err := s.bridge(room, true); err != nil {
		s.cfg.Log.Debug("bridge a room before anybody asks", "room", room, "error", err)
	}
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

var rooms = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// ServeHTTP answers /live/hls/{room}/{address}/{file}. There are no cookies, and every
// site may ask: the address says who watches, and each file is checked.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	room, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, Prefix), "/")
	address, file, _ := strings.Cut(rest, "/")
	viewer, good := s.access.viewer(room, address)
	switch {
	case !rooms.MatchString(room) || !good:
		notFound(w)
	case r.Method == http.MethodOptions:
		h.Set("Access-Control-Allow-Methods", "GET, HEAD")
		h.Set("Access-Control-Allow-Headers", "Range")
		h.Set("Access-Control-Max-Age", "86400")
		w.WriteHeader(http.StatusNoContent)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD, OPTIONS")
		http.Error(w, "Only reading is possible here.", http.StatusMethodNotAllowed)
	default:
		s.serve(w, r, pass{room, viewer, s.cfg.Who(r)}, file)
	}
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request, p pass, file string) {
	permitted, err := s.access.check(r.Context(), p)
	if err != nil {
		refuse(w, err)
		return
	}
	b, err := s.bridge(p.room, isPlaylist(file))
	if errors.Is(err, errNone) && !isMediaFile(file) {
		notFound(w)
		return
	}
	if err != nil {
		refuse(w, err)
		return
	}
	defer b.ask(s.cfg.Now)()
	if file == "live.m3u8" {
		b.viewers.note(s.cfg.Person(p.viewer), s.cfg.Who(r), s.cfg.Now())
	}
	a := answer{ResponseWriter: w, window: b.window, wait: waitContexts{r.Context(), b.life, permitted}}
	switch {
	case b.life.Err() == nil && a.file(r, file):
	case permitted.Err() != nil:
		refuse(w, context.Cause(permitted))
	case b.life.Err() != nil:
		refuse(w, context.Cause(b.life))
	default:
		notFound(w)
	}
}

var (
	errNone = errors.New("hls: nothing is bridged") // so a part of it is gone: its name never comes back
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
	s.running.Go(func() {
		why := recovery.Run(s.cfg.Log, "hls.bridge", func() error { return b.run(room, s.cfg) })
		b.end(why)
		recovery.Do(s.cfg.Log, "hls.bridge", func() { s.forget(room, b, why) })
	})
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
	case errors.Is(why, ErrUnsuited), errors.Is(why, ErrHidden):
		notFound(w)
	default:
		w.Header().Set("Retry-After", "2")
		http.Error(w, "The show cannot be watched this way now. Please try again.", http.StatusServiceUnavailable)
	}
}
