package api_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"limelight/internal/kit/api"
)

// Routers share nothing: two nodes in one process may make theirs at once. The
// race detector is what judges.
func TestRoutersAreMadeAtOnce(t *testing.T) {
	var making sync.WaitGroup
	for range 4 {
		making.Go(func() {
			r := api.NewRouter("test", "0", slog.New(slog.DiscardHandler))
			api.Get(r, "/things", "things", func(context.Context, *struct{}) (struct{}, error) { return struct{}{}, nil }, api.Public)
		})
	}
	making.Wait()
}
