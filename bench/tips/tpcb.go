package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"limelight/internal/app"
)

// scale is TPC-B's: so many branches, ten tellers and 100,000 accounts each.
const scale = 10

// onSQLite has TPC-B in a file of its own, through the same driver with the same
// durability, one connection and prepared statements.
func onSQLite(ctx context.Context, folder string, do func(*bank) error) (err error) {
	own, err := sql.Open("sqlite", "file:"+filepath.Join(folder, "tpcb.db")+
		"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=wal_autocheckpoint(4000)&_pragma=cache_size(-32768)&_txlock=immediate")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, own.Close()) }()
	own.SetMaxOpenConns(1)
	if _, err := own.ExecContext(ctx, tpcbTables); err != nil {
		return err
	}
	script, err := prepare(ctx, own)
	if err != nil {
		return err
	}
	return withBank(ctx, app.Config{Data: filepath.Join(folder, "sqlite")}, &bank{
		tpcb: func(callers int, span time.Duration) (float64, error) {
			m, err := load(callers, span, func(int) error { return tpcb(ctx, own, script) })
			return m.rate, err
		},
	}, do)
}

// withBank fills the bank with a site and people, and lets do use it.
func withBank(ctx context.Context, cfg app.Config, b *bank, do func(*bank) error) error {
	cfg.Addr, cfg.MailFrom, cfg.LogLevel = "localhost:0", "no-reply@localhost", "warn"
	return app.WithBenchSite(ctx, cfg, people, func(ctx context.Context, r *app.BenchSite) error {
		b.BenchSite, b.ctx = r, ctx
		return do(b)
	})
}

// tpcbTables is pgbench's schema, filled.
var tpcbTables = fmt.Sprintf(`
	CREATE TABLE branches (bid INTEGER PRIMARY KEY, bbalance INTEGER NOT NULL);
	CREATE TABLE tellers (tid INTEGER PRIMARY KEY, bid INTEGER NOT NULL, tbalance INTEGER NOT NULL);
	CREATE TABLE accounts (aid INTEGER PRIMARY KEY, bid INTEGER NOT NULL, abalance INTEGER NOT NULL, filler TEXT NOT NULL);
	CREATE TABLE history (tid INTEGER NOT NULL, bid INTEGER NOT NULL, aid INTEGER NOT NULL, delta INTEGER NOT NULL, mtime INTEGER NOT NULL);
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d)
	INSERT INTO branches SELECT i, 0 FROM n;
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d * 10)
	INSERT INTO tellers SELECT i, (i - 1) / 10 + 1, 0 FROM n;
	WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %[1]d * 100000)
	INSERT INTO accounts SELECT i, (i - 1) / 100000 + 1, 0, '%[2]s' FROM n;`, scale, strings.Repeat(" ", 84))

// prepare parses pgbench's default script, statement by statement.
func prepare(ctx context.Context, d *sql.DB) (script [5]*sql.Stmt, err error) {
	for i, statement := range []string{
		`UPDATE accounts SET abalance = abalance + $1 WHERE aid = $2`,
		`SELECT abalance FROM accounts WHERE aid = $1`,
		`UPDATE tellers SET tbalance = tbalance + $1 WHERE tid = $2`,
		`UPDATE branches SET bbalance = bbalance + $1 WHERE bid = $2`,
		`INSERT INTO history (tid, bid, aid, delta, mtime) VALUES ($1, $2, $3, $4, $5)`,
	} {
		if script[i], err = d.PrepareContext(ctx, statement); err != nil {
			return script, err
		}
	}
	return script, nil
}

// tpcb is one transaction of the script, as a single-connection engine runs it.
func tpcb(ctx context.Context, d *sql.DB, script [5]*sql.Stmt) error {
	aid, bid, tid, delta := 1+rand.IntN(scale*100_000), 1+rand.IntN(scale), 1+rand.IntN(scale*10), rand.IntN(10_001)-5_000
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after a commit there is nothing to roll back
	var balance int
	change := func(step int, args ...any) {
		if err == nil {
			_, err = tx.StmtContext(ctx, script[step]).ExecContext(ctx, args...)
		}
	}
	change(0, delta, aid)
	if err == nil {
		err = tx.StmtContext(ctx, script[1]).QueryRowContext(ctx, aid).Scan(&balance)
	}
	change(2, delta, tid)
	change(3, delta, bid)
	change(4, tid, bid, aid, delta, time.Now().UnixMilli())
	if err != nil {
		return err
	}
	return tx.Commit()
}

// onPostgres works in a schema of its own, which it drops in the end, and asks
// pgbench for TPC-B there.
func onPostgres(ctx context.Context, address, folder string, do func(*bank) error) (err error) {
	schema := fmt.Sprintf("bench_tips_%d", time.Now().UnixNano())
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
	if _, err := pgbench(ctx, schema, address, "--initialize", "--quiet", "--scale="+strconv.Itoa(scale)); err != nil {
		return err
	}
	return withBank(ctx, app.Config{Data: filepath.Join(folder, "postgres"), Database: within.String()}, &bank{
		tpcb: func(callers int, span time.Duration) (float64, error) {
			return pgbenchRate(ctx, schema, address, callers, span)
		},
	}, do)
}

// pgbenchRate is pgbench's own script for a span. It has at most twice the
// connections that the product writes with.
func pgbenchRate(ctx context.Context, schema, address string, callers int, span time.Duration) (float64, error) {
	said, err := pgbench(ctx, schema, address, "--no-vacuum", "--protocol=prepared", "--jobs=2",
		"--client="+strconv.Itoa(min(callers, 32)), "--time="+strconv.Itoa(max(1, int(span.Seconds()))))
	if err != nil {
		return 0, err
	}
	found := tps.FindStringSubmatch(said)
	if found == nil {
		return 0, fmt.Errorf("pgbench names no rate: %s", said)
	}
	return strconv.ParseFloat(found[1], 64)
}

var tps = regexp.MustCompile(`tps = ([0-9.]+)`)

func pgbench(ctx context.Context, schema, address string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "pgbench", append(args, address)...)
	command.Env = append(os.Environ(), "PGOPTIONS=-csearch_path="+schema)
	said, err := command.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("pgbench (of the package postgresql-contrib) %v: %w: %s", args, err, said)
	}
	return string(said), nil
}
