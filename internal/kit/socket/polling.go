package socket

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxPostPackets is how many packets of full size one POST may carry.
const maxPostPackets = 4

// upgradePoll is how long a poll lasts while the client changes to a WebSocket:
// it waits for that poll to end before it goes on.
const upgradePoll = 50 * time.Millisecond

// answerPoll answers a client's GET with what is queued, or waits for it.
func (c *Conn) answerPoll(w http.ResponseWriter, r *http.Request) {
	if !c.waitForFrames(r) {
		c.s.refuse(w, refuseRequest)
		c.end()
		return
	}
	if r.Context().Err() != nil {
		return // nobody to answer; the queue stays
	}

	c.mu.Lock()
	out := c.takeQueue()
	over := c.closed || !c.closingSince.IsZero() && len(out) == 0
	c.mu.Unlock()

	payload := encodePayload(out, c.eio)
	if len(out) == 0 {
		kind := byte(engineNoop)
		if over {
			kind = engineClose
		}
		payload = encodePayload([]*frame{textFrame(string(rune(kind)))}, c.eio)
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=UTF-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Length", strconv.Itoa(len(payload)))
	_, err := w.Write(payload)
	switch {
	case over:
		c.end()
	case err != nil:
		c.end() // frames are lost: the client must start again
	}
}

// waitForFrames returns when a poll has something to say, at the latest when
// the heartbeat's time is over. It is false when another poll waits already.
func (c *Conn) waitForFrames(r *http.Request) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.poll != nil {
		return false
	}
	if len(c.queue) > 0 || c.closed || !c.closingSince.IsZero() {
		return true
	}
	wake := make(chan struct{})
	c.poll = wake
	wait := c.s.cfg.PingInterval + c.s.cfg.PingTimeout
	if c.upgrading {
		wait = upgradePoll
	}
	c.mu.Unlock()

	timer := time.NewTimer(wait)
	select {
	case <-wake:
	case <-timer.C:
	case <-r.Context().Done():
	}
	timer.Stop()

	c.mu.Lock()
	if c.poll == wake {
		c.poll = nil
	}
	return true
}

// receivePost takes the packets of a client's POST.
func (c *Conn) receivePost(w http.ResponseWriter, r *http.Request) {
	most := int64(maxPostPackets * (c.s.limits.PacketBytes + 16))
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if err != nil {
		http.Error(w, "Request Entity Too Large", http.StatusRequestEntityTooLarge)
		c.end()
		return
	}
	binary := strings.HasPrefix(r.Header.Get("Content-Type"), "application/octet-stream")
	err = decodePayload(body, c.eio, binary, c.receive)
	if err != nil {
		c.s.refuse(w, refuseRequest)
		c.end()
		return
	}
	w.Header().Set("Content-Type", "text/html")
	_, _ = io.WriteString(w, "ok")
}
