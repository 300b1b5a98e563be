package db

import (
	"context"
	"database/sql"
)

// shelf bounds the parsed statements that SQLite's writer keeps.
const shelf = 300

// library keeps the writer's statements parsed: parsing is a quarter of what a
// tip costs SQLite. A statement met in a transaction is parsed for the next one,
// between the two.
//
// It belongs to the goroutine of the transaction under way.
type library struct {
	conn   *sql.Conn
	parsed map[string]*sql.Stmt
	met    []string
}

func newLibrary(conn *sql.Conn) *library {
	return &library{conn: conn, parsed: map[string]*sql.Stmt{}}
}

func (l *library) find(statement string) *sql.Stmt {
	ready, known := l.parsed[statement]
	if !known && len(l.met) < shelf {
		l.met = append(l.met, statement)
	}
	return ready
}

// learn parses what the last transaction met. What cannot be parsed is not asked
// about again: its own caller hears why.
func (l *library) learn(ctx context.Context) {
	for _, statement := range l.met {
		if _, known := l.parsed[statement]; known {
			continue
		}
		if len(l.parsed) >= shelf {
			l.forget()
		}
		ready, err := l.conn.PrepareContext(ctx, statement)
		if err != nil {
			ready = nil
		}
		l.parsed[statement] = ready
	}
	l.met = l.met[:0]
}

// forget starts anew, when lists of every length have filled the shelf.
func (l *library) forget() {
	for _, ready := range l.parsed {
		if ready != nil {
			_ = ready.Close() // frees memory; there is nothing to lose
		}
	}
	clear(l.parsed)
}
