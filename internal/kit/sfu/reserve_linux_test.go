package sfu

import (
	"net"
	"strconv"
	"syscall"
	"testing"
)

// A port that is reserved is given to no connection that asks for any port, and the
// engine may listen on it.
func TestReservedPortIsNotGivenAway(t *testing.T) {
	remote, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { remote.Close() })
	port, release, err := reservePort()
	if err != nil {
		t.Fatal(err)
	}
	if err := connectFrom(t, port, remote.Addr()); err != syscall.EADDRNOTAVAIL {
		t.Errorf("a connection from port %d: %v, want EADDRNOTAVAIL", port, err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(port))
	if err != nil {
		t.Fatalf("listen on a reserved port: %v", err)
	}
	l.Close()
	release()
	if err := connectFrom(t, port, remote.Addr()); err != nil {
		t.Errorf("a connection from port %d after its release: %v", port, err)
	}
}

// connectFrom opens and closes a connection for which the system has one port to choose.
func connectFrom(t *testing.T, port int, remote net.Addr) error {
	t.Helper()
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	const localPortRange = 51 // IP_LOCAL_PORT_RANGE of ip(7): the lowest port, and 65536 times the highest
	if err := syscall.SetsockoptInt(fd, syscall.IPPROTO_IP, localPortRange, port|port<<16); err != nil {
		t.Skip("this kernel has no range of ports for a socket (Linux 6.3 and later): ", err)
	}
	return syscall.Connect(fd, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}, Port: remote.(*net.TCPAddr).Port})
}
