// Command viewers measures how many viewers one core serves, and how long a
// viewer waits for the first picture.
//
// This process is the server: the engine and its public side. It starts itself
// again as the publisher and as the viewers, so that what the server computes can
// be told from what its clients do. Everything goes over the loopback interface.
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
	"path/filepath"
	"runtime"
	"runtime/pprof"
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
	profile := flag.String("profile", "", "folder for a CPU profile of the server, one for each row")
	as := flag.String("as", "server", "server, publisher or audience: the program starts itself as the last two")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})))
	var err error
	switch *as {
	case "publisher":
		err = publish(ctx, os.Stdin)
	case "audience":
		err = watch(ctx, os.Stdin, os.Stdout)
	default:
		err = measure(ctx, *way, *steps, *length, *spacing, *size, *kbits, *profile)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "viewers:", err)
		os.Exit(1)
	}
}

// measure prints the table.
func measure(ctx context.Context, way, steps string, length, spacing time.Duration, size string, kbits int, profile string) error {
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
	public := httptest.NewServer(mediaHandler(engine.Handler(open{}), lists))
	defer public.Close()
	if err := engine.CreateRoom(ctx, room, sfu.RoomOptions{}); err != nil {
		return err
	}
	stop, err := startPublisher(ctx, engine, public.URL, size, kbits)
	if err != nil {
		return err
	}
	defer stop()
	if err := published(ctx, engine); err != nil {
		return err
	}
	playlist := ""
	if way == "hls" {
		playlist, _ = lists.URL(ctx, room, "viewer")
	}

	fmt.Printf("%s, %d cores, %s by %s at %d kbit/s, %v per row\n\n", runtime.Version(), runtime.NumCPU(), size, way, kbits, length)
	fmt.Println("| viewers | lost packets | Mbit/s out | server CPU (cores) | viewers per core | server memory (MB) | first picture p50 / p99 (ms) | viewers' CPU (cores) |")
	fmt.Println("|---:|---:|---:|---:|---:|---:|---:|---:|")
	for field := range strings.SplitSeq(steps, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 1 {
			return fmt.Errorf("-viewers %q: want numbers", steps)
		}
		if err := row(ctx, engine, public, order{Playlist: playlist, Viewers: n, Length: length, Spacing: spacing}, profile); err != nil {
			return err
		}
	}
	return nil
}

// row measures one number of viewers.
func row(ctx context.Context, engine *sfu.Engine, public *httptest.Server, o order, profile string) error {
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
	cmd := exec.CommandContext(ctx, os.Args[0], "-as", "audience")
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
	stop, err := profiled(profile, o.Viewers)
	if err != nil {
		return err
	}
	defer stop()
	before, all := processor(), busy()
	var saw report
	if err := said.Decode(&saw); err != nil {
		return fmt.Errorf("the audience said nothing: %w", err)
	}
	server := (processor() - before).Seconds() / saw.Seconds
	others := (busy()-all).Seconds()/saw.Seconds - server - saw.CPU
	if err := cmd.Wait(); err != nil {
		return err
	}
	if saw.Blind > 0 {
		fmt.Fprintf(os.Stderr, "%d of %d viewers saw nothing\n", saw.Blind, o.Viewers)
	}
	warn(saw.Overflowed, others)
	fmt.Printf("| %d | %.3f %% | %.0f | %.2f | %.0f | %d | %d / %d | %.2f |\n", ready.Seated, saw.LostPercent, saw.Mbits,
		server, float64(o.Viewers)/server, residentMB(), saw.FirstP50.Milliseconds(), saw.FirstP99.Milliseconds(), saw.CPU)
	return nil
}

// warn tells what makes a row no measure of the server.
func warn(overflowed int, others float64) {
	if overflowed > 0 {
		fmt.Fprintf(os.Stderr, "%d packets arrived and found the buffer of their socket full: their reader was late\n", overflowed)
	}
	if others > noticed {
		fmt.Fprintf(os.Stderr, "other programs took %.2f cores: what is lost in this row, they may have cost\n", others)
	}
}

// profiled keeps a profile of the server's processor time until stop is called.
func profiled(folder string, viewers int) (stop func(), err error) {
	if folder == "" {
		return func() {}, nil
	}
	f, err := os.Create(filepath.Join(folder, fmt.Sprintf("viewers-%d.pprof", viewers)))
	if err != nil {
		return nil, err
	}
	return func() { pprof.StopCPUProfile(); f.Close() }, pprof.StartCPUProfile(f)
}

// open admits everybody.
type open struct{}

func (open) AdmitToken(context.Context, sfu.Claims) error { return nil }
func (open) AdmitStreamKey(context.Context, string) (sfu.Grant, error) {
	return sfu.Grant{}, http.ErrNotSupported
}
