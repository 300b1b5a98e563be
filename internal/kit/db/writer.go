package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
)

// writer holds SQLite's one writing connection, and says BEGIN and COMMIT itself:
// a transaction of database/sql starts a goroutine for each of its queries, which
// is a fifth of what a short one costs. It belongs to the group's goroutine.
type writer struct {
	pool  *sql.DB
	conn  *sql.Conn // nil until the first write, and after one that ended badly
	stmts *stmtCache
}

// begin opens a transaction that may write at once.
func (w *writer) begin(ctx context.Context) (session, error) {
	if w.conn == nil {
		conn, err := w.pool.Conn(ctx)
		if err != nil {
			return nil, fmt.Errorf("begin a write: %w", err)
		}
		w.conn, w.stmts = conn, newStmtCache(conn)
	}
	w.stmts.prepareSeen(ctx)
	s := writerTx{w}
	if _, err := s.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return nil, errors.Join(fmt.Errorf("begin a write: %w", err), w.drop())
	}
	return s, nil
}

// drop closes a connection of which nobody knows whether it is in a transaction.
func (w *writer) drop() error {
	w.stmts.forget()
	conn := w.conn
	w.conn = nil
	_ = conn.Raw(func(any) error { return driver.ErrBadConn }) // says that it is broken, as asked
	if err := conn.Close(); err != nil && !errors.Is(err, sql.ErrConnDone) {
		return fmt.Errorf("close the writing connection: %w", err)
	}
	return nil
}

// close gives the connection back.
func (w *writer) close() error {
	if w.conn == nil {
		return nil
	}
	w.stmts.forget()
	return w.conn.Close()
}

// writerTx is the transaction under way on SQLite's one writing connection, which
// asks nobody over a wire and so has nothing to gain from sending later.
type writerTx struct{ *writer }

func (s writerTx) query(ctx context.Context, read func(rows) error, query string, args ...any) (err error) {
	var found *sql.Rows
	if ready := s.stmts.find(query); ready != nil {
		found, err = ready.QueryContext(ctx, args...)
	} else {
		found, err = s.conn.QueryContext(ctx, query, args...)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, found.Close()) }()
	return read(found)
}

func (s writerTx) exec(ctx context.Context, statement string, args ...any) (int64, error) {
	var done sql.Result
	var err error
	if ready := s.stmts.find(statement); ready != nil {
		done, err = ready.ExecContext(ctx, args...)
	} else {
		done, err = s.conn.ExecContext(ctx, statement, args...)
	}
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

func (s writerTx) deferred(ctx context.Context, refusal func(error) error, statement string, args ...any) error {
	if _, err := s.exec(ctx, statement, args...); err != nil {
		return refusal(err)
	}
	return nil
}

func (writerTx) discard() {}

func (s writerTx) commit(ctx context.Context) error {
	if _, err := s.exec(ctx, "COMMIT"); err != nil {
		return errors.Join(fmt.Errorf("commit: %w", err), s.drop())
	}
	return nil
}

// rollback ends the transaction. SQLite has done so by itself after some failures
// of the disk; then there is nothing left to tell.
func (s writerTx) rollback(ctx context.Context) error {
	if s.conn == nil {
		return nil // the failure of its commit dropped it
	}
	if _, err := s.exec(ctx, "ROLLBACK"); err != nil {
		return s.drop()
	}
	return nil
}
