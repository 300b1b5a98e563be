// Command ranking lets a day pass for 200 performers and prints who was shown how often.
// See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"limelight/internal/kit/db"
	"limelight/migrations"
)

func main() {
	address := flag.String("postgres", "", "address of an empty PostgreSQL database, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite files are made; choose a real disk")
	flag.Parse()
	if err := run(context.Background(), *address, *folder); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// shares are the days that are compared: without places that rotate, as sites have it, and the most.
var shares = []int{0, 20, 50}

func run(ctx context.Context, address, folder string) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-ranking-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%d performers, %d visitors\nplaces that rotate\tengine\tshown\tnever shown\tleast\tmiddle\tmost\tGini\torder at the end\n",
		performers, visitors*turns)
	orders := map[int]string{}
	for _, share := range shares {
		where := filepath.Join(scratch, fmt.Sprintf("%d.db", share))
		if orders[share], err = measure(ctx, table, "SQLite", where, share); err != nil {
			return err
		}
	}
	if address != "" { // an empty database has room for one day
		order, err := measure(ctx, table, "PostgreSQL", address, 20)
		if err != nil {
			return err
		}
		if order != orders[20] {
			err = errors.New("the engines do not order alike")
		}
		return errors.Join(table.Flush(), err)
	}
	return table.Flush()
}

// measure prints a day, and tells the order at its end.
func measure(ctx context.Context, table *tabwriter.Writer, engine, where string, share int) (order string, err error) {
	d, err := db.Open(ctx, where)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if _, err := d.Migrate(ctx, migrations.Files); err != nil {
		return "", err
	}
	s, err := newDay(ctx, d, share)
	if err != nil {
		return "", err
	}
	if err := s.pass(ctx, 5); err != nil {
		return "", err
	}
	shown, err := s.impressions(ctx)
	if err != nil {
		return "", err
	}
	if order, err = s.order(ctx); err != nil {
		return "", err
	}
	slices.Sort(shown)
	var sum int64
	never := 0
	for _, n := range shown {
		sum += n
		if n == 0 {
			never++
		}
	}
	g := gini(shown)
	fmt.Fprintf(table, "%d %%\t%s\t%d\t%d\t%d\t%d\t%d\t0.%03d\t%s\n",
		share, engine, sum, never, shown[0], shown[len(shown)/2], shown[len(shown)-1], g, order)
	return order, nil
}
