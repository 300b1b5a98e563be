// Package db opens one of the two engines behind three verbs: Read, Write,
// Close. SQLite is the embedded default; PostgreSQL takes over by its address.
// One SQL text serves both: $1 is bound by number on each.
//
// Promises:
//   - Write returns when the transaction is durable (synchronous=FULL), or with
//     an error and nothing changed;
//   - a Write closure may run more than once, so it touches the database and its
//     own variables and nothing else;
//   - on SQLite, writes that wait are committed together, each in a savepoint.
//
// Only this package knows the drivers.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"net/url"
	"os"
	"strconv"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the PostgreSQL driver
	_ "modernc.org/sqlite"             // the SQLite driver, without cgo

	"limelight/internal/kit/recovery"
)

// Dialect names an engine.
type Dialect string

// The two engines.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// DB is an open database.
type DB struct {
	dialect Dialect
	reads   *sql.DB
	writes  *sql.DB
	group   *group                                 // SQLite's writer; nil on PostgreSQL
	begin   func(context.Context) (session, error) // PostgreSQL's writes; nil on SQLite
	counts  *counts
}

// readers bounds the connections that read at once, and on PostgreSQL those that write,
// unless its address says otherwise: more of them wait for each other rather than get more done.
const readers = 16

// Page, lock and journal settings of every SQLite connection. FULL costs nothing
// at load with group commit, and keeps what was acknowledged through a power cut.
// temp_store 2 keeps the undo pages of savepoints in memory, not in a file.
const pragmas = "?_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
	"&_pragma=foreign_keys(1)&_pragma=wal_autocheckpoint(4000)&_pragma=cache_size(-32768)&_pragma=temp_store(2)"

// Open takes the path of a SQLite file, or a postgres:// address, in which pool_max_conns
// bounds the connections that read, and those that write, as in pgxpool.
func Open(ctx context.Context, where string) (*DB, error) {
	if isPostgres(where) {
		return openPostgres(ctx, where)
	}
	return openSQLite(ctx, where)
}

func openPostgres(ctx context.Context, where string) (*DB, error) {
	address, conns, err := pooled(where)
	if err != nil {
		return nil, err
	}
	reads, err := openPool(ctx, withCustomPlans(address), conns)
	if err != nil {
		return nil, err
	}
	writes, err := openPool(ctx, address, conns)
	if err != nil {
		return nil, errors.Join(err, reads.Close())
	}
	d := &DB{dialect: Postgres, reads: reads, writes: writes, counts: newCounts()}
	d.begin = func(ctx context.Context) (session, error) { return openPipeline(ctx, writes) }
	return d, nil
}

// fewestConns are enough for what one request may do beside another.
const minConns = 2

// pooled takes pool_max_conns off an address, where readers is its value by default.
func pooled(where string) (address *url.URL, conns int, err error) {
	address, err = url.Parse(where)
	if err != nil {
		return nil, 0, errors.New("read the address of postgres: it is not a URL") // err would repeat the password
	}
	q := address.Query()
	if !q.Has(poolParameter) {
		return address, readers, nil
	}
	conns, err = strconv.Atoi(q.Get(poolParameter))
	if err != nil || conns < minConns || conns > math.MaxInt32 {
		return nil, 0, fmt.Errorf("read the address of postgres: %s is a number from %d on", poolParameter, minConns)
	}
	q.Del(poolParameter)
	address.RawQuery = q.Encode()
	return address, conns, nil
}

const poolParameter = "pool_max_conns"

func openPool(ctx context.Context, address *url.URL, conns int) (*sql.DB, error) {
	pool, err := sql.Open("pgx", address.String())
	if err != nil {
		return nil, fmt.Errorf("open postgres: %w", err)
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns) // a new connection has no statements prepared
	pool.SetConnMaxIdleTime(5 * time.Minute)
	if err := pool.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("reach postgres: %w", err), pool.Close())
	}
	return pool, nil
}

// withCustomPlans asks for plans made with the values at hand, which reads want:
// a generic plan of a search query ignores how rare its words are. A write finds
// rows by their keys and keeps its plans.
func withCustomPlans(address *url.URL) *url.URL {
	u := *address
	q := u.Query()
	if !q.Has("plan_cache_mode") {
		q.Set("plan_cache_mode", "force_custom_plan")
	}
	u.RawQuery = q.Encode()
	return &u
}

func openSQLite(ctx context.Context, path string) (*DB, error) {
	file := "file:" + (&url.URL{Path: path}).EscapedPath() + pragmas
	writes, err := sql.Open("sqlite", file+"&_txlock=immediate") // migrations begin as the group does
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	writes.SetMaxOpenConns(2) // the group keeps one, migrations use the other
	writes.SetMaxIdleConns(1)
	if err := writes.PingContext(ctx); err != nil { // makes the file, and WAL, before any reader
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), writes.Close())
	}
	reads, err := sql.Open("sqlite", file+readOnly)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), writes.Close())
	}
	reads.SetMaxOpenConns(readers)
	reads.SetMaxIdleConns(readers)
	d := &DB{dialect: SQLite, reads: reads, writes: writes, counts: newCounts()}
	d.group = startGroup(writes, d.tx, d.counts)
	return d, nil
}

const readOnly = "&_pragma=query_only(1)&_pragma=mmap_size(268435456)"

// openSQLiteReadOnly makes and changes no file. A write-ahead log beside the database means that a site runs there,
// or died: then SQLite reads both. Without one nobody has the database open, and it is read as it lies, since
// SQLite would otherwise make the log.
func openSQLiteReadOnly(ctx context.Context, path string) (*DB, error) {
	file := "file:" + (&url.URL{Path: path}).EscapedPath() + "?mode=ro&_pragma=busy_timeout(5000)&_pragma=temp_store(2)" + readOnly
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		file += "&immutable=1"
	}
	pools := [2]*sql.DB{}
	for i := range pools {
		pool, err := sql.Open("sqlite", file)
		if err == nil {
			err = pool.PingContext(ctx)
		}
		if err != nil {
			return nil, fmt.Errorf("open %s: %w", path, err)
		}
		pools[i] = pool
	}
	d := &DB{dialect: SQLite, reads: pools[0], writes: pools[1], counts: newCounts()}
	d.group = startGroup(d.writes, d.tx, d.counts)
	return d, nil
}

// Dialect says which engine is open.
func (d *DB) Dialect() Dialect { return d.dialect }

// Ping reports whether the database answers.
func (d *DB) Ping(ctx context.Context) error { return d.reads.PingContext(ctx) }

// Close waits for the writes under way.
func (d *DB) Close() error {
	var stopped error
	if d.group != nil {
		stopped = d.group.stop()
	}
	return errors.Join(stopped, d.reads.Close(), d.writes.Close())
}

// Read runs fn in a transaction that sees one moment of the database.
func (d *DB) Read(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if d.dialect == Postgres {
		options.Isolation = sql.LevelRepeatableRead
	}
	raw, err := d.reads.BeginTx(ctx, options)
	if err != nil {
		return d.counts.note(fmt.Errorf("begin a read: %w", err))
	}
	defer raw.Rollback() // a read has nothing to lose
	return d.counts.note(fn(ctx, d.tx(sqlTx{raw})))
}

// Write runs fn in a transaction and returns once it is durable. fn may run more
// than once; it uses the ctx it is given, and waits for nothing outside.
func (d *DB) Write(ctx context.Context, fn func(ctx context.Context, tx *Tx) error) error {
	if d.group != nil {
		return d.counts.note(d.group.write(ctx, fn))
	}
	return d.counts.note(d.retry(ctx, fn))
}

// tries bounds how often PostgreSQL is asked again after a lock conflict.
const tries = 10

func (d *DB) retry(ctx context.Context, fn func(context.Context, *Tx) error) error {
	var err error
	for try := range tries {
		if try > 0 {
			d.counts.retries.Inc()
		}
		err = once(ctx, d.begin, d.tx, fn)
		if !conflicted(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause(try)):
		}
	}
	return err
}

// pause is how long to wait after a try. It is drawn: those who met wait for
// different times, or they would meet again.
func pause(try int) time.Duration {
	longest := time.Duration(2+2*try*try) * time.Millisecond
	return rand.N(longest)
}

// once runs fn alone in a transaction.
func once(ctx context.Context, begin func(context.Context) (session, error), wrap func(session) *Tx, fn func(context.Context, *Tx) error) error {
	own, err := begin(ctx)
	if err != nil {
		return err
	}
	tx := wrap(own)
	returned := false
	defer func() {
		if !returned { // runtime.Goexit, as by a test that fails inside its write
			_ = own.rollback(ctx)
		}
	}()
	err = recovery.Run(nil, "db.write", func() error { return fn(ctx, tx) })
	returned = true
	if err != nil {
		return errors.Join(err, own.rollback(ctx))
	}
	if err := own.commit(ctx); err != nil {
		return err
	}
	tx.committed()
	return nil
}
