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
	alone := flag.Int("callers", 0, "only so many callers; 0: 1, 16 and 128")
	trees := flag.Bool("trees", false, "count what a tip changes in SQLite's b-trees, and measure nothing")
	flag.Parse()
	callers := []int{1, 16, 128}
	if *alone > 0 {
		callers = []int{*alone}
	}
	err := within(*folder, func(scratch string) error {
		ctx := context.Background()
		if *trees {
			return onSQLite(ctx, scratch, func(b *bank) error { return countTrees(b, os.Stdout) })
		}
		return measure(ctx, *address, scratch, callers, *rounds, *span)
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// within makes a folder for do, and removes it.
func within(folder string, do func(scratch string) error) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-tips-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	return do(scratch)
}

func measure(ctx context.Context, address, scratch string, callers []int, rounds int, span time.Duration) error {
	engines := []engine{
		{"SQLite", func(do func(*bank) error) error { return onSQLite(ctx, scratch, do) }},
	}
	if address != "" {
		engines = append(engines, engine{"PostgreSQL", func(do func(*bank) error) error { return onPostgres(ctx, address, scratch, do) }})
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "engine\tcallers\ttips/s\tp50\tp99\tdelivered/s\ttransfers/s\tTPC-B/s\ttips ÷ TPC-B\tdelivered ÷ TPC-B\ttransfers ÷ TPC-B\t")
	for _, e := range engines {
		err := e.with(func(b *bank) error {
			for _, callers := range callers {
				line, err := compare(b, callers, rounds, span)
				if err != nil {
					return fmt.Errorf("%d callers: %w", callers, err)
				}
				fmt.Fprintf(table, "%s\t%d\t%s\t\n", e.name, callers, line)
				if err := table.Flush(); err != nil {
					return err
				}
			}
			return b.audit()
		})
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return nil
}

type engine struct {
	name string
	with func(do func(*bank) error) error
}

// compare runs the three loads in turn, round by round, so that a busy moment of
// the machine falls on all of them.
func compare(b *bank, callers, rounds int, span time.Duration) (string, error) {
	var tips, delivered, transfers, tpcb []float64
	var waits []time.Duration
	for range rounds {
		begin := time.Now()
		tip, err := load(callers, span, b.tip)
		if err != nil {
			return "", err
		}
		if err := b.Settle(b.ctx); err != nil {
			return "", err
		}
		settled := float64(len(tip.waits)) / time.Since(begin).Seconds()
		transfer, err := load(callers, span, b.transfer)
		if err != nil {
			return "", err
		}
		own, err := b.tpcb(callers, span)
		if err != nil {
			return "", err
		}
		tips, delivered = append(tips, tip.rate), append(delivered, settled)
		transfers, tpcb = append(transfers, transfer.rate), append(tpcb, own)
		waits = append(waits, tip.waits...)
	}
	slices.Sort(waits)
	return strings.Join([]string{
		fmt.Sprintf("%.0f", median(tips)),
		waits[len(waits)/2].Round(10 * time.Microsecond).String(),
		waits[len(waits)*99/100].Round(10 * time.Microsecond).String(),
		fmt.Sprintf("%.0f", median(delivered)),
		fmt.Sprintf("%.0f", median(transfers)),
		fmt.Sprintf("%.0f", median(tpcb)),
		fmt.Sprintf("%.2f", median(ratios(tips, tpcb))),
		fmt.Sprintf("%.2f", median(ratios(delivered, tpcb))),
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
