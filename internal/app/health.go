package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"sync"
	"syscall"
	"time"

	"limelight/internal/kit/fault"
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

// patience is how long one part may take to answer that it is well.
const patience = 2 * time.Second

// The words of /readyz for a part.
const (
	partOK       = "ok"
	partDegraded = "degraded"  // less than it should be, and no reason to send nobody here
	partDown     = "not ready" // this node cannot serve
)

// ready says whether this node can serve: each part, and 503 when one cannot, or when the node is about to stop.
// Without Redis a node goes on for itself: pages, logins and chat work, so a balancer must not take every node away.
// Strangers read it, so what exactly is wrong is in the log alone.
func (h *house) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	failed := h.failing(ctx)
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
	h.health.note(h.log, parts, failed)
	if h.stopping.Load() {
		status, parts["node"] = http.StatusServiceUnavailable, "stopping"
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(parts) //nolint:errcheck // the prober may have gone
}

// failing is what is wrong with each part of this node; nil: nothing.
func (h *house) failing(ctx context.Context) map[string]error {
	return map[string]error{
		"database": h.db.Ping(ctx),
		"files":    h.blobs.Healthy(ctx),
		"nodes":    errors.Join(h.nodes.Healthy(), h.sockets.Healthy()),
		"media":    h.mediaReady(ctx),
		"disk":     h.diskReady(),
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

// leastFree is how much room the data folder's disk must have for a node to take visitors, in bytes.
const leastFree = 64 << 20

// diskReady asks for room where the data is.
func (h *house) diskReady() error {
	free, err := h.diskFree()
	if err == nil && free < leastFree {
		err = fmt.Errorf("the disk of the data folder has %d bytes left", free)
	}
	return err
}

// diskFree is how much room is left where the data is, in bytes.
func (h *house) diskFree() (uint64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(h.cfg.Data, &disk); err != nil {
		return 0, fmt.Errorf("look at the disk of the data folder: %w", err)
	}
	return disk.Bavail * uint64(disk.Bsize), nil
}

func (h *house) mediaReady(ctx context.Context) error {
	if h.engine == nil {
		return errors.New("the media engine is not running")
	}
	return h.engine.Probe(ctx)
}
