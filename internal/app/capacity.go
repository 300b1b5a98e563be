package app

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"

	"limelight/internal/kit/limit"
)

// A viewer costs the media engine some 1.2 MB before anything is shown, and more with
// what waits for a slow network; the rest of the program needs its part as well.
const (
	memoryPerViewer = 4 << 20
	minViewers      = 200
)

// viewersFor is how many viewers a machine with so much memory is open to.
func viewersFor(memory uint64) int { return max(minViewers, int(memory/memoryPerViewer)) }

// maxViewers is how many viewers of public shows this node takes at once; 0: no bound.
// An external engine's memory is not this machine's.
func (c Config) maxViewers() int {
	switch {
	case c.MaxViewers != nil:
		return *c.MaxViewers
	case c.MediaURL != "":
		return 0
	}
	return viewersFor(memoryOf(os.DirFS("/")))
}

// waitingFor is how many viewers of an address may be at the engine without media where
// so many viewers have a place: a network of addresses holds at most a quarter of them.
func waitingFor(viewers int) int {
	if viewers == 0 {
		return maxWaiting
	}
	return min(maxWaiting, max(1, viewers/(4*limit.FurtherShare)))
}

// A viewer whose network blocks UDP has one to four connections to the media port for TCP:
// one for each half of its media, from each of its networks. An address may have as many
// viewers as signalling connections, so that is enough for all of them behind one router.
const maxTCP = 4 * maxConnections

// tcpShare: of the descriptors that the program may have, one in so many is for media over
// TCP. The rest is for HTTP, sockets, signalling, of which a viewer has three, and files.
const tcpShare = 4

// tcpFor is how many connections for media over TCP a program takes that may have so many
// descriptors, and how many of an address: a network of addresses has at most a quarter.
func tcpFor(descriptors uint64) (all, owned int) {
	all = max(1, int(min(descriptors/tcpShare, math.MaxInt32)))
	return all, min(maxTCP, max(1, all/(4*limit.FurtherShare)))
}

// tcpConnections are the bounds of this process. --api-rate 0 takes the one of an address
// away, as it does everywhere.
func (c Config) tcpConnections() (all, owned int, err error) {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil {
		return 0, 0, fmt.Errorf("ask how many descriptors the program may have: %w", err)
	}
	all, owned = tcpFor(files.Cur)
	if c.APIRate == 0 {
		owned = 0
	}
	return all, owned, nil
}

// memoryOf is how much memory the program may have, in bytes: the machine's, or less
// where its control group, or one above it, says so. 0: not known.
func memoryOf(machine fs.FS) uint64 {
	least := uint64(0)
	take := func(n uint64) {
		if n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	take(totalMemory(read(machine, "proc/meminfo")))
	for line := range strings.Lines(read(machine, "proc/self/cgroup")) {
		_, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(rest, ":")
		folder, file := "sys/fs/cgroup", "memory.max"
		switch controllers {
		case "":
		case "memory":
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for group = path.Clean("/" + group); ; group = path.Dir(group) {
			limit, err := strconv.ParseUint(strings.TrimSpace(read(machine, path.Join(folder, group, file))), 10, 64)
			if err == nil {
				take(limit)
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}

func read(machine fs.FS, name string) string {
	text, err := fs.ReadFile(machine, name)
	if err != nil {
		return ""
	}
	return string(text)
}

// totalMemory reads a line such as "MemTotal:  2048000 kB".
func totalMemory(meminfo string) uint64 {
	for line := range strings.Lines(meminfo) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "MemTotal:" {
			n, err := strconv.ParseUint(fields[1], 10, 54)
			if err == nil {
				return n << 10
			}
		}
	}
	return 0
}
