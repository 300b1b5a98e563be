// Command uploads measures a large upload over a bad line, which ends on another
// node than it began on. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"text/tabwriter"
	"time"
)

const megabyte = 1 << 20

// plan is what is sent, and how.
type plan struct {
	postgres string
	program  string
	size     int64
	chunk    int64
	cuts     int
}

func main() {
	var p plan
	size := flag.Int64("size", 4096, "megabytes of the file")
	chunk := flag.Int64("chunk", 32, "megabytes of a piece")
	folder := flag.String("folder", ".", "where the site is made; choose a real disk")
	flag.StringVar(&p.postgres, "postgres", "", "address of an empty database, postgres://…")
	flag.StringVar(&p.program, "program", "bin/limelight", "the program")
	flag.IntVar(&p.cuts, "cuts", 3, "how often the line is cut")
	flag.Parse()
	p.size, p.chunk = *size*megabyte, *chunk*megabyte
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, p, *folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, p plan, folder string) (err error) {
	if p.postgres == "" {
		return errors.New("two nodes need -postgres")
	}
	scratch, err := os.MkdirTemp(folder, "bench-uploads-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	s, err := openSite(ctx, p, scratch)
	if err != nil {
		return err
	}
	defer s.close()
	began := time.Now()
	r, err := s.upload(ctx, p)
	if err != nil {
		return err
	}
	r.took = time.Since(began)
	same, err := s.same(ctx, r.id, p.size)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "MB\tpieces of\tcuts\tMB/s\tsent again\tresumed\tafter the kill\tgrowth\tSHA-256\t")
	fmt.Fprintf(table, "%d\t%d MB\t%d\t%.0f\t%.1f MB\t%s\t%s\t%.0f MB\t%s\t\n", p.size/megabyte, p.chunk/megabyte, p.cuts,
		float64(p.size)/megabyte/r.took.Seconds(), float64(r.again)/megabyte,
		r.resumed.Round(time.Millisecond), r.killed.Round(time.Millisecond), float64(s.growth())/megabyte, same)
	return table.Flush()
}
