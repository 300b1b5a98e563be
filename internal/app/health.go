package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/sfu"
)

// Refusals that belong to the site as a whole.
var (
	errMaintenance = fault.New(fault.Unavailable, "The site is under construction. Please come back soon.").
		Coded("maintenance").After(5 * time.Minute)
)

// alive says that the process runs.
func alive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Write([]byte("ok\n")) //nolint:errcheck // the prober may have gone
}

// healthTimeout is how long one part may take to answer that it is well.
const healthTimeout = 2 * time.Second

// The words of /readyz for a part.
const (
	partOK       = "ok"
	partDegraded = "degraded"  // less than it should be, and no reason to send nobody here
	partDown     = "not ready" // this node cannot serve
)

// ready says whether this node can serve: each part, and 503 when one cannot, or when the node is about to stop.
// Without Redis a node goes on for itself: pages, logins and chat work, so a balancer must not take every node away.
// Strangers read it, so what exactly is wrong is in the log alone.
func (s *server) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), healthTimeout)
	defer cancel()
	failed := failing(ctx, s.Services)
	status, parts := http.StatusOK, map[string]string{}
	for name, err := range failed {
		switch {
		case err == nil:
			parts[name] = partOK
		case name == "nodes", name == "media" && failed["nodes"] != nil: // the engine keeps its lists in Redis too
			parts[name] = partDegraded
		default:
			status, parts[name] = http.StatusServiceUnavailable, partDown
		}
	}
	s.health.note(s.log, parts, failed)
	if s.stopping.Load() {
		status, parts["node"] = http.StatusServiceUnavailable, "stopping"
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(parts) //nolint:errcheck // the prober may have gone
}

// failing is what is wrong with each part of this node; nil: nothing.
func failing(ctx context.Context, s *Services) map[string]error {
	return map[string]error{
		"database": s.db.Ping(ctx),
		"files":    s.blobs.Healthy(ctx),
		"nodes":    errors.Join(s.nodes.Healthy(), s.sockets.Healthy()),
		"media":    mediaReady(ctx, s.engine),
		"disk":     s.disk.ready(),
	}
}

// health is what /readyz said last of each part: only a change is worth a line in the log.
type health struct {
	mu   sync.Mutex
	said map[string]string
}

func (h *health) note(log *slog.Logger, parts map[string]string, failed map[string]error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for name, state := range parts {
		before, known := h.said[name]
		switch {
		case state == before || !known && state == partOK:
		case state == partOK:
			log.Info("ready again", "part", name)
		default:
			log.Warn(state, "part", name, "error", failed[name])
		}
	}
	h.said = maps.Clone(parts)
}

func mediaReady(ctx context.Context, engine *sfu.Engine) error {
	if engine == nil {
		return errors.New("the media engine is not running")
	}
	return engine.Probe(ctx)
}
