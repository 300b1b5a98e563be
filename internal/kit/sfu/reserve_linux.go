package sfu

import (
	"fmt"
	"os"
	"syscall"
)

// reservePort keeps a free loopback port until release is called. The engine can be given
// only a number to listen on, and it listens much later: without the reservation the
// system may hand the port to a connection of this or another program in between. The
// reservation is a socket that is bound and does not listen; with SO_REUSEADDR, which
// Go sets on each listener, another one may listen on the same port beside it (socket(7)).
func reservePort() (port int, release func(), err error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return 0, nil, fmt.Errorf("no socket for the engine's port: %w", os.NewSyscallError("socket", err))
	}
	release = func() { _ = syscall.Close(fd) }
	defer func() {
		if err != nil {
			release()
			err = fmt.Errorf("no free loopback port: %w", err)
		}
	}()
	if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return 0, nil, os.NewSyscallError("setsockopt", err)
	}
	if err := syscall.Bind(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return 0, nil, os.NewSyscallError("bind", err)
	}
	bound, err := syscall.Getsockname(fd)
	if err != nil {
		return 0, nil, os.NewSyscallError("getsockname", err)
	}
	return bound.(*syscall.SockaddrInet4).Port, release, nil
}
