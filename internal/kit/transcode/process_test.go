package transcode_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"limelight/internal/kit/transcode"
)

// program writes a program of the test's, which stands for ffmpeg.
func program(t *testing.T, script string) transcode.Tools {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program")
	syscall.ForkLock.RLock() // a child started meanwhile would hold the file open for writing, and it could not be run
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(file, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return transcode.Tools{FFmpeg: file, FFprobe: file}
}

// video is what Probe would have found; the programs of these tests do not look.
func video(length time.Duration) transcode.Video {
	return transcode.Video{
		Path: "/nowhere.mp4", Format: "mov", Duration: length, Width: 64, Height: 48, Aspect: transcode.Rational{Num: 1, Den: 1},
		Rate: transcode.Rational{Num: 30, Den: 1}, Colour: transcode.Colour{Transfer: transcode.SDR, Matrix: "bt709", Primaries: "bt709"},
	}
}

func encode(t *testing.T, ctx context.Context, tools transcode.Tools, l transcode.Limits, progress func(time.Duration)) (file string, err error) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "out.mp4")
	v := video(2 * time.Second)
	_, err = transcode.New(tools, l).Encode(ctx, v, transcode.Plan(v)[0], file, progress)
	return file, err
}

// What stands still, or runs on for ever, is killed; why is said.
func TestProgramsThatDoNotEnd(t *testing.T) {
	count := "i=0; while :; do i=$((i+1)); echo out_time_us=$i00000 >&3; done"
	for _, c := range []struct {
		name, script string
		limits       transcode.Limits
		want         error
	}{
		{"says nothing", "sleep 1000", transcode.Limits{Stall: 50 * time.Millisecond}, transcode.ErrStalled},
		{"says the same for ever", "while :; do echo frame=7 >&3; echo out_time_us=5 >&3; done", transcode.Limits{Stall: 100 * time.Millisecond}, transcode.ErrStalled},
		{"says what is no number", "while :; do echo out_time_us=N/A >&3; done", transcode.Limits{Stall: 100 * time.Millisecond}, transcode.ErrStalled},
		{"goes on after the end", strings.ReplaceAll(count, "$i00000", "${i}00000"), transcode.Limits{}, transcode.ErrEndless},
		{"computes for ever", "while :; do :; done", transcode.Limits{CPU: time.Millisecond}, transcode.ErrKilled},
		{"goes on beyond its time", "i=0; while :; do i=$((i+1)); echo frame=$i >&3; done", transcode.Limits{Wall: 50 * time.Millisecond}, transcode.ErrLimit},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.limits.Nice = -1 // a busy machine would starve it
			_, err := encode(t, t.Context(), program(t, c.script), c.limits, nil)
			failed, ok := errors.AsType[*transcode.Failure](err)
			if !ok || !errors.Is(err, c.want) || failed.Step != "encode 360p" {
				t.Errorf("it ends with %v, want a failure of the step for %v", err, c.want)
			}
		})
	}
}

// A child of the program dies with it: nobody holds the other end of the pipe any more.
func TestTheProcessGroupIsKilled(t *testing.T) {
	for name, script := range map[string]string{
		"it hangs":                "sleep 1000 >%s & wait",
		"it leaves a child alone": "sleep 1000 >%s 3>&- 2>&- & exit 1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pipe := filepath.Join(t.TempDir(), "pipe")
			if err := syscall.Mkfifo(pipe, 0o600); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() {
				_, err := os.ReadFile(pipe) // until no writer is left
				ended <- err
			}()
			if _, err := encode(t, t.Context(), program(t, fmt.Sprintf(script, pipe)), transcode.Limits{Stall: 200 * time.Millisecond, Nice: -1}, nil); err == nil {
				t.Error("it is taken for a success")
			}
			if f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
				_ = f.Close() // so that the reader ends even if the child never came to open it
			}
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
		})
	}
}

// The end of the context ends the program, and its file.
func TestTheContextEndsAProgram(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	tools := program(t, `for last; do :; done; echo half >"${last#file:}"; echo out_time_us=500000 >&3; sleep 1000`)
	var heard time.Duration
	file, err := encode(t, ctx, tools, transcode.Limits{}, func(at time.Duration) { heard = at; cancel() })
	if !errors.Is(err, context.Canceled) || heard != 500*time.Millisecond {
		t.Errorf("after progress of %v it ends with %v", heard, err)
	}
	if _, err := os.Stat(file); !errors.Is(err, os.ErrNotExist) {
		t.Error("its file is left behind")
	}
}

// Every program runs behind all others, within limits, and knows nothing of ours.
func TestProgramsAreLimited(t *testing.T) {
	t.Setenv("SECRET_OF_THE_SERVER", "hunter2")
	tools := program(t, `until [ "$(nice)" = 19 ] && [ "$(ulimit -v)" = 2097152 ] && [ "$(ulimit -c)" = 0 ]; do :; done
read line; echo "env: $(env | grep -c SECRET) stdin: [$line] dir: $(pwd)" >&2; exit 3`)
	_, err := encode(t, t.Context(), tools, transcode.Limits{Memory: 2 << 30}, nil)
	failed, ok := errors.AsType[*transcode.Failure](err)
	if !ok || failed.Stderr != "env: 0 stdin: [] dir: /" {
		t.Errorf("it says %v", err)
	}
}

// Of what a program complains, the end is kept for the operator.
func TestTheLastWordsAreKept(t *testing.T) {
	tools := program(t, `i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "complaint number $i" >&2; done; echo "the last words" >&2; exit 1`)
	_, err := encode(t, t.Context(), tools, transcode.Limits{}, nil)
	failed, ok := errors.AsType[*transcode.Failure](err)
	if !ok || !strings.HasSuffix(failed.Stderr, "complaint number 3000\nthe last words") || len(failed.Stderr) > 4096 {
		t.Errorf("it says %v", err)
	}
}

// A program that reports success is not believed: what it made is looked at.
func TestSuccessIsProven(t *testing.T) {
	real := tools(t)
	good := shot{name: "good.mp4", sound: "none", out: fast}.make(t)
	v, e := encoded(t, good)
	whole, err := os.ReadFile(e.File)
	if err != nil {
		t.Fatal(err)
	}
	last := e.Index.Segments[len(e.Index.Segments)-1]
	spoilt := func(change func(data []byte) []byte) string {
		file := filepath.Join(t.TempDir(), "made.mp4")
		if err := os.WriteFile(file, change(append([]byte{}, whole...)), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	longer := v
	longer.Duration += 100 * time.Millisecond
	wider := e.Rendition
	wider.Width += 2
	loud := v
	loud.Sound = &transcode.Sound{Stream: 1, Codec: "aac", Channels: 2, Rate: 48000}
	for _, c := range []struct {
		name   string
		made   string
		of     transcode.Video
		as     transcode.Rendition
		proven bool
		blind  bool // the program decodes nothing, and says that it did
	}{
		{"nothing", "", v, e.Rendition, false, false},
		{"an empty file", spoilt(func([]byte) []byte { return nil }), v, e.Rendition, false, false},
		{"a text", spoilt(func([]byte) []byte { return []byte("done, honestly, believe me") }), v, e.Rendition, false, false},
		{"half a file", spoilt(func(d []byte) []byte { return d[:len(d)/2] }), v, e.Rendition, false, false},
		{"a file without its last segment", spoilt(func(d []byte) []byte { return d[:last.Offset] }), v, e.Rendition, false, false},
		{"a last segment that does not decode", spoilt(func(d []byte) []byte {
			for i := last.Offset + last.Size/2; i < last.Offset+last.Size; i++ {
				d[i] = 0x55
			}
			return d
		}), v, e.Rendition, false, false},
		{"a file that is 4 % too short", spoilt(func(d []byte) []byte { return d }), longer, e.Rendition, false, false},
		{"a picture of another size", spoilt(func(d []byte) []byte { return d }), v, wider, false, false},
		{"a film without the upload's sound", spoilt(func(d []byte) []byte { return d }), loud, e.Rendition, false, false},
		{"what was wanted", spoilt(func(d []byte) []byte { return d }), v, e.Rendition, true, false},
		{"what no decoder has seen", spoilt(func(d []byte) []byte { return d }), v, e.Rendition, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			decoder := real.FFmpeg
			if c.blind {
				decoder = "true"
			}
			liar := program(t, fmt.Sprintf(`case "$*" in *framecrc*) exec %s "$@" ;; esac
echo out_time_us=1000000 >&3; echo out_time_us=2500000 >&3; echo progress=end >&3
for out; do :; done; [ -z "%s" ] || cp "%s" "${out#file:}"`, decoder, c.made, c.made))
			out := filepath.Join(t.TempDir(), "out.mp4")
			_, err := transcode.New(liar, transcode.Limits{Nice: -1}).Encode(t.Context(), c.of, c.as, out, nil)
			_, left := os.Stat(out)
			switch {
			case c.proven && (err != nil || left != nil):
				t.Errorf("what is right is not believed: %v", errors.Join(err, left))
			case !c.proven && !errors.Is(err, transcode.ErrBroken):
				t.Errorf("it ends with %v, want a broken result", err)
			case !c.proven && left == nil:
				t.Error("the broken file is left behind")
			}
		})
	}
}

// What is missing is said in words.
func TestMissingToolsAreNamed(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	none := transcode.Find(t.Context())
	if err := none.Err(); err == nil || !strings.Contains(err.Error(), "lacks ffmpeg, ffprobe") {
		t.Errorf("without programs it says %v", err)
	}
	folder := filepath.Dir(program(t, "").FFmpeg)
	poor := "#!/bin/sh\ncase \"$*\" in *encoders*) echo ' V..... libx264 H.264'; echo ' A..... aac AAC'; echo ' V..... png PNG' ;; *filters*) echo ' ... scale V->V' ;; esac\n"
	for _, name := range []string{"ffmpeg", "ffprobe"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(poor), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder)
	some := transcode.Find(t.Context())
	if err := some.Err(); err == nil || !strings.Contains(err.Error(), "lacks the filter fps of ffmpeg, ") || some.HDR {
		t.Errorf("with a poor ffmpeg it says %v", err)
	}
}

// Whoever stores the parts may fail: then it ends there.
func TestPartsEndWithTheFirstError(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.mp4")
	if err := os.WriteFile(file, []byte("headersegment1segment2"), 0o600); err != nil {
		t.Fatal(err)
	}
	e := transcode.Encoded{File: file, Index: transcode.Index{Header: 6, Segments: []transcode.Segment{{Offset: 6, Size: 8}, {Offset: 14, Size: 8}}}}
	var put []string
	full := errors.New("the disk is full")
	err := e.Parts(func(number int, data io.Reader, size int64) error {
		text, err := io.ReadAll(data)
		put = append(put, fmt.Sprint(number, string(text), size))
		if number == 1 {
			return full
		}
		return err
	})
	if !errors.Is(err, full) || strings.Join(put, " ") != "0header6 1segment18" && strings.Join(put, " ") != "0 header 6 1 segment1 8" {
		t.Errorf("%v after %q", err, put)
	}
}
