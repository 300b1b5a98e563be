// Command studio measures how long the owner of a studio with 500 performers waits for the
// pages about them. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"limelight/bench/timing"
	"limelight/internal/app"
	"limelight/internal/kit/days"
	"limelight/internal/ledger/report"
	"limelight/internal/studio"
)

func main() {
	address := flag.String("postgres", "", "address of an empty PostgreSQL database, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite files are made; choose a real disk")
	incomes := flag.Int("incomes", 1, "how many incomes each performer has a day")
	callers := flag.Int("callers", 2, "how many ask at the same time")
	span := flag.Duration("span", 2*time.Second, "how long each question is asked for")
	only := flag.String("only", "", "only questions with this in their name")
	flag.Parse()
	if err := run(context.Background(), *address, *folder, *incomes, *callers, *span, *only); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

var people = app.BenchPeople{Members: 50, Performers: 500, Studios: 1}

func run(ctx context.Context, address, folder string, incomes, callers int, span time.Duration, only string) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-studio-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "engine\tasked\tp50\tp99\ta second\t\n")
	for _, engine := range []struct{ name, database string }{{"SQLite", ""}, {"PostgreSQL", address}} {
		if engine.name == "PostgreSQL" && address == "" {
			continue
		}
		cfg := app.Config{
			Data: filepath.Join(scratch, engine.name), Database: engine.database,
			Addr: "localhost:0", MailFrom: "no-reply@localhost", LogLevel: "warn",
		}
		err := app.WithBenchSite(ctx, cfg, people, func(ctx context.Context, site *app.BenchSite) error {
			owner, err := fill(ctx, site, incomes)
			if err != nil {
				return err
			}
			return measureAll(ctx, table, engine.name, site, owner, callers, span, only)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", engine.name, err)
		}
	}
	return table.Flush()
}

// question is what the owner asks; n is how often it was asked before.
type question struct {
	name string
	ask  func(ctx context.Context, n int) error
}

// questions are what the pages of a studio ask for.
func questions(site *app.BenchSite, owner string) []question {
	today := time.Now().UTC().Truncate(24 * time.Hour)
	since := func(days int) studio.Choice {
		return studio.Choice{From: today.AddDate(0, 0, 1-days), To: today.AddDate(0, 0, 1), Order: "tokens", Earnings: true}
	}
	models := func(c studio.Choice) func(context.Context, int) error {
		return func(ctx context.Context, _ int) error { _, _, err := site.Studios.Models(ctx, owner, c); return err }
	}
	month := report.Query{From: today.AddDate(0, 0, -29), Limit: 25}
	zone, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		panic(err) // the program carries the zones
	}
	plan := studio.PlanChoice{Zone: zone, First: today.AddDate(0, 0, -int(today.Weekday()+6)%7)}
	search := since(30)
	search.Query = "er49"
	return []question{
		{"my studio, with its figures", func(ctx context.Context, _ int) error { _, err := site.Studios.Me(ctx, owner); return err }},
		{"dashboard: figures", func(ctx context.Context, _ int) error { _, err := site.Studios.Stats(ctx, owner); return err }},
		{"dashboard: trend of 30 days", func(ctx context.Context, _ int) error { _, err := site.Studios.Trend(ctx, owner, 30, true); return err }},
		{"dashboard: trend of 90 days", func(ctx context.Context, _ int) error { _, err := site.Studios.Trend(ctx, owner, 90, true); return err }},
		{"statistics of 30 days", models(since(30))},
		{"statistics of 90 days", models(since(90))},
		{"their search", models(search)},
		{"shift plan of this week", func(ctx context.Context, _ int) error { _, err := site.Shifts.Plan(ctx, owner, plan); return err }},
		{"members", func(ctx context.Context, _ int) error {
			_, _, err := site.Studios.Members(ctx, owner, "", 0, 25)
			return err
		}},
		{"their last page", func(ctx context.Context, _ int) error {
			_, _, err := site.Studios.Members(ctx, owner, "", 475, 25)
			return err
		}},
		{"invitations", func(ctx context.Context, n int) error {
			_, _, err := site.Studios.Sent(ctx, owner, "", 0, 25)
			return err
		}},
		{"commissions", func(ctx context.Context, _ int) error {
			_, _, _, err := site.Studios.Commissions(ctx, owner, 0, 25)
			return err
		}},
		{"commissions of 100", func(ctx context.Context, _ int) error {
			_, _, _, err := site.Studios.Commissions(ctx, owner, 100, 100)
			return err
		}},
		{"staff", func(ctx context.Context, _ int) error { _, err := site.Studios.StaffOf(ctx, owner, 0, 25); return err }},
		{"what was done", func(ctx context.Context, _ int) error {
			_, err := site.Studios.History(ctx, owner, "", 0, 25)
			return err
		}},
		{"earnings of 30 days: list", func(ctx context.Context, _ int) error {
			_, _, err := site.Earnings.Search(ctx, owner, month)
			return err
		}},
		{"earnings of 30 days: sums", func(ctx context.Context, _ int) error { _, err := site.Earnings.Totals(ctx, owner, month); return err }},
		{"earnings of 30 days: by day", func(ctx context.Context, _ int) error {
			of, err := days.Of(month.From, month.To, "UTC", time.Now())
			if err == nil {
				_, err = site.Earnings.Daily(ctx, owner, month, of)
			}
			return err
		}},
		{"earnings of 30 days: by performer", func(ctx context.Context, _ int) error {
			_, _, err := site.Earnings.ByPerformer(ctx, owner, month)
			return err
		}},
	}
}

func measureAll(ctx context.Context, table *tabwriter.Writer, engine string, site *app.BenchSite, owner string, callers int, span time.Duration, only string) error {
	for _, q := range questions(site, owner) {
		if !strings.Contains(q.name, only) {
			continue
		}
		took, err := timing.Measure(ctx, callers, span, timing.Whole(q.ask))
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t\n", engine, q.name, took.Cells())
	}
	return nil
}
