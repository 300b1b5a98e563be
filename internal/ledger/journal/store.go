package journal

import (
	"context"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/db"
)

// pageSize is how many transfers are in memory at once.
const pageSize = 250

// How transfers, their postings and closed days are stored.
var (
	entryRows   = db.StructOf[entry]()
	postingRows = db.StructOf[posting]()
	headRows    = db.StructOf[Head]()
)

// selectEntries returns the first transfers with ids from begin on and before end,
// with their legs.
func selectEntries(ctx context.Context, tx *db.Tx, begin, end string) ([]entry, error) {
	entries, err := db.All(ctx, tx, entryRows.Scan, `
		SELECT `+entryRows.Columns+`
		FROM ledger_transfers
		WHERE id >= $1 AND id < $2
		ORDER BY id
		LIMIT $3`, begin, end, pageSize)
	if err != nil || len(entries) == 0 {
		return entries, err
	}
	return entries, addLegs(ctx, tx, entries)
}

type posting struct {
	transferID string `db:"transfer_id"`
	leg
}

// addLegs fills in the legs of transfers that lie beside each other.
func addLegs(ctx context.Context, tx *db.Tx, entries []entry) error {
	postings, err := db.All(ctx, tx, postingRows.Scan, `
		SELECT `+postingRows.Columns+`
		FROM ledger_postings
		WHERE transfer_id >= $1 AND transfer_id <= $2
		ORDER BY transfer_id, leg`, entries[0].id, entries[len(entries)-1].id)
	if err != nil {
		return fmt.Errorf("select the legs of the journal: %w", err)
	}
	at := map[string]*entry{}
	for i := range entries {
		at[entries[i].id] = &entries[i]
	}
	for _, p := range postings {
		if e := at[p.transferID]; e != nil { // a posting without its transfer is ledger.Check's to find
			e.legs = append(e.legs, p.leg)
		}
	}
	return nil
}

// selectEntry returns one transfer, or db.ErrNone.
func selectEntry(ctx context.Context, tx *db.Tx, transferID string) (entry, error) {
	e, err := db.One(ctx, tx, entryRows.Scan, `SELECT `+entryRows.Columns+` FROM ledger_transfers WHERE id = $1`, transferID)
	if err != nil {
		return e, err
	}
	one := []entry{e}
	err = addLegs(ctx, tx, one)
	return one[0], err
}

// selectFirst returns the id of the oldest transfer, or db.ErrNone.
func selectFirst(ctx context.Context, tx *db.Tx) (string, error) {
	return db.One(ctx, tx, db.String, `SELECT id FROM ledger_transfers ORDER BY id LIMIT 1`)
}

// insertSeal seals a day, once. On PostgreSQL it waits for who is posting.
func insertSeal(ctx context.Context, tx *db.Tx, day, upto string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO journal_seals (day, upto, sealed_at)
		VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, day, upto, db.Millis(now))
	if err != nil {
		return fmt.Errorf("seal %s: %w", day, err)
	}
	return nil
}

// insertDay records a closed day, or reports that another node has.
func insertDay(ctx context.Context, tx *db.Tx, h Head, tiles []tile, now time.Time) (bool, error) {
	rows, err := db.Exec(ctx, tx, headRows.Insert("journal_days", "closed_at")+`
		ON CONFLICT DO NOTHING`, append(headRows.Args(h), db.Millis(now))...)
	if err != nil || rows == 0 {
		return false, err
	}
	for _, t := range tiles {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO journal_tiles (day, tile, first, root, leaves)
			VALUES ($1, $2, $3, $4, $5)`,
			h.Day, t.number, t.leaves[0].id, hexOf(t.root), t.text())
		if err != nil {
			return false, fmt.Errorf("insert tile %d of %s: %w", t.number, h.Day, err)
		}
	}
	return true, nil
}

func (t tile) text() string {
	var b strings.Builder
	for _, l := range t.leaves {
		b.WriteString(l.id + " " + hexOf(l.hash) + "\n")
	}
	return b.String()
}

// readTile is text backwards. What is no leaf becomes one that fits nothing.
func readTile(text string) (leaves []leaf) {
	for line := range strings.Lines(text) {
		transferID, digits, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		leaves = append(leaves, leaf{transferID, hashOf(digits)})
	}
	return leaves
}

// hashOf reads a hash; what is none becomes zeros.
func hashOf(digits string) (h hash) {
	if b, err := hex.DecodeString(digits); err == nil && len(b) == len(h) {
		copy(h[:], b)
	}
	return h
}

func scanTile(r db.Row) (t tile, err error) {
	var root, leaves string
	err = r.Scan(&t.number, &root, &leaves)
	t.root, t.leaves = hashOf(root), readTile(leaves)
	return t, err
}

func selectTiles(ctx context.Context, tx *db.Tx, day string) ([]tile, error) {
	return db.All(ctx, tx, scanTile, `
		SELECT tile, root, leaves FROM journal_tiles WHERE day = $1 ORDER BY tile`, day)
}

// selectTile returns the tile in whose span of ids the transfer is, or db.ErrNone.
func selectTile(ctx context.Context, tx *db.Tx, day, transferID string) (tile, error) {
	return db.One(ctx, tx, scanTile, `
		SELECT tile, root, leaves
		FROM journal_tiles
		WHERE day = $1 AND first <= $2
		ORDER BY tile DESC
		LIMIT 1`, day, transferID)
}

// selectRoots returns the roots of a day's tiles, in their order.
func selectRoots(ctx context.Context, tx *db.Tx, day string) ([]hash, error) {
	return db.All(ctx, tx, func(r db.Row) (hash, error) {
		digits, err := db.String(r)
		return hashOf(digits), err
	}, `SELECT root FROM journal_tiles WHERE day = $1 ORDER BY tile`, day)
}

func scanHead(r db.Row) (Head, error) {
	h, err := headRows.Scan(r)
	h.Version = Version
	return h, err
}

func selectHead(ctx context.Context, tx *db.Tx, day string) (Head, error) {
	return db.One(ctx, tx, scanHead, `SELECT `+headRows.Columns+` FROM journal_days WHERE day = $1`, day)
}

// selectLast returns the newest closed day, or db.ErrNone.
func selectLast(ctx context.Context, tx *db.Tx) (Head, error) {
	return db.One(ctx, tx, scanHead, `SELECT `+headRows.Columns+` FROM journal_days ORDER BY day DESC LIMIT 1`)
}

func selectAllHeads(ctx context.Context, tx *db.Tx) ([]Head, error) {
	return db.All(ctx, tx, scanHead, `SELECT `+headRows.Columns+` FROM journal_days ORDER BY day`)
}

// selectHeads returns a page of closed days, newest first, and how many there are.
func selectHeads(ctx context.Context, tx *db.Tx, offset, limit int) ([]Head, int, error) {
	total, err := db.One(ctx, tx, db.Int, `SELECT COUNT(*) FROM journal_days`)
	if err != nil {
		return nil, 0, fmt.Errorf("count closed days: %w", err)
	}
	heads, err := db.All(ctx, tx, scanHead, `
		SELECT `+headRows.Columns+` FROM journal_days ORDER BY day DESC LIMIT $1 OFFSET $2`, limit, offset)
	return heads, total, err
}

type sealedDay struct {
	day, upto string
	sealedAt  int64
	closed    bool
}

func selectSeals(ctx context.Context, tx *db.Tx) ([]sealedDay, error) {
	return db.All(ctx, tx, func(r db.Row) (s sealedDay, err error) {
		return s, r.Scan(&s.day, &s.upto, &s.sealedAt, &s.closed)
	}, `
		SELECT s.day, s.upto, s.sealed_at, d.day IS NOT NULL
		FROM journal_seals s
		LEFT JOIN journal_days d ON d.day = s.day
		ORDER BY s.day`)
}
