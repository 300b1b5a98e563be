package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// session is one open transaction of an engine.
type session interface {
	query(ctx context.Context, read func(rows) error, query string, args ...any) error
	exec(ctx context.Context, statement string, args ...any) (int64, error)
	deferred(ctx context.Context, refusal func(error) error, statement string, args ...any) error
	discard() // what nobody waited for and was not sent
	commit(ctx context.Context) error
	rollback(ctx context.Context) error
}

// rows is an answer under way; its session closes it.
type rows interface {
	Row
	Next() bool
	Err() error
}

// sqlTx is a transaction of database/sql: every read.
type sqlTx struct{ raw *sql.Tx }

func (p sqlTx) query(ctx context.Context, read func(rows) error, query string, args ...any) (err error) {
	found, err := p.raw.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, found.Close()) }()
	return read(found)
}

func (p sqlTx) exec(ctx context.Context, statement string, args ...any) (int64, error) {
	done, err := p.raw.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

func (p sqlTx) deferred(ctx context.Context, refusal func(error) error, statement string, args ...any) error {
	if _, err := p.exec(ctx, statement, args...); err != nil {
		return refusal(err)
	}
	return nil
}

func (sqlTx) discard() {}

func (p sqlTx) commit(context.Context) error {
	if err := p.raw.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

func (p sqlTx) rollback(context.Context) error {
	if err := p.raw.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("roll back: %w", err)
	}
	return nil
}
