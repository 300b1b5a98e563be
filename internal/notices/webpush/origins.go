package webpush

import (
	"strings"
	"sync"
)

// originOf is the service that an endpoint is at: its address without a path.
func originOf(endpoint string) string {
	scheme, rest, _ := strings.Cut(endpoint, "://")
	host, _, _ := strings.Cut(rest, "/")
	return strings.ToLower(scheme + "://" + host + "/")
}

// origins count what is under way by service, so that one that does not answer leaves slots to
// the others.
type origins struct {
	mu    sync.Mutex
	under map[string]int
	freed chan struct{} // a full one has room again
}

func (o *origins) take(origin string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.under[origin]++
}

func (o *origins) free(origin string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.under[origin]--; o.under[origin] == 0 {
		delete(o.under, origin)
	}
	select {
	case o.freed <- struct{}{}:
	default:
	}
}

// room is how many more a service may have under way.
func (o *origins) room(origin string) int {
	o.mu.Lock()
	defer o.mu.Unlock()
	return maxOrigin - o.under[origin]
}
