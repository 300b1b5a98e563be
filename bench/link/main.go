//go:build linux

// Command link makes a slow line for a bench: a network namespace whose only way out is a line with
// a round trip and a rate. Programs in the namespace reach this machine at the address that is
// printed, by TCP and UDP alike, and everything they send and receive waits its time.
//
//	link -rtt 80ms -kbits 400   prints "NAMESPACE ADDRESS"; the line is there until its input ends
//
// The line is two TUN devices with this program between them, since not every kernel has a
// scheduler that delays packets. It needs root and the ip command.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"
)

func main() {
	rtt := flag.Duration("rtt", 80*time.Millisecond, "round trip that the line adds")
	kbits := flag.Int("kbits", 0, "kilobits per second in each direction; 0 is no limit")
	flag.Parse()
	if err := run(*rtt, *kbits); err != nil {
		fmt.Fprintln(os.Stderr, "link:", err)
		os.Exit(1)
	}
}

func run(rtt time.Duration, kbits int) (err error) {
	// The process' number keeps two lines apart: in names, and in the addresses of 198.18.0.0/15,
	// which RFC 2544 sets aside for measuring.
	number := os.Getpid()
	space := fmt.Sprintf("bench-%d", number)
	net := fmt.Sprintf("198.18.%d.", number%256)
	here, there := fmt.Sprintf("bh%d", number), fmt.Sprintf("bt%d", number)
	near, err := tun(here)
	if err != nil {
		return err
	}
	far, err := tun(there)
	if err != nil {
		return err
	}
	if err := ip("netns add " + space); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, ip("netns del "+space)) }()
	for _, command := range []string{
		"addr add " + net + "1/30 dev " + here,
		"link set " + here + " up",
		"link set " + there + " netns " + space,
		"-n " + space + " addr add " + net + "2/30 dev " + there,
		"-n " + space + " link set lo up",
		"-n " + space + " link set " + there + " up",
		"-n " + space + " route add default via " + net + "1",
	} {
		if err := ip(command); err != nil {
			return err
		}
	}
	ended := make(chan error, 3)
	go func() { ended <- carry(near, far, rtt/2, kbits) }()
	go func() { ended <- carry(far, near, rtt/2, kbits) }()
	go func() {
		_, err := io.Copy(io.Discard, os.Stdin)
		ended <- err
	}()
	fmt.Println(space, net+"1")
	return <-ended
}

func ip(command string) error {
	said, err := exec.Command("ip", strings.Fields(command)...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("ip %s: %w: %s", command, err, said)
	}
	return nil
}

// tun makes a TUN device: what is written to the file arrives at the device, and the other way
// round, one IP packet each (Linux, Documentation/networking/tuntap.rst).
func tun(name string) (*os.File, error) {
	const (
		cloneDevice = "/dev/net/tun"
		setFlags    = 0x400454ca // TUNSETIFF
		tunOnly     = 0x0001     // IFF_TUN
		noHeader    = 0x1000     // IFF_NO_PI
	)
	fd, err := syscall.Open(cloneDevice, syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("%s: %w (root makes lines)", cloneDevice, err)
	}
	var request struct {
		name  [syscall.IFNAMSIZ]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:syscall.IFNAMSIZ-1], name)
	request.flags = tunOnly | noHeader
	if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), setFlags, uintptr(unsafe.Pointer(&request))); failed != 0 {
		return nil, errors.Join(fmt.Errorf("make device %s: %w", strconv.Quote(name), failed), syscall.Close(fd))
	}
	return os.NewFile(uintptr(fd), cloneDevice), nil
}

// queueAtMost is how long a packet waits for its turn before the line drops it: what routers at
// home hold.
const queueAtMost = 500 * time.Millisecond

// packet is on its way until a moment.
type packet struct {
	bytes []byte
	at    time.Time
}

// carry takes packets from one device to the other: each waits its turn at the line's rate, and
// then half a round trip.
func carry(from io.Reader, to io.Writer, delay time.Duration, kbits int) error {
	travelling := make(chan packet, 1<<16)
	go func() {
		for one := range travelling {
			time.Sleep(time.Until(one.at))
			_, _ = to.Write(one.bytes) // a device that is gone ends the reader below
		}
	}()
	defer close(travelling)
	var free time.Time // when the line has sent what came before
	for buffer := make([]byte, 1<<16); ; {
		n, err := from.Read(buffer)
		if err != nil {
			return err
		}
		now := time.Now()
		if free.Before(now) {
			free = now
		}
		if free.Sub(now) > queueAtMost {
			continue
		}
		if kbits > 0 {
			free = free.Add(time.Duration(n) * 8 * time.Millisecond / time.Duration(kbits))
		}
		travelling <- packet{append([]byte(nil), buffer[:n]...), free.Add(delay)}
	}
}
