package hls

import (
	"bytes"
	"errors"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// filmed are the chunks of a recording in which the camera stands still for a while.
func filmed(t *testing.T) (chunks [][]byte) {
	t.Helper()
	r := NewRecorder(func(c Chunk) error { chunks = append(chunks, c.Data); return nil })
	times := slices.Concat(steady(0, 9*time.Second, time.Second/30), steady(9700*time.Millisecond, 20*time.Second, time.Second/30))
	film(t, &r.segmenter, times, 60, wide)
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	return chunks
}

func finished(chunks [][]byte) ([]byte, error) {
	var f Finisher
	for _, c := range chunks {
		if err := f.Add(c); err != nil {
			return nil, err
		}
	}
	return f.Header()
}

// packets are what a player finds in a file: of which track, when, how large, and whether it needs another.
func packets(t *testing.T, file []byte, what string) string {
	t.Helper()
	if _, err := exec.LookPath("ffprobe"); err != nil {
		t.Skip("no ffprobe on this machine, so no file can be read: apt-get install ffmpeg")
	}
	cmd := exec.CommandContext(t.Context(), "ffprobe", "-v", "quiet", "-show_entries", what, "-of", "csv=p=0", "-")
	cmd.Stdin = bytes.NewReader(file)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(lines) // the two files interleave their tracks as they like
	return strings.Join(lines, "\n")
}

// A recording with its new beginning has the same pictures and sound at the same times; it says how
// long it is, and where its data ends.
func TestAFinishedRecordingIsTheSame(t *testing.T) {
	chunks := filmed(t)
	header, err := finished(chunks)
	if err != nil {
		t.Fatal(err)
	}
	running := bytes.Join(chunks, nil)
	file := append(slices.Clone(header), running...)
	var order []string
	if err := eachBox(header[:len(header)-16], func(kind string, _ int, _ []byte) error { order = append(order, kind); return nil }); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(order, []string{"ftyp", "moov"}) || !bytes.HasPrefix(header[len(header)-16:], []byte("\x00\x00\x00\x01mdat")) {
		t.Errorf("the file begins with %v, then %q", order, header[len(header)-16:])
	}
	const each = "packet=stream_index,pts,size,flags"
	if got, want := packets(t, file, each), packets(t, running, each); got != want {
		t.Errorf("finished it has %d packets, as it was made %d: %.200s instead of %.200s", strings.Count(got, "\n"), strings.Count(want, "\n"), got, want)
	}
	if lasts, err := strconv.ParseFloat(packets(t, file, "format=duration"), 64); err != nil || lasts < 19.9 || lasts > 20.1 {
		t.Errorf("it lasts %v seconds: %v", lasts, err)
	}
}

// What is no recording has no beginning made for it.
func TestNoRecordingIsFinished(t *testing.T) {
	whole := filmed(t)
	for name, chunks := range map[string][][]byte{
		"nothing":               {},
		"a chunk cut short":     {whole[0][:len(whole[0])-1]},
		"without its beginning": {whole[1]},
		"something else":        {[]byte("<html><body>The bucket is away.</body></html>")},
		"a header alone":        {whole[0][:bytes.Index(whole[0], []byte("moof"))-4]},
	} {
		if _, err := finished(chunks); !errors.Is(err, ErrNoRecording) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
