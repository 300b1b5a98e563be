//go:build !linux

package sfu

import (
	"fmt"
	"net"
)

// reservePort finds a free loopback port. On this system nothing keeps it until the engine
// listens.
func reservePort() (port int, release func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, nil, fmt.Errorf("no free loopback port: %w", err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, func() {}, nil
}
