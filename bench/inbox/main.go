// Command inbox measures how long people wait for their conversations at a million
// messages. See README.md.
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

	"limelight/bench/timing"
	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/api"
	"limelight/internal/kit/id"
	"limelight/internal/messages"
)

func main() {
	address := flag.String("postgres", "", "address of an empty PostgreSQL database, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite files are made; choose a real disk")
	count := flag.Int("messages", 1_000_000, "how many messages there are")
	callers := flag.Int("callers", 2, "how many ask at the same time, each as fast as it can")
	span := flag.Duration("span", 2*time.Second, "how long each question is asked for")
	flag.Parse()
	if err := run(context.Background(), *address, *folder, *count, *callers, *span); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// people are who talks: everybody has a conversation with everybody of the other role.
var people = app.BenchPeople{Members: 1000, Performers: 40, Studios: 1}

func run(ctx context.Context, address, folder string, count, callers int, span time.Duration) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-inbox-")
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
			talks, err := fill(ctx, site, count)
			if err != nil {
				return err
			}
			return measureAll(ctx, table, engine.name, site, talks, callers, span)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", engine.name, err)
		}
	}
	return table.Flush()
}

// question is what somebody asks; n is how often something was asked before.
type question struct {
	name string
	ask  func(ctx context.Context, n int) error
}

func measureAll(ctx context.Context, table *tabwriter.Writer, engine string, site *app.BenchSite, talks []talk, callers int, span time.Duration) error {
	firstPage := api.Page{Limit: 25}
	performer := func(n int) account.Caller {
		return account.Caller{ID: site.Rooms[n%len(site.Rooms)].PerformerID, Role: account.Performer}
	}
	member := func(n int) account.Caller {
		return account.Caller{ID: site.Members[n%len(site.Members)], Role: account.Member}
	}
	list := func(who func(int) account.Caller, word string, page api.Page) func(context.Context, int) error {
		return func(ctx context.Context, n int) error {
			found, err := site.Messages.List(ctx, who(n), word, page)
			if err == nil && len(found.Data) == 0 {
				err = errors.New("the list is empty")
			}
			return err
		}
	}
	questions := []question{
		{fmt.Sprintf("list of a performer, %d conversations", people.Members), list(performer, "", firstPage)},
		{"its page 30", list(performer, "", api.Page{Offset: 725, Limit: 25})},
		{"its search", list(performer, "er77", firstPage)},
		{fmt.Sprintf("list of a member, %d conversations", people.Performers), list(member, "", firstPage)},
		{"unread lines of a performer", func(ctx context.Context, n int) error { _, err := site.Messages.Unread(ctx, performer(n)); return err }},
		{"unread lines of a member", func(ctx context.Context, n int) error { _, err := site.Messages.Unread(ctx, member(n)); return err }},
		{"25 lines of a conversation", func(ctx context.Context, n int) error {
			t := talks[n*7919%len(talks)]
			_, err := site.Messages.History(ctx, account.Caller{ID: t.performerID, Role: account.Performer}, t.id, messages.Choice{Limit: 25})
			return err
		}},
		{"a line is sent", func(ctx context.Context, n int) error {
			t := talks[n*7919%len(talks)]
			_, err := site.Messages.Send(ctx, account.Caller{ID: t.performerID, Role: account.Performer}, messages.Draft{
				ConversationID: t.id, Text: fmt.Sprint("How are you? ", n), ClientID: id.New(time.Now()),
			})
			return err
		}},
		{"a conversation is read", func(ctx context.Context, n int) error {
			t := talks[n*7919%len(talks)]
			_, err := site.Messages.ReadAll(ctx, account.Caller{ID: t.memberID, Role: account.Member}, t.id)
			return err
		}},
	}
	for _, q := range questions {
		took, err := timing.Measure(ctx, callers, span, timing.Whole(q.ask))
		if err != nil {
			return fmt.Errorf("%s: %w", q.name, err)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t\n", engine, q.name, took.Cells())
	}
	return nil
}
