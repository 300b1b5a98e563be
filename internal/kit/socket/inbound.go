package socket

import (
	"bytes"
	"encoding/json"
	"sync"
	"time"

	"limelight/internal/kit/fault"
)

// inbound is the receiving side of a connection; one packet at a time.
type inbound struct {
	sync.Mutex
	bucket        bucket
	lastViolation time.Time // of the last violation that was answered
	waiting       *packet   // for its attachments
}

// bucket counts packets: so many at once, so many a second.
type bucket struct {
	tokens float64
	at     time.Time
}

func (b *bucket) take(now time.Time, rate float64, burst int) bool {
	return b.takeMany(now, 1, rate, burst)
}

func (b *bucket) takeMany(now time.Time, cost, rate float64, burst int) bool {
	b.tokens = min(float64(burst), b.tokens+now.Sub(b.at).Seconds()*rate)
	b.at = now
	if b.tokens < cost {
		return false
	}
	b.tokens -= cost
	return true
}

// violationWindow is how long ago a violation must be for the next one to be answered
// instead of ending the connection.
const violationWindow = time.Minute

// What a client is told that breaks a limit.
var (
	errRate    = fault.New(fault.TooMany, "Too many messages, please slow down.")
	errSize    = fault.New(fault.TooLarge, "Request Entity Too Large")
	errDepth   = fault.New(fault.Invalid, "The message is nested too deeply.")
	errUnknown = fault.New(fault.NotFound, "There is no such event.")
	errInput   = fault.New(fault.Invalid, "The message cannot be read.")
)

// receive takes one Engine.IO packet, or one attachment. An error means that
// the client does not speak the protocol: the caller ends the connection. The
// packet is borrowed.
func (c *Conn) receive(p []byte, binary bool) error {
	now := c.s.now()
	c.lastPacket.Store(now.UnixMilli())
	if c.isClosing() {
		return nil
	}
	c.in.Lock()
	defer c.in.Unlock()
	if binary {
		return c.receiveAttachment(p)
	}
	if len(p) == 0 {
		return errParse
	}
	switch p[0] {
	case engineClose:
		c.end()
		return nil
	case enginePing, enginePong, engineNoop: // only clients of version 3 ask
		switch {
		case !c.in.bucket.take(now, c.s.limits.Rate, c.s.limits.Burst):
			c.reportViolation(noAck, errRate)
		case p[0] == enginePing:
			c.send(pongTo(p[1:]))
		}
		return nil
	case engineMessage:
		return c.receiveMessage(p[1:], now)
	}
	return errParse
}

func pongTo(data []byte) *frame {
	if len(data) == 0 {
		return pongFrame
	}
	return textFrame(string(rune(enginePong)) + string(data))
}

func (c *Conn) receiveMessage(p []byte, now time.Time) error { // c.in held
	if c.in.waiting != nil {
		return errParse // text while attachments are due
	}
	k, err := parsePacket(p)
	if err != nil {
		return err
	}
	limits := &c.s.limits
	switch {
	case !c.in.bucket.take(now, limits.Rate, limits.Burst):
		err = errRate
	case k.bytes > limits.PacketBytes:
		err = errSize
	case depth(k.data) > limits.Depth:
		err = errDepth
	}
	if err != nil && k.due == 0 {
		c.reportViolation(k.id, err)
		return nil
	}
	if err != nil { // its attachments are on their way and would be taken for another's
		return err
	}
	if k.due > 0 {
		k.data = bytes.Clone(k.data)
		c.in.waiting = &k
		return nil
	}
	return c.dispatch(&k)
}

func (c *Conn) receiveAttachment(p []byte) error { // c.in held
	k := c.in.waiting
	if k == nil {
		return errParse
	}
	k.bytes += len(p)
	if k.bytes > c.s.limits.PacketBytes {
		return errSize
	}
	k.attachments = append(k.attachments, bytes.Clone(p))
	k.due--
	if k.due > 0 {
		return nil
	}
	c.in.waiting = nil
	return c.dispatch(k)
}

// dispatch acts on a whole packet.
func (c *Conn) dispatch(k *packet) error { // c.in held
	if k.namespace != "/" {
		if k.kind == packetConnect {
			c.send(connectError(4, k.namespace, "Invalid namespace"))
		}
		return nil
	}
	switch k.kind {
	case packetConnect:
		return c.connect(k.data)
	case packetDisconnect:
		c.end()
		return nil
	}
	if !c.isEstablished() {
		return errParse
	}
	args, err := k.args()
	switch {
	case err != nil:
		return err
	case k.kind == packetAck: // nobody asked
		return nil
	case k.kind != packetEvent || len(args) == 0:
		return errParse
	}
	var name string
	if json.Unmarshal(args[0], &name) != nil {
		return errParse
	}
	do, ok := c.s.handlers[name]
	if !ok {
		c.reportViolation(k.id, errUnknown)
		return nil
	}
	payload := json.RawMessage("null")
	if len(args) > 1 {
		payload = args[1]
	}
	c.handle(name, do, k.id, payload)
	return nil
}

// reportViolation answers a broken limit once; the next one soon after ends the
// connection.
func (c *Conn) reportViolation(id int64, why error) { // c.in held
	c.s.stats.violations.Add(1)
	now := c.s.now()
	if !c.in.lastViolation.IsZero() && now.Sub(c.in.lastViolation) < violationWindow {
		c.Close()
		return
	}
	c.in.lastViolation = now
	c.sendRefusal(id, why.Error())
}

func (c *Conn) isEstablished() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.established
}
