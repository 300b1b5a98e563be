package sfu

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"time"

	"limelight/internal/kit/fault"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/wsframe"
)

var (
	errManyLines = fault.New(fault.TooMany, "Too many connections, please close some.")
	errFullLines = fault.New(fault.Unavailable, "Very many people are here now. Please try again in a moment.").After(15 * time.Second)
)

// signalLimits of what a client may say. The engine reads a message of any length into
// memory; the longest that its clients send are session descriptions of some ten KB.
var signalLimits = wsframe.Limits{Frame: 256 << 10, Message: 256 << 10, Rate: 50, Burst: 500, Control: 1}

// enter counts a signalling connection until leave is called, or refuses it. Who
// publishes, or has paid, is not refused because others have filled the node.
func (e *Engine) enter(r *http.Request, c Claims) (leave func(), err error) {
	var owners []string
	if e.cfg.Owners != nil {
		owners = e.cfg.Owners(r)
	}
	bounded, all := e.isBounded(c), e.cfg.Lines
	if c.Purpose != Probe && !bounded {
		all = 0
	}
	switch e.open.Enter(owners, e.cfg.OwnedLines, all) {
	case limit.Owned:
		return nil, e.refusal("owner", errManyLines)
	case limit.Full:
		return nil, e.refusal("full", errFullLines)
	}
	if !bounded {
		return func() { e.open.Leave(owners) }, nil
	}
	leaveViewers, err := e.admitViewer(c, owners)
	if err != nil {
		e.open.Leave(owners)
		return nil, err
	}
	return func() { leaveViewers(); e.open.Leave(owners) }, nil
}

func (e *Engine) refusal(why string, err error) error {
	e.tellRefused(why)
	return err
}

// filtered is a response that becomes a WebSocket, whose client's half is checked
// before the engine reads it. What breaks a limit ends the connection.
type filtered struct{ http.ResponseWriter }

// Unwrap leads http.ResponseController to what lies under it.
func (f filtered) Unwrap() http.ResponseWriter { return f.ResponseWriter }

// Hijack hands over the connection.
func (f filtered) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(f.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	bounded := wsframe.NewFilter(buffered.Reader, signalLimits, time.Now, func(error) {})
	return filteredConn{conn, wsframe.NewMessages(bounded, harmless)}, buffered, nil
}

// filteredConn reads through the filters.
type filteredConn struct {
	net.Conn
	client io.Reader
}

func (c filteredConn) Read(p []byte) (int, error) { return c.client.Read(p) }
