package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"limelight/internal/kit/db"
)

// counted is how many tips the count is of.
const counted = 100

// countTrees says how many entries of SQLite's b-trees a tip writes, changes and
// takes away, its news included: rows are counted by triggers of the writing
// connection, and the trees of a table are read from the schema.
func countTrees(b *bank, out io.Writer) error {
	if err := b.send(b.Rooms[0]); err != nil { // opens her account
		return err
	}
	if err := b.Settle(b.ctx); err != nil {
		return err
	}
	if err := b.DB.Write(b.ctx, watchRows); err != nil {
		return err
	}
	for range counted {
		if err := b.send(b.Rooms[0]); err != nil {
			return err
		}
	}
	if err := b.Settle(b.ctx); err != nil {
		return err
	}
	var list []treeChanges
	err := b.DB.Write(b.ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		list, err = changedTrees(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "of one tip\trows in\trows changed\trows out\ttrees of a row\tb-tree changes\t")
	all := 0.0
	for _, t := range list {
		all += t.changes()
		fmt.Fprintf(table, "%s\t%.2f\t%.2f\t%.2f\t%d\t%.2f\t\n", t.name, t.in, t.changed, t.out, t.trees, t.changes())
	}
	fmt.Fprintf(table, "all (TPC-B: 4)\t\t\t\t\t%.2f\t\n", all)
	return table.Flush()
}

// watchRows counts, on this connection, the rows that statements and triggers
// insert, update and delete.
func watchRows(ctx context.Context, tx *db.Tx) error {
	if _, err := db.Exec(ctx, tx, `CREATE TEMP TABLE row_counts (name TEXT NOT NULL, act TEXT NOT NULL, n INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (name, act))`); err != nil {
		return err
	}
	names, err := db.All(ctx, tx, db.String, `
		SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'performer_search%'`)
	if err != nil {
		return err
	}
	for _, name := range names {
		for _, act := range []string{"INSERT", "UPDATE", "DELETE"} {
			_, err := db.Exec(ctx, tx, fmt.Sprintf(`INSERT INTO row_counts (name, act) VALUES ('%s', '%s')`, name, act))
			if err != nil {
				return err
			}
			_, err = db.Exec(ctx, tx, fmt.Sprintf(`
				CREATE TEMP TRIGGER count_%[1]s_%[2]s AFTER %[2]s ON main.%[1]s
				BEGIN UPDATE row_counts SET n = n + 1 WHERE name = '%[1]s' AND act = '%[2]s'; END`, name, act))
			if err != nil {
				return fmt.Errorf("watch %s: %w", name, err)
			}
		}
	}
	return nil
}

// treeChanges are what a tip does to one table.
type treeChanges struct {
	name             string
	in, changed, out float64 // rows
	trees            int     // in which a row has an entry
}

// changes counts an update once: no index has a column that a tip changes.
func (t treeChanges) changes() float64 { return (t.in+t.out)*float64(t.trees) + t.changed }

func scanTrees(r db.Row) (t treeChanges, err error) {
	if err = r.Scan(&t.name, &t.in, &t.changed, &t.out, &t.trees); err != nil {
		return t, err
	}
	t.in, t.changed, t.out = t.in/counted, t.changed/counted, t.out/counted
	return t, nil
}

// changedTrees are the tables that were touched. A table WITHOUT ROWID lies in the
// tree of its key, which index_list names; a partial index has no entry of a tip.
func changedTrees(ctx context.Context, tx *db.Tx) ([]treeChanges, error) {
	return db.All(ctx, tx, scanTrees, `
		SELECT c.name,
		       SUM(n) FILTER (WHERE act = 'INSERT'), SUM(n) FILTER (WHERE act = 'UPDATE'), SUM(n) FILTER (WHERE act = 'DELETE'),
		       1 - (SELECT wr FROM pragma_table_list(c.name) WHERE schema = 'main') + (SELECT COUNT(*) FROM pragma_index_list(c.name, 'main') WHERE partial = 0)
		FROM row_counts c
		GROUP BY c.name
		HAVING SUM(n) > 0
		ORDER BY c.name`)
}
