package hls_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/kit/hls"
	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// Nina is on stage in a real engine, and whoever has an address watches her
// through a real server.
type fixture struct {
	*hls.Server
	engine *sfu.Engine
	public string
}

// engine is the source as the product builds it.
type engine struct{ *sfu.Engine }

func (e engine) Receive(ctx context.Context, room string, take func(hls.Sample)) error {
	err := e.Engine.Receive(ctx, room, isNina, func(u sfu.Unit) { take(hls.Sample(u)) })
	switch {
	case errors.Is(err, sfu.ErrNoRoom):
		return hls.ErrEnded
	case errors.Is(err, sfu.ErrNotH264):
		return hls.ErrUnsuited
	}
	return err
}

func (e engine) Suited(ctx context.Context, room string) (bool, error) {
	present, err := e.Participants(ctx, room)
	for _, p := range present {
		if p.Codec == "h264" {
			return true, err
		}
	}
	return false, err
}

func isNina(identity string) bool { return identity == "pub:nina" }

func setup(t *testing.T, change ...func(*hls.Config)) *fixture {
	t.Helper()
	h := &fixture{engine: whiptest.Open(t)}
	if err := h.engine.CreateRoom(t.Context(), "show.1", sfu.RoomOptions{}); err != nil {
		t.Fatal(err)
	}
	cfg := hls.Config{Source: engine{h.engine}, Key: "a secret", Who: (*http.Request).UserAgent, Log: slog.New(slog.DiscardHandler), Now: time.Now}
	for _, f := range change {
		f(&cfg)
	}
	h.Server = hls.New(cfg)
	server := httptest.NewServer(h)
	h.public = server.URL
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { h.Run(ctx) })
	t.Cleanup(func() {
		stop()
		running.Wait()
		server.Close()
	})
	testkit.Eventually(t, "the server runs", h.Runs)
	return h
}

// perform publishes the test card as Nina until the test ends, or stop is called.
func (h *fixture) perform(t *testing.T, room string) (stop func()) {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	var playing sync.WaitGroup
	playing.Go(func() { h.engine.PublishLoop(ctx, room, "pub:nina", whiptest.Card()) })
	stop = func() { end(); playing.Wait() }
	t.Cleanup(stop)
	testkit.Eventually(t, "nina publishes", func() bool {
		_, suited := h.URL(t.Context(), room, "tom")
		return suited
	})
	return stop
}

func (h *fixture) url(t *testing.T, room string) string {
	t.Helper()
	path, _ := h.URL(t.Context(), room, "tom")
	return h.public + path
}

// get fetches a file beside the address.
func (h *fixture) get(t *testing.T, address, file string) (status int, body []byte, header http.Header) {
	t.Helper()
	address = strings.TrimSuffix(address, "index.m3u8") + file
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err = io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, body, res.Header
}

// list is the media playlist after it has this many segments of its own.
func (h *fixture) list(t *testing.T, address string, segments int) playlist {
	t.Helper()
	list := h.read(t, address, "live.m3u8")
	for len(list.segments) < segments {
		list = h.read(t, address, "live.m3u8?_HLS_msn="+strconv.Itoa(list.next))
	}
	return list
}

func (h *fixture) read(t *testing.T, address, file string) playlist {
	t.Helper()
	status, body, header := h.get(t, address, file)
	if status != http.StatusOK || header.Get("Cache-Control") != "private, max-age=1" {
		t.Fatalf("the playlist %s: %d %q %s", file, status, header.Get("Cache-Control"), body)
	}
	return parse(t, string(body))
}

func TestAShowIsWatched(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.perform(t, "show.1")
	address := h.url(t, "show.1")

	status, body, header := h.get(t, address, "index.m3u8")
	if status != http.StatusOK || !strings.Contains(string(body), "RESOLUTION=320x180\nlive.m3u8") ||
		!strings.Contains(string(body), `CODECS="avc1.`) || header.Get("Access-Control-Allow-Origin") != "*" || header.Get("Set-Cookie") != "" {
		t.Fatalf("index: %d %v %s", status, header, body)
	}
	var seen playlist
	for _, segments := range []int{1, 3, 5} {
		list := h.list(t, address, segments)
		list.check(t)
		list.follows(t, seen)
		seen = list
	}
	if seen.target != 4 || len(seen.segments) < 5 {
		t.Errorf("target duration %d with %d segments", seen.target, len(seen.segments))
	}
	if n := h.Viewers("show.1"); n != 1 {
		t.Errorf("%d watch, want 1", n)
	}
	h.decode(t, address, seen)
}

// decode fetches what the playlist names and lets ffprobe read it.
func (h *fixture) decode(t *testing.T, address string, list playlist) {
	t.Helper()
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip("no ffprobe on this machine, so nothing can be decoded: apt-get install ffmpeg")
	}
	_, file, header := h.get(t, address, list.header)
	if !strings.Contains(header.Get("Cache-Control"), "immutable") {
		t.Errorf("a header is cached as %q", header.Get("Cache-Control"))
	}
	for _, s := range list.segments {
		_, whole, _ := h.get(t, address, s.file)
		var pieces []byte
		for _, p := range s.parts {
			_, piece, header := h.get(t, address, p.file)
			pieces = append(pieces, piece...)
			if !strings.Contains(header.Get("Cache-Control"), "immutable") {
				t.Errorf("a part is cached as %q", header.Get("Cache-Control"))
			}
		}
		if len(s.parts) > 0 && !bytes.Equal(whole, pieces) {
			t.Errorf("%s is not its parts", s.file)
		}
		file = append(file, whole...)
	}
	got := probe(t, file)
	want := list.length().Seconds()
	if v := got.of("video"); v.CodecName != "h264" || v.Frames < int(20*want) {
		t.Errorf("the picture is %+v in %.1f s", v, want)
	}
	if a := got.of("audio"); a.CodecName != "opus" || a.Frames < int(45*want) {
		t.Errorf("the sound is %+v in %.1f s", a, want)
	}
}

type probed struct{ Streams []stream }

type stream struct {
	CodecName string `json:"codec_name"`
	CodecType string `json:"codec_type"`
	Frames    int    `json:"nb_read_frames,string"`
}

func (p probed) of(kind string) stream {
	for _, s := range p.Streams {
		if s.CodecType == kind {
			return s
		}
	}
	return stream{}
}

// probe decodes every frame, and accepts no complaint.
func probe(t *testing.T, file []byte) (p probed) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-count_frames", "-show_streams", "-of", "json", "-")
	var out, said bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(file), &out, &said
	if err := cmd.Run(); err != nil || said.Len() > 0 {
		t.Fatalf("ffprobe: %v: %s", err, said.String())
	}
	if err := json.Unmarshal(out.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// Tom waits for the next part when Nina goes private: her public room is deleted.
func TestTheEndIsAtOnce(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.perform(t, "show.1")
	address := h.url(t, "show.1")
	list := h.list(t, address, 2)
	last := list.segments[len(list.segments)-1]

	waited := make(chan int, 8)
	var waiting sync.WaitGroup
	for n := range cap(waited) {
		file := "live.m3u8?_HLS_msn=" + strconv.Itoa(list.next+1)
		if n%2 == 0 {
			file = strconv.Itoa(list.next+1) + ".0.mp4"
		}
		waiting.Go(func() {
			status, _, _ := h.get(t, address, file)
			waited <- status
		})
	}
	if err := h.engine.CreateRoom(t.Context(), "show.2", sfu.RoomOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := h.engine.DeleteRoom(t.Context(), "show.1"); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	testkit.Eventually(t, "the playlist is gone", func() bool {
		status, _, header := h.get(t, address, "live.m3u8")
		return status == http.StatusGone && header.Get("Cache-Control") == "no-store"
	})
	if took := time.Since(began); took > time.Second {
		t.Errorf("the end took %v", took)
	} else {
		t.Logf("the end took %v", took)
	}
	waiting.Wait()
	close(waited)
	for status := range waited {
		if status != http.StatusGone && status != http.StatusOK {
			t.Errorf("one who waited got %d", status)
		}
	}
	for _, file := range []string{"index.m3u8", "live.m3u8", last.file, last.parts[0].file, list.header} {
		if status, _, _ := h.get(t, address, file); status != http.StatusGone {
			t.Errorf("%s after the end: %d", file, status)
		}
	}
	h.perform(t, "show.2")
	if status, _, _ := h.get(t, strings.Replace(address, "show.1", "show.2", 1), "index.m3u8"); status != http.StatusNotFound {
		t.Errorf("the old signature opens the new room: %d", status)
	}
	if status, _, _ := h.get(t, address, "index.m3u8"); status != http.StatusGone {
		t.Errorf("the old address after the new room opened: %d", status)
	}
}

func TestWhoMayNotWatch(t *testing.T) {
	t.Parallel()
	h := setup(t)
	h.perform(t, "show.1")
	address := h.url(t, "show.1")
	parts := strings.Split(strings.TrimPrefix(address, h.public), "/") // "", hls, room, signature, file
	for name, path := range map[string]string{
		"another signature": "/live/hls/show.1/" + strings.Repeat("0", 32) + "/index.m3u8",
		"no signature":      "/live/hls/show.1//index.m3u8",
		"a room besides":    "/live/hls/show.2/" + parts[4] + "/index.m3u8",
		"a longer name":     "/live/hls/show.11/" + parts[4] + "/index.m3u8",
		"no file":           "/live/hls/show.1/" + parts[4] + "/",
		"a foreign file":    "/live/hls/show.1/" + parts[4] + "/secret.key",
	} {
		if status, body, _ := h.get(t, h.public+path, ""); status != http.StatusNotFound {
			t.Errorf("%s: %d %s", name, status, body)
		}
	}
	if status, _, _ := h.get(t, address, "1.0.mp4"); status != http.StatusGone {
		t.Errorf("a piece while nothing is bridged: %d", status)
	}
	if status, _, _ := h.get(t, address, "live.m3u8?_HLS_msn=99999999999"); status != http.StatusBadRequest {
		t.Errorf("far ahead: %d", status)
	}
}

func TestRoomsThatCannotBeWatched(t *testing.T) {
	t.Parallel()
	h := setup(t, func(c *hls.Config) { c.Rooms = 1 })
	if _, suited := h.URL(t.Context(), "show.1", "tom"); suited {
		t.Error("an empty room has an address")
	}
	if status, _, _ := h.get(t, h.url(t, "nowhere.1"), "index.m3u8"); status != http.StatusGone {
		t.Errorf("a room that never was: %d", status)
	}
	h.perform(t, "show.1")
	if status, _, _ := h.get(t, h.url(t, "show.1"), "index.m3u8"); status != http.StatusOK {
		t.Fatalf("the first room: %d", status)
	}
	if err := h.engine.CreateRoom(t.Context(), "show.2", sfu.RoomOptions{}); err != nil {
		t.Fatal(err)
	}
	if status, _, _ := h.get(t, h.url(t, "show.2"), "index.m3u8"); status != http.StatusServiceUnavailable {
		t.Errorf("one room more than the node carries: %d", status)
	}
}

// Nobody asks for a while: the hidden participant leaves. The next one who asks
// gets segments that never had the same name.
func TestABridgeThatNobodyUsesEnds(t *testing.T) {
	t.Parallel()
	h := setup(t, func(c *hls.Config) { c.Idle = 300 * time.Millisecond })
	h.perform(t, "show.1")
	address := h.url(t, "show.1")
	before := h.list(t, address, 1)
	testkit.Eventually(t, "the bridge ends", func() bool { return h.Bridged() == 0 })
	after := h.list(t, address, 1)
	if after.number <= before.number {
		t.Errorf("segment %d is followed by %d", before.number, after.number)
	}
}

// Somebody waits for a room: it is passed on before its playlist is asked for, and
// no longer than usual when nobody comes. A room more than the node carries waits.
func TestARoomIsBridgedBeforeAnybodyAsks(t *testing.T) {
	t.Parallel()
	h := setup(t, func(c *hls.Config) { c.Idle, c.Rooms = 300*time.Millisecond, 1 })
	h.Warm("show.1")
	if n := h.Bridged(); n != 1 {
		t.Fatalf("%d rooms are bridged", n)
	}
	h.Warm("show.2")
	if n := h.Bridged(); n != 1 {
		t.Errorf("%d rooms are bridged where one is carried", n)
	}
	testkit.Eventually(t, "the bridge ends", func() bool { return h.Bridged() == 0 })
}

// Tom waits for a room that comes back: his address is there before its picture,
// his playlist is answered with it, and he has none for a room that nobody passes on.
func TestAnAddressBeforeThePicture(t *testing.T) {
	t.Parallel()
	h := setup(t)
	if _, served := h.Early("show.1", "tom"); served {
		t.Fatal("an address of a room that is not bridged")
	}
	h.Warm("show.1")
	path, served := h.Early("show.1", "tom")
	if !served {
		t.Fatal("no address of a room that is bridged")
	}
	answered := make(chan int)
	go func() {
		status, _, _ := h.get(t, h.public+path, "index.m3u8")
		answered <- status
	}()
	h.perform(t, "show.1")
	if status := <-answered; status != http.StatusOK {
		t.Errorf("the playlist answers %d", status)
	}
	if err := h.engine.DeleteRoom(t.Context(), "show.1"); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "the room is over", func() bool {
		_, served := h.Early("show.1", "tom")
		return !served
	})
}

// Nina's browser crashes and comes back: the stream goes on.
func TestThePublisherComesBack(t *testing.T) {
	t.Parallel()
	h := setup(t)
	stop := h.perform(t, "show.1")
	address := h.url(t, "show.1")
	before := h.list(t, address, 2)
	stop()
	h.perform(t, "show.1")
	list := before
	for range 3 {
		list = h.read(t, address, "live.m3u8?_HLS_msn="+strconv.Itoa(list.next))
	}
	list.check(t)
	list.follows(t, before)
	h.decode(t, address, list)
}
