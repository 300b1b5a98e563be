// Command files measures what the program does with files that are sold: how fast it hands them to
// their buyer, beside a plain server of static files (net/http.FileServer) over the same folder; how
// many photos it makes small, beside the plain ffmpeg; and how soon a video can be watched after its
// last byte came. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"text/tabwriter"
	"time"
)

// plan is what is measured.
type plan struct {
	program     string
	folder      string
	connections int
	rounds      int
	span        time.Duration
	photos      int
	length      time.Duration
	only        string
}

func main() {
	var p plan
	flag.StringVar(&p.program, "program", "bin/limelight", "the program")
	flag.StringVar(&p.folder, "folder", ".", "where the site is made; choose a real disk")
	flag.IntVar(&p.connections, "connections", 64, "how many ask at once")
	flag.IntVar(&p.rounds, "rounds", 5, "rounds of each measurement; the table shows their median")
	flag.DurationVar(&p.span, "span", 3*time.Second, "length of a round")
	flag.StringVar(&p.only, "only", "", "one measurement: photos, segments, downloads, thumbnails or playable; empty: all")
	flag.IntVar(&p.photos, "photos", 24, "how many photos are made small")
	flag.DurationVar(&p.length, "length", 10*time.Minute, "length of the video that is to be playable soon")
	static := flag.String("static", "", "what this program does when it starts itself: serve a folder")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := error(nil)
	if *static != "" {
		err = serveFolder(ctx, *static)
	} else {
		err = measure(ctx, p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "files:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, p plan) (err error) {
	scratch, err := os.MkdirTemp(p.folder, "bench-files-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	s, err := openSite(ctx, p.program, scratch)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	for _, measure := range []struct {
		names []string
		do    func(context.Context, plan) error
	}{
		{[]string{"photos", "segments", "downloads"}, s.deliveries}, {[]string{"thumbnails"}, s.small}, {[]string{"playable"}, s.playable},
	} {
		if p.only == "" || slices.Contains(measure.names, p.only) {
			if err := measure.do(ctx, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// small prints how many photos are made small in a second.
func (s *site) small(ctx context.Context, p plan) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "at once\tsite, photos/s\tprocessor, each\tffmpeg, photos/s\tprocessor, each\tffmpeg's ÷ site's\t")
	for _, atOnce := range []int{1, 2} {
		line, err := s.thumbnails(ctx, p.photos, atOnce)
		if err != nil {
			return fmt.Errorf("thumbnails: %w", err)
		}
		fmt.Fprintf(table, "%s\t\n", line)
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// deliveries prints a line for each kind of files.
func (s *site) deliveries(ctx context.Context, p plan) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "files\tof\tsite, MB/s\tanswers/s\tplain, MB/s\tanswers/s\tsite ÷ plain\t")
	for _, kind := range []struct {
		name string
		make func(context.Context) ([]file, error)
	}{{"photos", s.photos}, {"segments", s.segments}, {"downloads", s.downloads}} {
		if p.only != "" && p.only != kind.name {
			continue
		}
		files, err := kind.make(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		line, err := s.compare(ctx, p, files)
		if err != nil {
			return fmt.Errorf("%s: %w", kind.name, err)
		}
		fmt.Fprintf(table, "%s\t%s\t\n", kind.name, line)
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// compare asks both servers in turn, round by round, so that a busy moment of the machine falls on
// both.
func (s *site) compare(ctx context.Context, p plan, files []file) (string, error) {
	ours, plain := make([]request, len(files)), make([]request, len(files))
	var size int64
	for i, f := range files {
		ours[i], plain[i] = s.request(f), f.plain
		size += f.length
	}
	var site, static measured
	var ratios []float64
	for range p.rounds {
		a, err := load(ctx, s.address, ours, p.connections, p.span)
		if err != nil {
			return "", fmt.Errorf("the site: %w", err)
		}
		b, err := load(ctx, s.static, plain, p.connections, p.span)
		if err != nil {
			return "", fmt.Errorf("the plain server: %w", err)
		}
		site, static = append(site, a), append(static, b)
		ratios = append(ratios, a.bytes/b.bytes)
	}
	slices.Sort(ratios)
	return fmt.Sprintf("%d KB\t%.0f\t%.0f\t%.0f\t%.0f\t%.2f", size/int64(len(files))/1024,
		site.median(rate.megabytes), site.median(rate.perSecond), static.median(rate.megabytes), static.median(rate.perSecond), ratios[len(ratios)/2]), nil
}

// serveFolder is the plain server. It says where it is, and serves until it is told to end.
func serveFolder(ctx context.Context, folder string) error {
	address, listener, err := listen()
	if err != nil {
		return err
	}
	server := &http.Server{Handler: http.FileServer(http.Dir(folder)), ReadHeaderTimeout: time.Minute}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	fmt.Println(address)
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
