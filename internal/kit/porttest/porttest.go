// Package porttest gives tests ports for the programs that they start.
package porttest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"sync"
	"testing"
)

// Ports come from below the range that systems give to connections which ask for
// none of their own (32768 and up on Linux): one of that range may be taken in
// the moment between the look and its use.
const (
	firstPort = 20000
	ports     = 6000
)

// guards keep the ports of this process from others that look for one: one TCP
// listener for each, so many numbers above it.
var guards struct {
	sync.Mutex
	held []net.Listener
}

// Free is a port of this machine that nobody uses, TCP or UDP, and that no
// other test is given while this process runs.
func Free() (int, error) {
	guards.Lock()
	defer guards.Unlock()
	var last error
	for range 100 {
		port := firstPort + rand.IntN(ports)
		guard, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port+ports))
		if err != nil {
			last = err
			continue
		}
		if last = unused(port); last != nil {
			guard.Close()
			continue
		}
		guards.held = append(guards.held, guard)
		return port, nil
	}
	return 0, fmt.Errorf("no free port from %d to %d: %w", firstPort, firstPort+ports-1, last)
}

func unused(port int) error {
	where := ":" + strconv.Itoa(port)
	l, err := net.Listen("tcp", where)
	if err != nil {
		return err
	}
	defer l.Close()
	c, err := net.ListenPacket("udp", where)
	if err != nil {
		return err
	}
	return c.Close()
}

// Address is Free on loopback, as host:port.
func Address(t testing.TB) string {
	t.Helper()
	port, err := Free()
	if err != nil {
		t.Fatal(err)
	}
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(port))
}
