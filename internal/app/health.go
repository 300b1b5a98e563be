package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"syscall"
	"time"

	"limelight/internal/kit/fault"
)

// Refusals that belong to the site as a whole.
var (
	errMaintenance = fault.New(fault.Unavailable, "The site is under construction. Please come back soon.").
			Coded("maintenance").After(5 * time.Minute)
	errCrossSite = fault.New(fault.Forbidden, "Forbidden in the action!").Coded("cross_site")
)

// alive says that the process runs.
func alive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	w.Write([]byte("ok\n")) //nolint:errcheck // the prober may have gone
}

// patience is how long one part may take to answer that it is well.
const patience = 2 * time.Second

// ready says whether this node can serve: each part, and 503 when one cannot, or when the node is about to stop.
// Strangers read it, so what exactly is wrong is in the log alone.
func (h *house) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	status, parts := http.StatusOK, map[string]string{}
	for name, check := range map[string]func(context.Context) error{
		"database": h.db.Ping,
		"files":    h.blobs.Healthy,
		"nodes":    func(context.Context) error { return errors.Join(h.nodes.Healthy(), h.sockets.Healthy()) },
		"media":    h.mediaReady,
		"disk":     h.diskReady,
	} {
		parts[name] = "ok"
		if err := check(ctx); err != nil {
			status, parts[name] = http.StatusServiceUnavailable, "not ready"
			h.log.Warn("not ready", "part", name, "error", err)
		}
	}
	if h.stopping.Load() {
		status, parts["node"] = http.StatusServiceUnavailable, "stopping"
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(parts) //nolint:errcheck // the prober may have gone
}

// leastFree is how much room the data folder's disk must have for a node to take visitors, in bytes.
const leastFree = 64 << 20

// diskReady asks for room where the data is.
func (h *house) diskReady(context.Context) error {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(h.cfg.Data, &disk); err != nil {
		return fmt.Errorf("look at the disk of the data folder: %w", err)
	}
	if free := disk.Bavail * uint64(disk.Bsize); free < leastFree {
		return fmt.Errorf("the disk of the data folder has %d bytes left", free)
	}
	return nil
}

func (h *house) mediaReady(ctx context.Context) error {
	if h.engine == nil {
		return errors.New("the media engine is not running")
	}
	return h.engine.Probe(ctx)
}
