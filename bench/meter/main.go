// Command meter measures what it costs one node to bill many paid shows at
// once, and how late a minute is captured. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"text/tabwriter"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/ledger"
	"limelight/internal/show/meter"
)

func main() {
	address := flag.String("postgres", "", "address of an empty PostgreSQL database, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite file is made; choose a real disk")
	shows := flag.Int("shows", 2000, "private shows that run at the same time")
	span := flag.Duration("for", 2*time.Minute, "how long they are watched")
	flag.Parse()
	if err := run(context.Background(), *address, *folder, *shows, *span); err != nil {
		fmt.Fprintln(os.Stderr, "meter:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address, folder string, shows int, span time.Duration) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-meter-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	places := []struct{ engine, where string }{{"SQLite", filepath.Join(scratch, "limelight.db")}}
	if address != "" {
		places = append(places, struct{ engine, where string }{"PostgreSQL", address})
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "engine\tshows\tnode's CPU (cores)\tcaptures/s\tlate p50\tlate p99\tlatest\toverdue at the end\t")
	for _, place := range places {
		line, err := runShows(ctx, place.where, shows, span)
		if err != nil {
			return fmt.Errorf("%s: %w", place.engine, err)
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t\n", place.engine, shows, line)
		if err := table.Flush(); err != nil {
			return err
		}
	}
	return nil
}

// runShows opens the shows, lets the node look after them for a span, and says
// what that cost.
func runShows(ctx context.Context, where string, shows int, span time.Duration) (line string, err error) {
	h, err := open(ctx, where)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- h.Run(running) }()
	defer func() { stop(); err = errors.Join(err, <-ended) }()
	if err := h.begin(ctx, shows); err != nil {
		return "", err
	}

	began, spent := time.Now(), processor()
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case <-time.After(span):
	}
	took, used := time.Since(began), processor()-spent
	late, err := h.lateness(ctx, began)
	if err != nil {
		return "", err
	}
	if len(late) == 0 {
		return "", errors.New("nothing was captured")
	}
	overdue, err := h.overdue(ctx)
	if err != nil {
		return "", err
	}
	slices.Sort(late)
	return fmt.Sprintf("%.2f\t%.0f\t%v\t%v\t%v\t%d", used.Seconds()/took.Seconds(), float64(len(late))/took.Seconds(),
		late[len(late)/2], late[len(late)*99/100], late[len(late)-1], overdue), h.audit(ctx)
}

// lateness is how long after its start each minute was captured since an instant.
func (h *site) lateness(ctx context.Context, since time.Time) (late []time.Duration, err error) {
	err = h.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		late, err = db.All(ctx, tx, func(row db.Row) (time.Duration, error) {
			var ms int64
			err := row.Scan(&ms)
			return time.Duration(ms) * time.Millisecond, err
		}, `SELECT captured_at - started_at FROM show_minutes WHERE captured_at >= $1`, since.UnixMilli())
		return err
	})
	return late, err
}

// overdue counts the meters whose next minute began over two seconds ago and is
// not captured.
func (h *site) overdue(ctx context.Context) (count int, err error) {
	err = h.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		count, err = db.One(ctx, tx, func(row db.Row) (n int, err error) { return n, row.Scan(&n) },
			`SELECT count(*) FROM show_meters WHERE next_tick_at BETWEEN 1 AND $1`, time.Now().Add(-2*time.Second).UnixMilli())
		return err
	})
	return count, err
}

// audit proves that nothing of what was measured was wrong.
func (h *site) audit(ctx context.Context) error {
	return h.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := ledger.Audit(ctx, tx, meter.Rule())
		if len(found) > 0 {
			return fmt.Errorf("the ledger is wrong: %v", found)
		}
		return err
	})
}

// processor is the time this process has computed.
func processor() time.Duration {
	var r syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &r) != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}
