package hls

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
	"time"
)

// still is a source that sends nothing.
type still struct{}

func (still) Suited(context.Context, string) (bool, error) { return true, nil }
func (still) Receive(ctx context.Context, _ string, _ func(Sample)) error {
	<-ctx.Done()
	return nil
}

// Whoever has an address may ask for any file beside it, with any query.
func FuzzFiles(f *testing.F) {
	for _, file := range []string{"index.m3u8", "live.m3u8", "1000.mp4", "1000.0.mp4", "1001.9.mp4", "1000.header.mp4", "gap.mp4",
		"999999999999999.999999.mp4", "../live.m3u8", ""} {
		f.Add(file, "_HLS_msn=1001&_HLS_part=0")
		f.Add(file, "_HLS_msn=-1&_HLS_part=99999999999999999999")
	}
	now := time.Unix(1000, 0)
	s := New(Config{Source: still{}, Key: "k", Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return now }})
	b := newBridge(f.Context(), now)
	b.window.header(header{data: []byte("h"), codecs: "c"})
	for n := range 8 {
		b.window.part(part{data: []byte{byte(n)}, length: 200 * time.Millisecond, independent: n == 0})
		if n == 3 {
			b.window.endSegment(800*time.Millisecond, 0)
		}
	}
	s.bridges["show.1"] = b
	f.Fuzz(func(t *testing.T, file, query string) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // nobody waits
		r := (&http.Request{
			Method: http.MethodGet, Header: http.Header{},
			URL: &url.URL{Path: Prefix + "show.1/" + s.access.address("show.1", "viewer") + "/" + file, RawQuery: query},
		}).WithContext(ctx)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		switch w.Code {
		case http.StatusOK, http.StatusBadRequest, http.StatusNotFound, http.StatusServiceUnavailable:
		default:
			t.Errorf("%s?%s: %d", file, query, w.Code)
		}
	})
}

// What a publisher encodes is written into parts and into a recording: of each
// sample its kind, how far its time is from the one before, its length and its
// bytes.
func FuzzMP4(f *testing.F) {
	key := append([]byte{11, 40, byte(len(wide[0]))}, wide[0]...)
	key = append(append(key, 15, 0, byte(len(wide[1]))), wide[1]...)
	f.Add(append(append([]byte{}, key...), 7, 0, 2, 0x65, 1, 1, 40, 2, 0x41, 1, 0, 20, 3, 0xfc, 0xff, 0xfe))
	f.Add([]byte{11, 0, 4, 0x67, 0xff, 0xff, 0xff, 15, 0, 1, 0x68, 7, 0, 1, 0x65})
	f.Add([]byte{0, 255, 1, 0xff, 1, 255, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		sink := &counted{}
		c := &segmenter{sink: sink}
		film := NewRecorder(func(Chunk) error { return nil })
		given := 0
		var now Sample
		for len(data) >= 3 {
			kind, step, length := data[0], time.Duration(int8(data[1])), min(int(data[2]), len(data)-3)
			unit := data[3 : 3+length]
			data = data[3+length:]
			if kind&4 == 0 { // the units of a picture come one after the other
				now = Sample{Time: now.Time + step*time.Millisecond*10}
			}
			now.Video, now.Key = kind&1 != 0, now.Key || kind&2 != 0
			if length > 0 {
				now.Data = append(now.Data, unit)
			}
			if kind&8 != 0 || len(now.Data) == 0 {
				continue // more of it follows
			}
			given++
			if c.put(now) != nil || film.Put(now) != nil {
				return // final: the bridge ends
			}
		}
		if err := film.End(); err != nil {
			return
		}
		if sink.parts > 10*given+20 {
			t.Fatalf("%d parts of %d samples", sink.parts, given)
		}
	})
}
