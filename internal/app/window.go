package app

import (
	"context"
	"encoding/json"
	"fmt"
)

// windowChannel carries "forget what you cached of the shop window" between
// nodes. Its payload is the list of viewers whose own marks changed; an empty
// one means everything.
const windowChannel = "window"

func (h *house) forget(ctx context.Context, viewerIDs ...string) error {
	payload, err := json.Marshal(viewerIDs)
	if err != nil {
		return err
	}
	return h.nodes.Publish(ctx, windowChannel, payload)
}

// keepWindowFresh hears every node's news, this one's included.
func (h *house) keepWindowFresh(ctx context.Context) error {
	cancel, err := h.nodes.Subscribe(ctx, windowChannel, func(payload []byte) {
		var viewerIDs []string
		if err := json.Unmarshal(payload, &viewerIDs); err != nil || len(viewerIDs) == 0 {
			h.discover.Forget()
			return
		}
		h.discover.ForgetViewers(viewerIDs...)
	})
	if err != nil {
		return fmt.Errorf("listen for changes of the shop window: %w", err)
	}
	defer cancel()
	<-ctx.Done()
	return nil
}
