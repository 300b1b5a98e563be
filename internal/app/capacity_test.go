package app

import (
	"math"
	"testing"
	"testing/fstest"
)

// The program's own bound counts, wherever it is said, and never above the machine's.
func TestMemoryOfTheMachine(t *testing.T) {
	const two = "MemTotal:        2097152 kB\nMemFree:  1 kB\n"
	for name, c := range map[string]struct {
		files  map[string]string
		memory uint64
	}{
		"nothing is known": {nil, 0},
		"a machine":        {map[string]string{"proc/meminfo": two}, 2 << 30},
		"a service": {map[string]string{
			"proc/meminfo": two, "proc/self/cgroup": "0::/system.slice/limelight.service\n",
			"sys/fs/cgroup/system.slice/limelight.service/memory.max": "max\n", "sys/fs/cgroup/system.slice/memory.max": "1073741824\n",
		}, 1 << 30},
		"a container": {map[string]string{
			"proc/meminfo": two, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "536870912\n",
		}, 512 << 20},
		"the older groups": {map[string]string{
			"proc/meminfo": two, "proc/self/cgroup": "8:pids:/x\n4:memory:/x\n",
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes": "1610612736\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n",
		}, 1536 << 20},
		"garbage": {map[string]string{"proc/meminfo": "MemTotal: many kB\n", "proc/self/cgroup": "x"}, 0},
	} {
		machine := fstest.MapFS{}
		for file, text := range c.files {
			machine[file] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := memoryOf(machine); got != c.memory {
			t.Errorf("%s: %d bytes, want %d", name, got, c.memory)
		}
	}
	for memory, want := range map[uint64]int{0: 200, 512 << 20: 200, 2 << 30: 512, 8 << 30: 2048} {
		if got := viewersFor(memory); got != want {
			t.Errorf("%d bytes: %d viewers, want %d", memory, got, want)
		}
	}
	for viewers, want := range map[int]int{0: maxWaiting, 1: 1, 200: 12, 2048: maxWaiting} {
		if got := waitingFor(viewers); got != want {
			t.Errorf("%d viewers: %d may wait, want %d", viewers, got, want)
		}
	}
	few := 7
	for _, c := range []struct {
		cfg  Config
		want int
	}{{Config{MaxViewers: &few}, 7}, {Config{MaxViewers: new(int)}, 0}, {Config{MediaURL: "https://media.example"}, 0}} {
		if got := c.cfg.maxViewers(); got != c.want {
			t.Errorf("%+v: %d viewers, want %d", c.cfg.MaxViewers, got, c.want)
		}
	}
	if got := (Config{}).maxViewers(); got < minViewers {
		t.Errorf("this machine: %d viewers", got)
	}
}

// Most descriptors remain for everything that is not media over TCP, however many the
// program may have, and a network of addresses has a quarter of those.
func TestDescriptorsForMediaOverTCP(t *testing.T) {
	for descriptors, want := range map[uint64][2]int{
		65536: {16384, 1000}, 20000: {5000, 312}, 1024: {256, 16}, 8: {2, 1}, 1 << 63: {math.MaxInt32, 1000},
	} {
		if all, owned := tcpFor(descriptors); all != want[0] || owned != want[1] {
			t.Errorf("of %d descriptors %d are for media over TCP, %d of an address; want %v", descriptors, all, owned, want)
		}
	}
	all, owned, err := Config{APIRate: 600}.tcpConnections()
	if err != nil || all < 1 || owned < 1 {
		t.Errorf("this process: %d, %d of an address: %v", all, owned, err)
	}
	if _, owned, _ := (Config{}).tcpConnections(); owned != 0 {
		t.Errorf("without a rate limit an address has %d", owned)
	}
}
