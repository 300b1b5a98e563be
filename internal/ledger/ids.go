package ledger

import (
	"strings"
	"sync"
	"time"

	"limelight/internal/kit/id"
)

// ids makes the ids of transfers. Those of one millisecond count upwards, so that
// on one node their order is that of posting, which a replay follows.
type ids struct {
	mu   sync.Mutex
	at   int64 // the millisecond of the last one
	last string
}

const digits = "0123456789abcdefghjkmnpqrstvwxyz" // of kit/id, in their order

func (i *ids) next(at time.Time) string {
	i.mu.Lock()
	defer i.mu.Unlock()
	if ms := at.UnixMilli(); i.last == "" || ms != i.at {
		i.at, i.last = ms, id.New(at)
	} else {
		i.last = after(i.last)
	}
	return i.last
}

// after is the next id. It carries into the time only past 2^80 of them.
func after(last string) string {
	b := []byte(last)
	for at := len(b) - 1; at >= 0; at-- {
		n := strings.IndexByte(digits, b[at]) + 1
		if n < len(digits) {
			b[at] = digits[n]
			break
		}
		b[at] = digits[0]
	}
	return string(b)
}
