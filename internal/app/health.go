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

	"limelight/internal/kit/blob"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/socket"
)

// Refusals that belong to the site as a whole.
var (
	errMaintenance = fault.New(fault.Unavailable, "The site is under construction. Please come back soon.").
		Coded("maintenance").After(5 * time.Minute)
)

// alive says that the process runs.
func alive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Write([]byte("ok\n")) // the prober may have gone
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
	failed := partsOf(s.Services).failing(ctx)
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
	json.NewEncoder(w).Encode(parts) // the prober may have gone
}

// nodeParts are what a node needs to serve.
type nodeParts struct {
	db      *db.DB
	blobs   blob.Store
	nodes   pubsub.Bus
	sockets *socket.Server
	engine  *sfu.Engine
	disk    disk
}

func partsOf(s *Services) nodeParts {
	return nodeParts{s.db, s.blobs, s.nodes, s.sockets, s.engine, s.disk}
}

// failing is what is wrong with each part of this node; nil: nothing.
func (p nodeParts) failing(ctx context.Context) map[string]error {
	return map[string]error{
		"database": p.db.Ping(ctx),
		"files":    p.blobs.Healthy(ctx),
		"nodes":    errors.Join(p.nodes.Healthy(), p.sockets.Healthy()),
		"media":    mediaReady(ctx, p.engine),
		"disk":     p.disk.ready(),
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
