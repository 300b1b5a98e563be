package socket

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"limelight/internal/kit/pubsub"
	"limelight/internal/kit/recovery"
)

// channel carries everything between nodes: fan-out multiplies what a node
// sends, not what nodes tell each other, so every node hears all and keeps what
// it has members for. There is nothing to subscribe when a room opens, and no
// moment in which its messages are missed. The number is the format's.
const channel = "socket/1"

const (
	nodeName     = 8                // bytes of a node's name
	maxMessage   = 256 << 10        // bytes of records in one message
	maxBacklog   = 8 << 20          // bytes waiting for the bus before messages are dropped
	maxCommands  = 1000             // kept to be sent again
	commandTTL   = 5 * time.Minute  // for that
	publishTime  = 2 * time.Second  // for one message
	publishAgain = time.Second / 4  // after a failure
	syncEvery    = time.Second / 10 // between two updates of presence
	heartbeat    = 3 * time.Second  // so often a node says something
	lease        = 30 * time.Second // of what a silent node said
	resyncEvery  = time.Second      // for what was missed
)

// Kinds of record.
const (
	recordFrame    = 'f'
	recordCommand  = 'o'
	recordPresence = 'p'
)

// record is one thing to send to the other nodes. What is kept is sent again after
// a failure; the rest is dropped.
type record struct {
	body []byte
	keep bool
}

// cluster is a node's tie to its peers. Local delivery never waits for it.
//
// The bus may lose messages, so each carries its sender's next number. Who finds
// a gap, in another's numbers or in its own as they come back, asks everybody to
// send again what lasts: who is present, and whose session was revoked.
type cluster struct {
	s     *Server
	bus   pubsub.Bus
	ready chan struct{}

	number uint64 // of the last message; publish's own

	mu          sync.Mutex
	pending     []record
	bytes       int
	peers       map[string]*peer
	fullWanted  bool // somebody lacks our whole state
	requestedAt time.Time
	commands    []command // the last ones, to be sent again
}

func newCluster(s *Server, bus pubsub.Bus) *cluster {
	return &cluster{s: s, bus: bus, peers: map[string]*peer{}, ready: make(chan struct{}, 1)}
}

func (k *cluster) listen(ctx context.Context) (cancel func(), err error) {
	return k.bus.Subscribe(ctx, channel, k.receive)
}

// enqueue leaves a record for publish.
func (k *cluster) enqueue(r record) {
	k.mu.Lock()
	if k.bytes+len(r.body) > maxBacklog && !r.keep || k.bytes > 2*maxBacklog {
		k.dropRecord(r)
		k.mu.Unlock()
		return
	}
	k.pending = append(k.pending, r)
	k.bytes += len(r.body)
	k.mu.Unlock()
	k.signalReady()
}

// dropRecord gives a record up.
func (k *cluster) dropRecord(r record) { // k.mu held
	k.s.stats.unpublished.Add(1)
	if r.body[0] == recordPresence {
		k.fullWanted = true
	}
}

func (k *cluster) signalReady() {
	select {
	case k.ready <- struct{}{}:
	default:
	}
}

// publish sends what gathers, many records in one message when there are many.
func (k *cluster) publish(ctx context.Context) {
	lost := false
	for {
		select {
		case <-ctx.Done():
			k.sendPresence(presenceUpdate{Bye: true})
			_ = k.flush(context.WithoutCancel(ctx))
			return
		case <-k.ready:
		}
		err := k.flush(ctx)
		if (err != nil) != lost && ctx.Err() == nil {
			lost = err != nil
			k.report(err)
		}
		if err != nil {
			again := time.AfterFunc(publishAgain, func() { recovery.Do(k.s.log, "socket.publish", k.signalReady) })
			defer again.Stop()
		}
	}
}

func (k *cluster) report(err error) {
	if err != nil {
		k.s.log.Warn("socket: other nodes are out of reach, rooms are local", "error", err)
		return
	}
	k.s.log.Info("socket: other nodes are within reach again")
}

func (k *cluster) flush(ctx context.Context) error {
	for {
		batch := k.take()
		if len(batch) == 0 {
			return nil
		}
		k.number++ // a message that fails leaves a gap, rightly
		message := binary.AppendUvarint([]byte(k.s.node), k.number)
		for _, r := range batch {
			message = binary.AppendUvarint(message, uint64(len(r.body)))
			message = append(message, r.body...)
		}
		send, cancel := context.WithTimeout(ctx, publishTime)
		err := k.bus.Publish(send, channel, message)
		cancel()
		if err != nil {
			k.putBack(batch)
			return err
		}
	}
}

func (k *cluster) take() []record {
	k.mu.Lock()
	defer k.mu.Unlock()
	n, size := 0, 0
	for n < len(k.pending) && size < maxMessage {
		size += len(k.pending[n].body)
		n++
	}
	batch := k.pending[:n:n]
	k.pending = k.pending[n:]
	k.bytes -= size
	return batch
}

func (k *cluster) putBack(batch []record) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := make([]record, 0, len(batch)+len(k.pending))
	for _, r := range batch {
		if r.keep {
			kept = append(kept, r)
			k.bytes += len(r.body)
		} else {
			k.dropRecord(r)
		}
	}
	k.pending = append(kept, k.pending...)
}

// receive takes a message of the bus, our own ones too.
func (k *cluster) receive(message []byte) {
	if len(message) < nodeName {
		k.s.log.Error("socket: a message of the bus has no sender")
		return
	}
	from := string(message[:nodeName])
	number, size := binary.Uvarint(message[nodeName:])
	if size <= 0 {
		k.s.log.Error("socket: a message of another node has no number", "node", from)
		return
	}
	k.trackNumber(from, number)
	if from == k.s.node {
		return
	}
	for rest := message[nodeName+size:]; len(rest) > 0; {
		body, after, ok := field(rest)
		if !ok || len(body) == 0 {
			k.s.log.Error("socket: a message of another node cannot be read", "node", from)
			return
		}
		if err := k.apply(from, body[0], body[1:]); err != nil {
			k.s.log.Error("socket: a record of another node cannot be read", "node", from, "error", err)
		}
		rest = after
	}
}

func (k *cluster) apply(from string, kind byte, body []byte) error {
	switch kind {
	case recordFrame:
		room, f, err := decodeFrame(body)
		if err != nil {
			return err
		}
		k.s.rooms.deliver(room, f, nil)
	case recordCommand:
		var o command
		if err := json.Unmarshal(body, &o); err != nil {
			return err
		}
		k.s.execute(o)
	case recordPresence:
		var n presenceUpdate
		if err := json.Unmarshal(body, &n); err != nil {
			return err
		}
		k.receivePresence(from, n)
	default: // of a newer version
	}
	return nil
}

// sendFrame sends the other nodes an encoded message.
func (k *cluster) sendFrame(room string, f *frame) {
	body := []byte{recordFrame, byte(f.class)}
	body = appendField(body, []byte(room))
	body = appendField(body, f.text)
	k.enqueue(record{body: body, keep: f.class == Critical})
}

var errRecord = errors.New("socket: truncated record")

func decodeFrame(b []byte) (room string, f *frame, err error) {
	if len(b) == 0 {
		return "", nil, errRecord
	}
	class := Class(b[0])
	name, b, ok := field(b[1:])
	if !ok {
		return "", nil, errRecord
	}
	text, _, ok := field(b)
	if !ok {
		return "", nil, errRecord
	}
	f = textFrame(string(text))
	f.class = class
	return string(name), f, nil
}

func appendField(b, field []byte) []byte {
	return append(binary.AppendUvarint(b, uint64(len(field))), field...)
}

func field(b []byte) (value, rest []byte, ok bool) {
	n, size := binary.Uvarint(b)
	if size <= 0 || n > uint64(len(b)-size) {
		return nil, nil, false
	}
	return b[size : size+int(n)], b[size+int(n):], true
}
