package transcoding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/transcode"
)

// A file that browsers play as it is: first as it is, then as an encode of ours.
func TestPlayableUpload(t *testing.T) {
	n := oneNode(t)
	mediaID := n.begins(t, playableClip(t))
	if got := n.state(t, mediaID); got.Status != Waiting || got.CanPlay() {
		t.Errorf("before the work it is %+v", got)
	}
	n.works(t)

	got := n.must(t, mediaID, Done)
	if got.DurationMS < 1900 || got.DurationMS > 2100 || got.Width != 192 || got.Height != 108 || !got.HasSound || got.Progress != 100 || got.Reason != "" {
		t.Errorf("it is %+v", got)
	}
	if len(got.Blurhash) < 6 || len(got.Colour) != 7 || !got.HasPoster || !got.HasPreview || !got.HasStoryboard || !slices.Equal(got.Renditions, []int{108}) {
		t.Errorf("beside it is %+v", got)
	}
	if told := n.statuses(t); !slices.Equal(told, []Status{Waiting, Working, Playable, Done}) {
		t.Errorf("told were %q", told)
	}
	if left := n.working(t); len(left) > 0 {
		t.Errorf("the job leaves %q", left)
	}
	if len(n.keys(t)) != n.rows(t) {
		t.Errorf("%d files are stored, %d count", len(n.keys(t)), n.rows(t))
	}
	n.isDecoded(t, mediaID, "source", 60)
	n.isDecoded(t, mediaID, "360p", 60)

	master, err := n.Master(t.Context(), mediaID, func(rendition string) string { return "/m/" + rendition })
	if err != nil || !strings.Contains(master, "/m/360p") || strings.Contains(master, "/m/source") {
		t.Errorf("the master playlist (%v):\n%s", err, master)
	}
}

// A file that has to be encoded, in two sizes.
func TestForeignUpload(t *testing.T) {
	n := oneNode(t)
	mediaID := n.begins(t, foreignClip(t))
	n.works(t)
	got := n.must(t, mediaID, Done)
	if got.HasSound || !slices.Equal(got.Renditions, []int{480, 360}) || got.Width != 854 || got.Height != 480 {
		t.Errorf("it is %+v", got)
	}
	n.isDecoded(t, mediaID, "480p", 38)
	n.isDecoded(t, mediaID, "360p", 38)
	n.showsBeside(t, mediaID)
}

// isDecoded puts a rendition together as a player does, by its playlist, and counts frames.
func (s *node) isDecoded(t testing.TB, mediaID, rendition string, frames int) {
	t.Helper()
	playlist, err := s.Playlist(t.Context(), mediaID, rendition, "head", func(n int) string { return fmt.Sprintf("part-%d", n) })
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(playlist, `URI="head"`) || !strings.Contains(playlist, "\npart-0\n") {
		t.Fatalf("the playlist of %s:\n%s", rendition, playlist)
	}
	var whole bytes.Buffer
	for number := -1; number < strings.Count(playlist, "#EXTINF"); number++ {
		r, err := s.Segment(t.Context(), mediaID, rendition, number)
		if err != nil {
			t.Fatal(err)
		}
		whole.Write(s.read(t, r))
	}
	if _, err := s.Segment(t.Context(), mediaID, rendition, strings.Count(playlist, "#EXTINF")); !errors.Is(err, ErrNone) {
		t.Errorf("a segment after the last one: %v", err)
	}
	if got := framesOf(t, whole.Bytes()); got != frames {
		t.Errorf("%s has %d frames, want %d", rendition, got, frames)
	}
}

// showsBeside looks at poster, preview and storyboard.
func (s *node) showsBeside(t testing.TB, mediaID string) {
	t.Helper()
	for name, begins := range map[FileName]string{Poster: "\xff\xd8\xff", Preview: "\x00\x00\x00", Storyboard: "\xff\xd8\xff", StoryboardCues: "WEBVTT"} {
		r, err := s.File(t.Context(), mediaID, name)
		if err != nil {
			t.Fatal(err)
		}
		if data := s.read(t, r); !strings.HasPrefix(string(data), begins) {
			t.Errorf("%s begins with %.8q", name, data)
		}
	}
	r, err := s.File(t.Context(), mediaID, StoryboardCues)
	if err != nil {
		t.Fatal(err)
	}
	if cues := s.read(t, r); !strings.Contains(string(cues), "\nstoryboard#xywh=0,0,") {
		t.Errorf("the cues:\n%s", cues)
	}
}

func (s *node) read(t testing.TB, r Range) []byte {
	t.Helper()
	o, err := s.store.Open(t.Context(), r.Key)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	if _, err := o.Seek(r.Offset, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	data := make([]byte, r.Length)
	if _, err := io.ReadFull(o, data); err != nil {
		t.Fatal(err)
	}
	return data
}

func framesOf(t testing.TB, data []byte) (frames int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "whole.mp4")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	said, err := exec.CommandContext(t.Context(), needs(t).FFprobe, "-v", "error", "-select_streams", "v:0", "-count_frames", "-show_entries", "stream=nb_read_frames",
		"-of", "csv=p=0", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Sscan(string(said), &frames); err != nil {
		t.Fatalf("ffprobe said %q", said)
	}
	return frames
}

// A refusal says why, is final, and leaves nothing to play.
func TestRefusedUpload(t *testing.T) {
	n := oneNode(t)
	mediaID := n.begins(t, soundClip(t))
	n.works(t)
	got := n.must(t, mediaID, Refused)
	if got.Reason != transcode.ErrNoPicture.Text || got.Retryable {
		t.Errorf("it is %+v", got)
	}
	err := n.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return n.Retry(ctx, tx, mediaID) })
	if !errors.Is(err, ErrNotFailed) {
		t.Errorf("another try gives %v", err)
	}
	n.clock.Advance(365 * 24 * time.Hour)
	if n.worksOnce(t.Context(), t) {
		t.Error("it is worked on again")
	}
	if keys := n.keys(t); len(keys) > 0 {
		t.Errorf("%q are stored", keys)
	}
}

// A video that can be played, and may have been bought, stays so when a later encode of it is
// refused; nobody works on it again by itself.
func TestRefusedWhenPlayable(t *testing.T) {
	n := oneNode(t)
	mediaID := n.begins(t, foreignClip(t))
	work, stop := context.WithCancel(t.Context())
	n.store.at(6, func() error { stop(); return nil })
	n.worksOnce(work, t)
	before := n.must(t, mediaID, Playable)
	j, _, err := n.take(t.Context())
	if err != nil || j == nil {
		t.Fatal("it is not taken", err)
	}
	if err := j.ended(t.Context(), &refusal{transcode.ErrNoPicture}); err != nil {
		t.Fatal(err)
	}
	if got := n.must(t, mediaID, Playable); got.Reason != transcode.ErrNoPicture.Text || !slices.Equal(got.Renditions, before.Renditions) || len(got.Renditions) == 0 {
		t.Errorf("it is %+v", got)
	}
	if _, err := n.Master(t.Context(), mediaID, func(rendition string) string { return rendition }); err != nil {
		t.Errorf("it is played no more: %v", err)
	}
	n.clock.Advance(365 * 24 * time.Hour)
	if n.worksOnce(t.Context(), t) {
		t.Error("it is worked on again")
	}
}

// What is no file of a video at all is refused too, and takes nobody down.
func TestHostileUploads(t *testing.T) {
	n := oneNode(t)
	for name, data := range map[string][]byte{
		"text": []byte("#EXTM3U\nfile:///etc/passwd\n"), "one byte": {0}, "half a video": playableClip(t)[:2000], "zeros": make([]byte, 4096),
	} {
		mediaID := n.begins(t, data)
		n.works(t)
		if got := n.must(t, mediaID, Refused); got.Reason == "" {
			t.Errorf("%s is refused without a reason", name)
		}
	}
}

// The site's failures are tried again, later each time, and in the end only when asked.
func TestFailures(t *testing.T) {
	n := oneNode(t)
	mediaID := n.begins(t, playableClip(t))
	n.free = spare
	for try, wait := range waits {
		if !n.worksOnce(t.Context(), t) {
			t.Fatalf("try %d does not begin", try+1)
		}
		if got := n.must(t, mediaID, Failed); got.Reason != reasonAgain || !got.Retryable {
			t.Errorf("after try %d it is %+v", try+1, got)
		}
		n.clock.Advance(wait - time.Second)
		if n.worksOnce(t.Context(), t) {
			t.Errorf("try %d begins before its time", try+2)
		}
		n.clock.Advance(time.Second)
	}
	n.works(t)
	if got := n.must(t, mediaID, Failed); got.Reason != reasonGivenUp {
		t.Errorf("after the last try it is %+v", got)
	}
	if detail := testkitText(t, n.db, `SELECT detail FROM media`); !strings.Contains(detail, "not enough room") {
		t.Errorf("the operator reads %q", detail)
	}
	n.clock.Advance(365 * 24 * time.Hour)
	if n.worksOnce(t.Context(), t) {
		t.Error("it is tried once more by itself")
	}
	n.free = 1 << 40
	n.writes(t, func(ctx context.Context, tx *db.Tx) error { return n.Retry(ctx, tx, mediaID) })
	n.must(t, mediaID, Waiting)
	n.works(t)
	n.must(t, mediaID, Done)
}

// Who sends many videos does not stand before all others: each owner's first one goes before
// anybody's second, also when the first are made already.
func TestOwnersTakeTurns(t *testing.T) {
	n := oneNode(t)
	names, turns := map[string]string{}, []string{}
	sends := func(owner string, videos int) {
		for i := range videos {
			names[n.beginsOf(t, owner, []byte("a video"))] = fmt.Sprint(owner, i+1)
			n.clock.Advance(time.Second)
		}
	}
	sends("nina", 4)
	sends("vera", 2)
	for len(turns) < 7 {
		j, _, err := n.take(t.Context())
		if err != nil || j == nil {
			t.Fatal("nothing is taken", err)
		}
		turns = append(turns, names[j.media.ID])
		if len(turns) == 2 {
			sends("zoe", 1)
		}
		n.clock.Advance(time.Second)
		n.writes(t, func(ctx context.Context, tx *db.Tx) error {
			return errors.Join(updateMade(ctx, tx, j.media.ID, 50, n.clock.Now()), updateDone(ctx, tx, j.media.ID, n.clock.Now()))
		})
	}
	if want := []string{"nina1", "vera1", "zoe1", "nina2", "vera2", "nina3", "nina4"}; !slices.Equal(turns, want) {
		t.Errorf("they are taken as %q, want %q", turns, want)
	}
}

// Without ffmpeg a video waits, and says what is missing; with it, it goes on.
func TestNoTools(t *testing.T) {
	n := oneNode(t)
	there := n.tools
	n.tools = transcode.Tools{Missing: []string{"ffmpeg"}}
	mediaID := n.begins(t, playableClip(t))
	n.works(t)
	if got := n.must(t, mediaID, Unavailable); !strings.Contains(got.Reason, "lacks ffmpeg") {
		t.Errorf("it is %+v", got)
	}
	if err := n.Available(); err == nil || !strings.Contains(err.Error(), "apt-get install ffmpeg") {
		t.Errorf("the site says %v", err)
	}
	n.tools = there
	n.works(t)
	n.must(t, mediaID, Unavailable) // it does not look that often
	n.clock.Advance(findEvery)
	n.works(t)
	n.must(t, mediaID, Done)
	if told := n.statuses(t); !slices.Equal(told, []Status{Waiting, Unavailable, Waiting, Working, Playable, Done}) {
		t.Errorf("told were %q", told)
	}
}

// While a show runs a job has one thread.
func TestThreads(t *testing.T) {
	n := oneNode(t)
	if err := n.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	j := &job{Service: n.Service}
	if got := j.threads(); got != 2 {
		t.Errorf("%d threads without a show", got)
	}
	if n.live = true; j.threads() != 1 {
		t.Errorf("%d threads beside a show", j.threads())
	}
}

// A video is begun when its turn has come, by nobody before, and gives the turn up when it is done.
func TestVideosWaitForTheirTurn(t *testing.T) {
	s := oneNode(t)
	mediaID := s.begins(t, playableClip(t))
	errBusy := errors.New("something else runs")
	turn, ends := errBusy, 0
	s.AwaitTurn = func(context.Context) (func(), error) { return func() { ends++ }, turn }
	if err := s.find(t.Context()); err != nil {
		t.Fatal(err)
	}
	if worked, err := s.work(t.Context()); worked || !errors.Is(err, errBusy) {
		t.Fatalf("%t, %v", worked, err)
	}
	s.must(t, mediaID, Waiting)
	turn = nil
	s.works(t)
	s.must(t, mediaID, Done)
	if ends == 0 {
		t.Error("the turn is kept")
	}
}
