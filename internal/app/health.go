package app

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
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

// ready says whether this node can serve: each part, and 503 when one cannot.
func (h *house) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), patience)
	defer cancel()
	status, parts := http.StatusOK, map[string]string{}
	for name, check := range map[string]func(context.Context) error{
		"database": h.db.Ping,
		"files":    h.blobs.Healthy,
		"nodes":    func(context.Context) error { return errors.Join(h.nodes.Healthy(), h.sockets.Healthy()) },
		"media":    h.mediaReady,
	} {
		parts[name] = "ok"
		if err := check(ctx); err != nil {
			status, parts[name] = http.StatusServiceUnavailable, err.Error()
		}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(parts) //nolint:errcheck // the prober may have gone
}

func (h *house) mediaReady(ctx context.Context) error {
	if h.engine == nil {
		return errors.New("the media engine is not running")
	}
	return h.engine.Probe(ctx)
}
