package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"limelight/internal/kit/sfu/whiptest"
)

// order is what the server tells the audience to do.
type order struct {
	URL             string
	Playlist        string // its path, when they watch by HLS
	Tokens          []string
	Viewers         int
	Length, Spacing time.Duration
}

// report is what the audience saw.
type report struct {
	Seconds, Mbits, LostPercent, CPU float64
	FirstP50, FirstP99               time.Duration
	Blind                            int // viewers who received nothing
	Overflowed                       int // packets that came and found no room
}

// watch seats the viewers one after the other, says so, counts for the length of
// the order and reports.
func watch(ctx context.Context, in io.Reader, out io.Writer) error {
	var o order
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		return err
	}
	viewers, err := seat(ctx, o)
	if err != nil {
		return err
	}
	say := json.NewEncoder(out)
	if err := say.Encode(map[string]int{"Seated": len(viewers)}); err != nil {
		return err
	}
	began, spent, had, full := time.Now(), processor(), sum(viewers), overflowed()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(o.Length):
	}
	r := report{Seconds: time.Since(began).Seconds()}
	r.CPU = (processor() - spent).Seconds() / r.Seconds
	got := sum(viewers)
	r.Overflowed = overflowed() - full
	packets, lost := got.packets-had.packets, got.missing-had.missing
	r.Mbits = float64(got.bytes-had.bytes) * 8 / 1e6 / r.Seconds
	r.LostPercent = 100 * float64(max(lost, 0)) / float64(max(packets+lost, 1))
	r.FirstP50, r.FirstP99, r.Blind = firsts(viewers)
	if err := say.Encode(r); err != nil {
		return err
	}
	for _, v := range viewers {
		v.Close()
	}
	return nil
}

// seat lets everybody in and waits until each has seen something, ten seconds
// at most.
func seat(ctx context.Context, o order) ([]viewer, error) {
	var mu sync.Mutex
	var viewers []viewer
	var arriving sync.WaitGroup
	var refused error
	for _, token := range o.Tokens {
		arriving.Go(func() {
			v, err := enter(ctx, o, token)
			mu.Lock()
			defer mu.Unlock()
			enlargeBuffers()
			if err != nil {
				refused = err
				return
			}
			viewers = append(viewers, v)
		})
		time.Sleep(o.Spacing)
	}
	arriving.Wait()
	if len(viewers) == 0 {
		return nil, fmt.Errorf("nobody got in: %w", refused)
	}
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if !slices.ContainsFunc(viewers, func(v viewer) bool { return v.FirstFrame() == 0 }) {
			break
		}
	}
	return viewers, nil
}

// viewer watches, and counts packets (WebRTC) or parts (HLS).
type viewer interface {
	Packets() int64
	Bytes() int64
	Missing() int64
	FirstFrame() time.Duration // 0: nothing was seen yet
	Close()
}

func enter(ctx context.Context, o order, token string) (viewer, error) {
	if o.Playlist != "" {
		return follow(ctx, o.URL+o.Playlist)
	}
	return whiptest.Play(ctx, o.URL, token)
}

type counts struct{ packets, bytes, missing int64 }

func sum(viewers []viewer) (c counts) {
	for _, v := range viewers {
		c.packets += v.Packets()
		c.bytes += v.Bytes()
		c.missing += v.Missing()
	}
	return c
}

func firsts(viewers []viewer) (p50, p99 time.Duration, blind int) {
	var waits []time.Duration
	for _, v := range viewers {
		if wait := v.FirstFrame(); wait > 0 {
			waits = append(waits, wait)
		}
	}
	if len(waits) == 0 {
		return 0, 0, len(viewers)
	}
	slices.Sort(waits)
	return waits[len(waits)/2], waits[len(waits)*99/100], len(viewers) - len(waits)
}

// processor is the time this process has computed.
func processor() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// residentMB is this process' memory; 0 where /proc does not say.
func residentMB() int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	var kb int
	for line := range strings.Lines(string(status)) {
		if strings.HasPrefix(line, "VmRSS:") {
			fmt.Sscanf(line, "VmRSS: %d", &kb)
		}
	}
	return kb / 1024
}
