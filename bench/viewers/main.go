// Command viewers measures how many viewers one core serves, and how long a
// viewer waits for the first picture.
//
// This process is the server: the engine, its public side and one publisher. It
// starts itself again as the viewers, so that the processor time of the two can
// be told apart. Everything goes over the loopback interface.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"time"

	"limelight/internal/kit/sfu"
	"limelight/internal/kit/sfu/whiptest"
)

const (
	room      = "bench.1"
	publisher = "pub:bench"
)

func main() {
	steps := flag.String("viewers", "25,50,100,200", "how many viewers, one row of the table for each")
	length := flag.Duration("for", 10*time.Second, "how long each row is measured")
	spacing := flag.Duration("every", 40*time.Millisecond, "time between two arrivals")
	size := flag.String("size", "1280x720", "of the published picture")
	kbits := flag.Int("kbits", 1500, "kilobits per second of the published picture")
	way := flag.String("way", "webrtc", "how they watch: webrtc or hls")
	audience := flag.Bool("audience", false, "be the viewers: used by the program itself")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	err := error(nil)
	if *audience {
		err = watch(ctx, os.Stdin, os.Stdout)
	} else {
		err = measure(ctx, *way, *steps, *length, *spacing, *size, *kbits)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "viewers:", err)
		os.Exit(1)
	}
}

// measure prints the table.
func measure(ctx context.Context, way, steps string, length, spacing time.Duration, size string, kbits int) error {
	clip, err := makeClip(ctx, size, kbits)
	if err != nil {
		return err
	}
	ports, err := whiptest.FreePorts()
	if err != nil {
		return err
	}
	engine, err := sfu.Open(ctx, ports)
	if err != nil {
		return err
	}
	defer engine.Close()
	go engine.Run(ctx)
	lists := newLists(engine)
	go lists.Run(ctx)
	public := httptest.NewServer(doors(engine.Handler(open{}), lists))
	defer public.Close()
	if err := engine.CreateRoom(ctx, room, sfu.RoomOptions{}); err != nil {
		return err
	}
	go engine.PublishLoop(ctx, room, publisher, clip)
	playlist := ""
	if way == "hls" {
		if playlist, err = playlistOf(ctx, lists); err != nil {
			return err
		}
	}

	fmt.Printf("%s, %d cores, %s by %s at %d kbit/s, %v per row\n\n", runtime.Version(), runtime.NumCPU(), size, way, kbits, length)
	fmt.Println("| viewers | lost packets | Mbit/s out | server CPU (cores) | viewers per core | server memory (MB) | first picture p50 / p99 (ms) | viewers' CPU (cores) |")
	fmt.Println("|---:|---:|---:|---:|---:|---:|---:|---:|")
	for field := range strings.SplitSeq(steps, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 {
			return fmt.Errorf("-viewers %q: want numbers", steps)
		}
		if err := row(ctx, engine, public, order{Playlist: playlist, Viewers: n, Length: length, Spacing: spacing}); err != nil {
			return err
		}
	}
	return nil
}

// row measures one number of viewers.
func row(ctx context.Context, engine *sfu.Engine, public *httptest.Server, o order) error {
	o.URL = public.URL
	for i := range o.Viewers {
		token, err := engine.Token(sfu.Grant{Room: room, Identity: fmt.Sprintf("view:%d:%d", o.Viewers, i), Subscribe: true})
		if err != nil {
			return err
		}
		o.Tokens = append(o.Tokens, token)
	}
	asked, err := json.Marshal(o)
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, os.Args[0], "-audience")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(asked), os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	// The audience says when it is complete and, after the length, what it saw.
	said := json.NewDecoder(out)
	var ready struct{ Seated int }
	if err := said.Decode(&ready); err != nil {
		return fmt.Errorf("the audience did not come: %w", err)
	}
	before := processor()
	var saw report
	if err := said.Decode(&saw); err != nil {
		return fmt.Errorf("the audience said nothing: %w", err)
	}
	server := (processor() - before).Seconds() / saw.Seconds
	if err := cmd.Wait(); err != nil {
		return err
	}
	if saw.Blind > 0 {
		fmt.Fprintf(os.Stderr, "%d of %d viewers saw nothing\n", saw.Blind, o.Viewers)
	}
	fmt.Printf("| %d | %.3f %% | %.0f | %.2f | %.0f | %d | %d / %d | %.2f |\n", ready.Seated, saw.LostPercent, saw.Mbits,
		server, float64(o.Viewers)/server, residentMB(), saw.FirstP50.Milliseconds(), saw.FirstP99.Milliseconds(), saw.CPU)
	return nil
}

// open admits everybody.
type open struct{}

func (open) AdmitToken(context.Context, sfu.Claims) error { return nil }
func (open) AdmitStreamKey(context.Context, string) (sfu.Grant, error) {
	return sfu.Grant{}, http.ErrNotSupported
}

// makeClip has ffmpeg draw ten seconds of a moving test card.
func makeClip(ctx context.Context, size string, kbits int) (*sfu.Clip, error) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return nil, fmt.Errorf("ffmpeg draws the published picture: apt-get install ffmpeg")
	}
	rate := fmt.Sprintf("%dk", kbits)
	video, err := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=size="+size+":rate=30", "-t", "10",
		"-c:v", "libx264", "-profile:v", "baseline", "-preset", "veryfast", "-tune", "zerolatency", "-g", "60",
		"-x264-params", "scenecut=0:repeat-headers=1", "-b:v", rate, "-maxrate", rate, "-bufsize", rate, "-pix_fmt", "yuv420p", "-f", "h264", "-").Output()
	if err != nil {
		return nil, fmt.Errorf("draw the published picture: %w", err)
	}
	audio, err := exec.CommandContext(ctx, "ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000", "-t", "10",
		"-c:a", "libopus", "-b:a", "48k", "-f", "ogg", "-").Output()
	if err != nil {
		return nil, fmt.Errorf("make the published sound: %w", err)
	}
	return sfu.ReadClip(video, 30, audio)
}
