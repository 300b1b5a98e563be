package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// noticed is how many cores others may take before a row is no measure of the server.
// With three programs that only computed beside it, 200 viewers lost four packets of ten:
// the engine sent six tenths of them, because it did not get to.
const noticed = 0.2

// busy is how long the processors of the machine have worked since it started, for
// whomever; 0 where /proc does not say.
func busy() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	var user, nice, system, idle, wait, irq, soft, steal int64 // in hundredths of a second
	if n, err := fmt.Sscanf(line, "cpu %d %d %d %d %d %d %d %d", &user, &nice, &system, &idle, &wait, &irq, &soft, &steal); n < 8 || err != nil {
		return 0
	}
	return time.Duration(user+nice+system+irq+soft+steal) * 10 * time.Millisecond
}

// receiveBuffer is what a viewer's socket may keep: some seconds of pictures. By default
// it is half a second, and two hundred viewers in one process are late by that now and then.
const receiveBuffer = 4 << 20

// enlargeBuffers gives it to all UDP sockets of this process. The client library has no
// way to say it of its own.
func enlargeBuffers() {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return
	}
	for _, one := range open {
		fd, err := strconv.Atoi(one.Name())
		if err != nil {
			continue
		}
		if kind, err := syscall.GetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_TYPE); err == nil && kind == syscall.SOCK_DGRAM {
			_ = syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_RCVBUF, receiveBuffer) // as much of it as the system allows
		}
	}
}

// overflowed is how many datagrams found the buffer of their socket full since the
// machine started, whosever it was; 0 where /proc does not say.
func overflowed() (count int) {
	f, err := os.Open("/proc/net/snmp")
	if err != nil {
		return 0
	}
	defer f.Close()
	var names []string
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 || fields[0] != "Udp:" {
			continue
		}
		if names == nil {
			names = fields
			continue
		}
		for i, name := range names {
			if name == "RcvbufErrors" && i < len(fields) {
				fmt.Sscan(fields[i], &count)
			}
		}
	}
	return count
}
