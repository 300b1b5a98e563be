package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"limelight/internal/kit/hls"
	"limelight/internal/kit/sfu"
)

// source takes the room's media from the engine, as the product does.
type source struct{ *sfu.Engine }

func (s source) Receive(ctx context.Context, room string, take func(hls.Sample)) error {
	return s.Engine.Receive(ctx, room, func(identity string) bool { return identity == publisher },
		func(u sfu.Unit) { take(hls.Sample(u)) })
}

func (s source) Suited(ctx context.Context, room string) (bool, error) {
	present, err := s.Participants(ctx, room)
	for _, p := range present {
		if p.Codec == "h264" {
			return true, err
		}
	}
	return false, err
}

func newLists(engine *sfu.Engine) *hls.Server {
	return hls.New(hls.Config{Source: source{engine}, Key: "bench", Log: slog.Default(), Now: time.Now})
}

func mediaHandler(media http.Handler, lists *hls.Server) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(hls.Prefix, lists)
	mux.Handle("/", media)
	return mux
}

// published waits until there is a picture to watch; half a minute at most.
func published(ctx context.Context, engine *sfu.Engine) error {
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if yes, err := (source{engine}).Suited(ctx, room); yes || err != nil {
			return err
		}
	}
	return errors.New("nobody publishes")
}

// follower plays a low-latency playlist as a player does: it asks for the list
// that does not exist yet, waits for it, and fetches each part it names.
type follower struct {
	began                 time.Time
	http                  *http.Client
	stop                  context.CancelFunc
	ended                 chan struct{}
	parts, bytes, missing atomic.Int64
	first                 atomic.Int64
}

func follow(ctx context.Context, index string) (*follower, error) {
	ctx, stop := context.WithCancel(ctx)
	f := &follower{began: time.Now(), stop: stop, ended: make(chan struct{}), http: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 2}}}
	if _, err := f.get(ctx, index); err != nil {
		stop()
		return nil, err
	}
	go func() {
		defer close(f.ended)
		f.play(ctx, strings.TrimSuffix(index, "index.m3u8"))
	}()
	return f, nil
}

var (
	partName  = regexp.MustCompile(`URI="((\d+)\.(\d+)\.mp4)"`)
	keyedPart = regexp.MustCompile(`URI="((\d+)\.(\d+)\.mp4)"[^\n]*INDEPENDENT=YES`)
)

// play fetches each part once, from the newest keyframe on.
func (f *follower) play(ctx context.Context, base string) {
	list := base + "live.m3u8"
	segment, part := int64(-1), int64(-1)
	for ctx.Err() == nil {
		text, err := f.get(ctx, list)
		if err != nil {
			f.missing.Add(1)
			continue
		}
		if segment < 0 {
			keyed := keyedPart.FindAllSubmatch(text, -1)
			if len(keyed) == 0 {
				continue
			}
			segment, part = number(keyed[len(keyed)-1][2]), number(keyed[len(keyed)-1][3])-1
		}
		for _, named := range partName.FindAllSubmatch(text, -1) {
			s, p := number(named[2]), number(named[3])
			if s < segment || s == segment && p <= part {
				continue
			}
			if s == segment && p > part+1 {
				f.missing.Add(p - part - 1)
			}
			segment, part = s, p
			data, err := f.get(ctx, base+string(named[1]))
			if err != nil {
				f.missing.Add(1)
				continue
			}
			f.parts.Add(1)
			f.bytes.Add(int64(len(data)))
			f.first.CompareAndSwap(0, int64(time.Since(f.began)))
		}
		list = fmt.Sprintf("%slive.m3u8?_HLS_msn=%d&_HLS_part=%d", base, segment, part+1)
	}
}

func (f *follower) get(ctx context.Context, address string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	res, err := f.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, res.Status)
	}
	return io.ReadAll(res.Body)
}

func (f *follower) Packets() int64            { return f.parts.Load() }
func (f *follower) Bytes() int64              { return f.bytes.Load() }
func (f *follower) Missing() int64            { return f.missing.Load() }
func (f *follower) FirstFrame() time.Duration { return time.Duration(f.first.Load()) }

func (f *follower) Close() {
	f.stop()
	<-f.ended
	f.http.CloseIdleConnections()
}

func number(text []byte) int64 {
	n, _ := strconv.ParseInt(string(text), 10, 64)
	return n
}
