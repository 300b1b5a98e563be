// Command tips measures how many tips a second one node records, beside what the
// engine does at its best: TPC-B, the small bank of pgbench. See README.md.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"
)

func main() {
	address := flag.String("postgres", "", "address of a PostgreSQL server, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite files are made; choose a real disk")
	rounds := flag.Int("rounds", 5, "rounds of each measurement; the table shows their median")
	span := flag.Duration("span", 2*time.Second, "length of a round")
	flag.Parse()
	if err := run(context.Background(), *address, *folder, *rounds, *span); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address, folder string, rounds int, span time.Duration) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-tips-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	engines := []opener{
		{"SQLite", func() (*bank, error) { return openSQLite(ctx, filepath.Join(scratch, "limelight.db")) }},
	}
	if address != "" {
		engines = append(engines, opener{"PostgreSQL", func() (*bank, error) { return openPostgres(ctx, address) }})
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "engine\tcallers\ttips/s\tp50\tp99\ttransfers/s\tTPC-B/s\ttips ÷ TPC-B\ttransfers ÷ TPC-B\t")
	for _, engine := range engines {
		b, err := engine.open()
		if err != nil {
			return fmt.Errorf("open %s: %w", engine.name, err)
		}
		for _, callers := range []int{1, 16, 128} {
			line, err := compare(b, callers, rounds, span)
			if err != nil {
				return errors.Join(fmt.Errorf("%s, %d callers: %w", engine.name, callers, err), b.close())
			}
			fmt.Fprintf(table, "%s\t%d\t%s\t\n", engine.name, callers, line)
			if err := table.Flush(); err != nil {
				return err
			}
		}
		if err := errors.Join(b.audit(ctx), b.close()); err != nil {
			return err
		}
	}
	return nil
}

type opener struct {
	name string
	open func() (*bank, error)
}

// compare runs the three loads in turn, round by round, so that a busy moment of
// the machine falls on all of them.
func compare(b *bank, callers, rounds int, span time.Duration) (string, error) {
	var tips, transfers, tpcb []float64
	var waits []time.Duration
	for range rounds {
		tip, err := load(callers, span, b.tip)
		if err != nil {
			return "", err
		}
		transfer, err := load(callers, span, b.transfer)
		if err != nil {
			return "", err
		}
		own, err := b.tpcb(callers, span)
		if err != nil {
			return "", err
		}
		tips, transfers, tpcb = append(tips, tip.rate), append(transfers, transfer.rate), append(tpcb, own)
		waits = append(waits, tip.waits...)
	}
	slices.Sort(waits)
	return strings.Join([]string{
		fmt.Sprintf("%.0f", median(tips)),
		waits[len(waits)/2].Round(10 * time.Microsecond).String(),
		waits[len(waits)*99/100].Round(10 * time.Microsecond).String(),
		fmt.Sprintf("%.0f", median(transfers)),
		fmt.Sprintf("%.0f", median(tpcb)),
		fmt.Sprintf("%.2f", median(ratios(tips, tpcb))),
		fmt.Sprintf("%.2f", median(ratios(transfers, tpcb))),
	}, "\t"), nil
}

type measured struct {
	rate  float64 // operations a second
	waits []time.Duration
}

// load lets callers do something over and over for a span.
func load(callers int, span time.Duration, do func(caller int) error) (measured, error) {
	var all sync.WaitGroup
	var failed atomic.Pointer[error]
	waits := make([][]time.Duration, callers)
	begin := time.Now()
	for i := range callers {
		all.Go(func() {
			for at := begin; at.Sub(begin) < span && failed.Load() == nil; {
				if err := do(i); err != nil {
					failed.Store(&err)
					return
				}
				now := time.Now()
				waits[i] = append(waits[i], now.Sub(at))
				at = now
			}
		})
	}
	all.Wait()
	taken := time.Since(begin)
	if err := failed.Load(); err != nil {
		return measured{}, *err
	}
	m := measured{waits: slices.Concat(waits...)}
	m.rate = float64(len(m.waits)) / taken.Seconds()
	return m, nil
}

func ratios(a, b []float64) []float64 {
	r := make([]float64, len(a))
	for i := range a {
		r[i] = a[i] / b[i]
	}
	return r
}

func median[T cmp.Ordered](list []T) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
