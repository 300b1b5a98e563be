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
	errManyConns = fault.New(fault.TooMany, "Too many connections, please close some.")
	errFullConns = fault.New(fault.Unavailable, "Very many people are here now. Please try again in a moment.").After(15 * time.Second)
)

// signalLimits of what a client may say. The engine reads a message of any length into
// memory; the longest that its clients send are session descriptions of some ten KB.
var signalLimits = wsframe.Limits{Frame: 256 << 10, Message: 256 << 10, Rate: 50, Burst: 500, Control: 1}

// admit counts a signalling connection until leave is called, or refuses it. Who
// publishes, or has paid, is not refused because others have filled the node.
func (a *admission) admit(r *http.Request, c Claims) (leave func(), err error) {
	var owners []string
	if a.cfg.Owners != nil {
		owners = a.cfg.Owners(r)
	}
	bounded, all := a.isBounded(c), a.cfg.Conns
	if c.Purpose != Probe && !bounded {
		all = 0
	}
	switch a.open.Enter(owners, a.cfg.OwnedConns, all) {
	case limit.Owned:
		return nil, a.refusal("owner", errManyConns)
	case limit.Full:
		return nil, a.refusal("full", errFullConns)
	}
	if !bounded {
		return func() { a.open.Leave(owners) }, nil
	}
	leaveViewers, err := a.admitViewer(c, owners)
	if err != nil {
		a.open.Leave(owners)
		return nil, err
	}
	return func() { leaveViewers(); a.open.Leave(owners) }, nil
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
	return filteredConn{conn, wsframe.NewMessages(bounded, filterSignal)}, buffered, nil
}

// filteredConn reads through the filters.
type filteredConn struct {
	net.Conn
	client io.Reader
}

func (c filteredConn) Read(p []byte) (int, error) { return c.client.Read(p) }
