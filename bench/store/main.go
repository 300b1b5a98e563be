// Command store measures how many purchases a second one node records, beside its tips,
// and how fast it says that a buyer may have the bytes. See README.md.
package main

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"limelight/internal/app"
)

func main() {
	address := flag.String("postgres", "", "address of a PostgreSQL server, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite file is made; choose a real disk")
	rounds := flag.Int("rounds", 5, "rounds of each measurement; the table shows their median")
	span := flag.Duration("span", 2*time.Second, "length of a round")
	flag.Parse()
	if err := measure(context.Background(), *address, *folder, *rounds, *span); err != nil {
		fmt.Fprintln(os.Stderr, "store:", err)
		os.Exit(1)
	}
}

func measure(ctx context.Context, address, folder string, rounds int, span time.Duration) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-store-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	engines := []struct {
		name string
		with func(do func(*store) error) error
	}{{"SQLite", func(do func(*store) error) error {
		return withStore(ctx, app.Config{Data: filepath.Join(scratch, "sqlite")}, do)
	}}}
	if address != "" {
		engines = append(engines, engines[0])
		engines[1].name, engines[1].with = "PostgreSQL", func(do func(*store) error) error {
			return onPostgres(ctx, address, filepath.Join(scratch, "postgres"), do)
		}
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "engine\tcallers\tpurchases/s\tp50\tp99\ttips/s\tpurchases ÷ tips\tfirst bytes/s\tfurther bytes/s\t")
	for _, e := range engines {
		err := e.with(func(s *store) error {
			for _, callers := range []int{1, 16, 128} {
				line, err := s.compare(callers, rounds, span)
				if err != nil {
					return fmt.Errorf("%d callers: %w", callers, err)
				}
				fmt.Fprintf(table, "%s\t%d\t%s\t\n", e.name, callers, line)
				if err := table.Flush(); err != nil {
					return err
				}
			}
			return s.audit()
		})
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return nil
}

// onPostgres works in a schema of its own, which it drops in the end.
func onPostgres(ctx context.Context, address, data string, do func(*store) error) (err error) {
	schema := fmt.Sprintf("bench_store_%d", time.Now().UnixNano())
	admin, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, admin.Close()) }()
	if _, err := admin.ExecContext(ctx, `CREATE SCHEMA `+schema); err != nil {
		return err
	}
	defer func() {
		_, dropped := admin.ExecContext(context.WithoutCancel(ctx), `DROP SCHEMA `+schema+` CASCADE`)
		err = errors.Join(err, dropped)
	}()
	within, err := url.Parse(address)
	if err != nil {
		return err
	}
	q := within.Query()
	q.Set("search_path", schema+",public")
	within.RawQuery = q.Encode()
	return withStore(ctx, app.Config{Data: data, Database: within.String()}, do)
}

// compare runs the loads in turn, round by round, so that a busy moment of the machine
// falls on all of them. What one round buys it delivers: a first time, and again.
func (s *store) compare(callers, rounds int, span time.Duration) (string, error) {
	rates := map[string][]float64{}
	var waits, ratio = []time.Duration(nil), []float64(nil)
	for range rounds {
		s.beginRound()
		bought := measured{}
		for _, l := range []struct {
			name string
			do   func() error
		}{{"buy", s.buy}, {"tip", s.tip}, {"first", s.deliver}, {"further", s.deliverAgain}} {
			m, err := load(callers, span, l.do)
			if err != nil {
				return "", fmt.Errorf("%s: %w", l.name, err)
			}
			if err := s.Settle(s.ctx); err != nil {
				return "", err
			}
			rates[l.name] = append(rates[l.name], m.rate)
			if l.name == "buy" {
				bought = m
			}
		}
		waits = append(waits, bought.waits...)
		ratio = append(ratio, bought.rate/rates["tip"][len(rates["tip"])-1])
	}
	slices.Sort(waits)
	return strings.Join([]string{
		fmt.Sprintf("%.0f", median(rates["buy"])),
		waits[len(waits)/2].Round(10 * time.Microsecond).String(),
		waits[len(waits)*99/100].Round(10 * time.Microsecond).String(),
		fmt.Sprintf("%.0f", median(rates["tip"])),
		fmt.Sprintf("%.2f", median(ratio)),
		fmt.Sprintf("%.0f", median(rates["first"])),
		fmt.Sprintf("%.0f", median(rates["further"])),
	}, "\t"), nil
}

type measured struct {
	rate  float64 // operations a second
	waits []time.Duration
}

// errEnough ends a load before its span: there is nothing left to do.
var errEnough = errors.New("enough")

// load lets callers do something over and over for a span.
func load(callers int, span time.Duration, do func() error) (measured, error) {
	var all sync.WaitGroup
	var failed atomic.Pointer[error]
	waits := make([][]time.Duration, callers)
	begin := time.Now()
	for i := range callers {
		all.Go(func() {
			for at := begin; at.Sub(begin) < span && failed.Load() == nil; {
				if err := do(); err != nil {
					failed.CompareAndSwap(nil, &err)
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
	if err := failed.Load(); err != nil && !errors.Is(*err, errEnough) {
		return measured{}, *err
	}
	m := measured{waits: slices.Concat(waits...)}
	m.rate = float64(len(m.waits)) / taken.Seconds()
	return m, nil
}

func median[T cmp.Ordered](list []T) T {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
