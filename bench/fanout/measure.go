package main

import (
	"fmt"
	"io"
	"math/bits"
	"os"
	"strings"
	"time"
)

// result is one rate's.
type result struct {
	sockets, closed  int
	rate, want, got  float64 // messages, and deliveries, a second
	p50, p99, max    time.Duration
	serverCPU, other float64 // cores
	perDelivery      time.Duration
	idleKiB          float64
	knowsServer      bool
}

func (r result) held() bool { return r.got >= heldShare*r.want && r.p99 < heldP99 }

func (r result) print(w io.Writer) {
	ms := func(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) }
	cpu, per, kib := "–", "–", "–"
	if r.knowsServer {
		cpu = fmt.Sprintf("%.0f %%", 100*r.serverCPU)
		per = fmt.Sprintf("%.2f", float64(r.perDelivery)/float64(time.Microsecond))
		kib = fmt.Sprintf("%.1f", r.idleKiB)
	}
	held := "yes"
	if !r.held() {
		held = "no"
	}
	fmt.Fprintf(w, "%d\t%g\t%.0f\t%.0f\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%.0f %%\t%s\t\n",
		r.sockets, r.rate, r.got, r.want, ms(r.p50), ms(r.p99), ms(r.max), cpu, per, kib, r.closed, 100*r.other, held)
}

// measure sends messages at one rate. Latency counts from the time a message was
// due, so a server that holds senders up is not spared.
func (c *crowd) measure(o options, rate float64) result {
	posts := make(chan string, 64)
	if o.post != "" {
		posters(o, posts)
	}
	defer close(posts)

	gap := time.Duration(float64(time.Second) / rate)
	next := c.now()
	start := next + o.warm
	end := start + o.window
	var from snapshot
	for now := next; now < end; now = c.now() {
		if c.latencies == nil && now >= start {
			c.latencies = &histogram{}
			from = take(c, o.pid)
		}
		for ; next <= now; next += gap {
			c.say(o, next, posts)
		}
		wait := min(next-c.now(), 20*time.Millisecond)
		c.poll(o, max(0, int(wait/time.Millisecond)))
	}
	to := take(c, o.pid)
	h := c.latencies
	c.latencies = nil
	for drained := c.now() + 500*time.Millisecond; c.now() < drained; {
		c.poll(o, 5)
	}

	seconds := (to.at - from.at).Seconds()
	r := result{
		sockets: len(c.sockets), closed: c.closed, rate: rate,
		want: rate * float64(len(c.sockets)), got: float64(to.received-from.received) / seconds,
		p50: h.quantile(0.5), p99: h.quantile(0.99), max: h.max,
		serverCPU: (to.server - from.server) / seconds, idleKiB: c.idleKiB, knowsServer: o.pid != 0,
	}
	r.other = (to.machine-from.machine-(to.own-from.own))/seconds - r.serverCPU
	if n := to.received - from.received; n > 0 {
		r.perDelivery = time.Duration((to.server - from.server) / float64(n) * float64(time.Second))
	}
	return r
}

// snapshot is what was used up to a moment; CPU in seconds.
type snapshot struct {
	at                   time.Duration
	received             uint64
	server, own, machine float64
}

func take(c *crowd, pid int) snapshot {
	return snapshot{at: c.now(), received: c.received, server: processCPU(pid), own: processCPU(os.Getpid()), machine: machineCPU()}
}

// ticks are how /proc counts CPU time, a second.
const ticks = 100

// processCPU is what a process used, in seconds; proc(5), fields utime and stime.
func processCPU(pid int) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	var user, system float64
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	_, _ = fmt.Sscan(fields[11]+" "+fields[12], &user, &system)
	return (user + system) / ticks
}

// machineCPU is what all processes used, in seconds.
func machineCPU() (sum float64) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	first, _, _ := strings.Cut(string(text), "\n")
	for i, field := range strings.Fields(first) {
		var v float64
		if _, err := fmt.Sscan(field, &v); err == nil && i != 4 && i != 5 && i < 9 { // idle, iowait
			sum += v
		}
	}
	return sum / ticks
}

// memoryKiB is a process' resident memory.
func memoryKiB(pid int) (kib float64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	_, _ = fmt.Sscan(rest, &kib)
	return kib
}

// histogram counts durations in buckets of about 3 %, in microseconds.
type histogram struct {
	buckets [64 * 32]uint64
	n       uint64
	max     time.Duration
}

func (h *histogram) add(d time.Duration) {
	d = max(d, 0)
	h.n++
	h.max = max(h.max, d)
	us := uint64(d.Microseconds())
	if us < 32 {
		h.buckets[us]++
		return
	}
	e := bits.Len64(us) - 6
	h.buckets[uint64(e+1)*32+(us>>max(e, 0))-32]++
}

// quantile is the upper end of the bucket in which that share lies.
func (h *histogram) quantile(share float64) time.Duration {
	want, seen := uint64(share*float64(h.n)), uint64(0)
	for i, n := range h.buckets {
		seen += n
		if n == 0 || seen < want {
			continue
		}
		if i < 32 {
			return time.Duration(i+1) * time.Microsecond
		}
		return min(h.max, time.Duration((uint64(i%32)+33)<<(i/32-1))*time.Microsecond)
	}
	return h.max
}
