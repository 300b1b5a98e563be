// Command notices measures how long it takes to tell everybody who has a performer among their
// favourites that she is live, and what a live room feels of it meanwhile. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"limelight/internal/app"
)

type options struct {
	followers, devices, online int
	sockets                    int
	rate                       float64
	span, answer               time.Duration
	mails                      bool
}

func main() {
	var o options
	address := flag.String("postgres", "", "address of an empty PostgreSQL database, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite files are made; choose a real disk")
	flag.IntVar(&o.followers, "followers", 100_000, "members who have her among their favourites")
	flag.IntVar(&o.devices, "devices", 100_000, "of them, those whose browser takes pushes")
	flag.IntVar(&o.online, "online", 500, "of them, those with a page of the site open")
	flag.IntVar(&o.sockets, "sockets", 500, "guests in the room")
	flag.Float64Var(&o.rate, "rate", 20, "lines of the chat a second")
	flag.DurationVar(&o.span, "span", 10*time.Second, "how long the chat is measured before")
	flag.DurationVar(&o.answer, "answer", 30*time.Millisecond, "how long the push service takes to answer")
	flag.BoolVar(&o.mails, "mails", true, "also what is mailed five minutes later, at once")
	role := flag.String("role", "", "what this process is, if it is one of the bench's others: push-service or sockets")
	flag.Parse()
	if err := runAs(*role, *address, *folder, o); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func runAs(role, address, folder string, o options) error {
	switch role {
	case "push-service":
		return servePushes(o.answer)
	case "sockets":
		return serveRoom()
	}
	return run(context.Background(), address, folder, o)
}

func run(ctx context.Context, address, folder string, o options) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-notices-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "engine\t\tall after\ta second\tchat p50 before\tmeanwhile\tp99 before\tmeanwhile\tCPU\tMiB before\tat most\t")
	for _, engine := range []struct{ name, database string }{{"SQLite", ""}, {"PostgreSQL", address}} {
		if engine.name == "PostgreSQL" && address == "" {
			continue
		}
		cfg := app.Config{
			Data: filepath.Join(scratch, engine.name), Database: engine.database,
			Addr: "localhost:0", MailFrom: "no-reply@localhost", LogLevel: "warn",
		}
		people := app.BenchPeople{Members: o.online, Performers: 1, Studios: 1}
		err := app.WithBenchSite(ctx, cfg, people, func(ctx context.Context, site *app.BenchSite) error {
			return measure(ctx, table, engine.name, site, o)
		})
		if err = errors.Join(err, table.Flush()); err != nil { // what is measured is told, should the next engine fail
			return fmt.Errorf("%s: %w", engine.name, err)
		}
	}
	return nil
}

func measure(ctx context.Context, table *tabwriter.Writer, engine string, site *app.BenchSite, o options) (err error) {
	service, err := startPushService(o.answer)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	tokens, err := fill(ctx, site, service.url, o)
	if err != nil {
		return fmt.Errorf("write the followers: %w", err)
	}
	return site.Tell(ctx, service.client, func(ctx context.Context) (err error) {
		chat, err := gather(site, tokens, o)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, chat.close()) }()
		before, err := chat.during(ctx, func(ctx context.Context) error { return sleep(ctx, o.span) })
		if err != nil {
			return err
		}
		row := func(name string, count int, took time.Duration, m summary, cpu, was, most float64) {
			fmt.Fprintf(table, "%s\t%s\t%.1f s\t%.0f\t%.1f ms\t%.1f ms\t%.1f ms\t%.1f ms\t%.1f s\t%.0f\t%.0f\t\n", engine, name, took.Seconds(), float64(count)/took.Seconds(),
				ms(before.P50), ms(m.P50), ms(before.P99), ms(m.P99), cpu, was, most)
		}
		last, err := lastFollower(ctx, site)
		if err != nil {
			return err
		}
		was, spent := resetPeak(), processor()
		begun := time.Now()
		reached := map[string]time.Duration{}
		meanwhile, err := chat.during(ctx, func(ctx context.Context) error {
			if err := site.GoLive(ctx, site.Rooms[0].PerformerID); err != nil {
				return err
			}
			return reach(ctx, begun, reached, map[string]func() (bool, error){
				"centre": func() (bool, error) { return told(ctx, site, o.followers) },
				"looks": func() (bool, error) {
					unread, err := site.Notices.Unread(ctx, last)
					return unread > 0, err
				},
				"events": func() (bool, error) {
					heard, err := chat.heard()
					return heard >= o.online, err
				},
				"pushes": func() (bool, error) {
					taken, err := service.taken()
					return taken >= o.devices, err
				},
			})
		})
		if err != nil {
			return err
		}
		most, cpu := peak(), processor()-spent
		row("whoever looks", 1, reached["looks"], meanwhile, cpu, was, most)
		row("in the centre", o.followers, reached["centre"], meanwhile, cpu, was, most)
		row("events", o.online, reached["events"], meanwhile, cpu, was, most)
		row("pushes", o.devices, reached["pushes"], meanwhile, cpu, was, most)
		if !o.mails {
			return nil
		}
		if err := mailsDue(ctx, site); err != nil {
			return err
		}
		was, spent, begun = resetPeak(), processor(), time.Now()
		meanwhile, err = chat.during(ctx, site.Deliver)
		if err != nil {
			return err
		}
		row("mails queued", o.followers, time.Since(begun), meanwhile, processor()-spent, was, peak())
		return nil
	})
}

// reach waits until each goal is reached, and notes when that was.
func reach(ctx context.Context, begun time.Time, reached map[string]time.Duration, goals map[string]func() (bool, error)) error {
	for len(goals) > 0 {
		for name, isReached := range goals {
			done, err := isReached()
			if err != nil {
				return err
			}
			if done {
				reached[name] = time.Since(begun)
				delete(goals, name)
			}
		}
		if time.Since(begun) > 20*time.Minute {
			return fmt.Errorf("not reached: %v", goals)
		}
		if err := sleep(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
