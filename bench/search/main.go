// Command search measures how long a visitor waits for a page of the shop window
// with 10,000 performers, through the API's own handler. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"limelight/bench/timing"
	"limelight/internal/account"
	"limelight/internal/discover"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/migrations"
)

func main() {
	address := flag.String("postgres", "", "address of an empty PostgreSQL database, postgres://…; empty: SQLite only")
	folder := flag.String("folder", ".", "where the SQLite file is made; choose a real disk")
	people := flag.Int("performers", 10_000, "how many performers there are")
	callers := flag.Int("callers", 4, "how many ask at the same time")
	span := flag.Duration("span", 2*time.Second, "how long each page is asked for")
	flag.Parse()
	if err := run(context.Background(), *address, *folder, *people, *callers, *span); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, address, folder string, people, callers int, span time.Duration) (err error) {
	scratch, err := os.MkdirTemp(folder, "bench-search-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	places := map[string]string{"SQLite": filepath.Join(scratch, "limelight.db")}
	engines := []string{"SQLite"}
	if address != "" {
		places["PostgreSQL"] = address
		engines = append(engines, "PostgreSQL")
	}
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%d performers, %d callers\npage\tengine\tp50\tp99\tpages/s\n", people, callers)
	for _, engine := range engines {
		if err := measureEngine(ctx, table, engine, places[engine], people, callers, span); err != nil {
			return fmt.Errorf("%s: %w", engine, err)
		}
	}
	return table.Flush()
}

// oneCountry knows no addresses: every visitor is from France, which 1 in 50
// performers blocks.
type oneCountry struct{}

func (oneCountry) PlaceOf(string) string { return "FR" }

// emptyStore sells nothing: the bench is of performers.
type emptyStore struct{}

func (emptyStore) Latest(context.Context, *db.Tx, account.Caller, string, string) ([]discover.Asset, error) {
	return nil, nil
}

func (emptyStore) Photos(context.Context, *db.Tx, account.Caller, string) ([]discover.Photo, error) {
	return nil, nil
}

// usual lets as many places rotate as sites do, and counts nobody.
type usual struct{}

func (usual) RotatingShare() int { return 20 }

func (usual) Shown(string, []string) {}

func measureEngine(ctx context.Context, table io.Writer, engine, where string, people, callers int, span time.Duration) (err error) {
	d, err := db.Open(ctx, where)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if _, err := d.Migrate(ctx, migrations.Files); err != nil {
		return err
	}
	if err := crowd(ctx, d, people); err != nil {
		return err
	}
	shop := discover.New(discover.Deps{DB: d, Places: oneCountry{}, Assets: emptyStore{}, Ranking: usual{}, Now: time.Now})
	router := api.NewRouter("bench", "0", slog.New(slog.DiscardHandler))
	shop.Routes(router)
	for _, p := range pages(people) {
		took, err := timing.Measure(ctx, callers, span, func(ctx context.Context, n int) (time.Duration, error) {
			if p.before != nil {
				p.before(shop)
			}
			return ask(ctx, router.Handler(), p, n)
		})
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", p.name, engine, took.Cells())
	}
	return nil
}

// page is one kind of page; path makes the n-th address asked for.
type page struct {
	name   string
	path   func(n int) string
	as     account.Caller
	before func(*discover.Service) // what happens before each
}

func pages(people int) []page {
	fixed := func(path string) func(int) string { return func(int) string { return path } }
	tom := account.Caller{ID: "tom", Role: account.Member}
	somebodyChanged := (*discover.Service).Invalidate // or went live
	return []page{
		{name: "home, kept", path: fixed("/performers/search")},
		{name: "home of a member, kept", path: fixed("/performers/search"), as: tom},
		{name: "home after a profile changed", path: fixed("/performers/search"), before: somebodyChanged},
		{name: "a category after a profile changed", path: fixed("/performers/search?category=music"), before: somebodyChanged},
		{name: "a tag and a gender after a profile changed", path: func(n int) string {
			return fmt.Sprintf("/performers/search?tags=tag%d&gender=female", n%200)
		}, before: somebodyChanged},
		{name: "page 100", path: fixed("/performers/search?offset=2475")},
		{name: "search: a name", path: func(n int) string { return "/performers/search?q=" + username(n*7919%people) }},
		{name: "search: three letters", path: func(n int) string { return "/performers/search?q=" + syllables[n%len(syllables)] + "a" }},
		{name: "search: two letters", path: func(n int) string { return "/performers/search?q=" + syllables[n%len(syllables)] }},
		{name: "search: two words", path: func(n int) string {
			return fmt.Sprintf("/performers/search?q=%s+tag%d", username(n * 7919 % people)[:4], n%200)
		}},
		{name: "profile", path: func(n int) string { return "/performers/" + username(n*50%people) + "/view" }},
	}
}

func ask(ctx context.Context, h http.Handler, p page, n int) (time.Duration, error) {
	if !p.as.Guest() {
		ctx = account.WithCaller(ctx, p.as)
	}
	req := httptest.NewRequestWithContext(ctx, http.MethodGet, api.Prefix+p.path(n), nil)
	answer := httptest.NewRecorder()
	begin := time.Now()
	h.ServeHTTP(answer, req)
	took := time.Since(begin)
	narrow := strings.Contains(p.path(n), "q=") || strings.Contains(p.path(n), "tags=") // may find nobody
	if answer.Code != http.StatusOK || !narrow && !strings.Contains(answer.Body.String(), `"_id"`) {
		return took, fmt.Errorf("%s answered %d %.200s", p.path(n), answer.Code, answer.Body)
	}
	return took, nil
}
