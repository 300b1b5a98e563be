package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"limelight/internal/kit/db"
)

// digest is the line's hash: over every field and the hash before it. JSON keeps
// the fields apart, whatever is in them.
func (l Line) digest() string {
	text, err := json.Marshal([]any{
		l.Seq, l.At.UnixMilli(), l.ActorID, l.BehalfOf, l.Action, l.Subject, l.Reason, l.Before, l.After, l.Address, l.Previous,
	})
	if err != nil {
		panic(err) // numbers and strings always become JSON
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// Broken walks the whole chain and returns the number of the first line that was
// changed, taken out or put in, or 0 when the chain is whole.
func Broken(ctx context.Context, tx *db.Tx) (int64, error) {
	const batch = 1_000
	var last Line
	for {
		lines, err := selectAfter(ctx, tx, last.Seq, batch)
		if err != nil {
			return 0, err
		}
		for _, l := range lines {
			if l.Seq != last.Seq+1 || l.Previous != last.Hash || l.Hash != l.digest() {
				return l.Seq, nil
			}
			last = l
		}
		if len(lines) < batch {
			return afterLast(ctx, tx, last)
		}
	}
}

// afterLast finds lines missing from the end of the chain.
func afterLast(ctx context.Context, tx *db.Tx, last Line) (int64, error) {
	end, err := readHead(ctx, tx)
	if err != nil {
		return 0, err
	}
	if end.seq != last.Seq || end.hash != last.Hash {
		return last.Seq + 1, nil
	}
	return 0, nil
}

// Forged are the numbers of the lines that the program did not write: its chain can
// be computed anew by anybody, their MACs cannot.
func (l *Log) Forged(ctx context.Context, tx *db.Tx) (lines []int64, err error) {
	epoch, err := l.MAC.Judge(ctx, tx)
	if err != nil {
		return nil, err
	}
	list, err := db.All(ctx, tx, scanAuthenticated, `SELECT seq, hash, mac FROM audit_log ORDER BY seq`)
	for _, one := range list {
		since := epoch
		if one.seq <= epoch.Line {
			since.Since = "~"
		}
		if l.MAC.Flaw(since, "", one.mac, "audit_log", one.seq, one.hash) != "" {
			lines = append(lines, one.seq)
		}
	}
	return lines, err
}

// End is the number and the hash of the log's last line; 0 when it is empty.
func End(ctx context.Context, tx *db.Tx) (line int64, hash string, err error) {
	last, err := readHead(ctx, tx)
	return last.seq, last.hash, err
}

// HashOf is the hash of a line; empty when there is none of the number.
func HashOf(ctx context.Context, tx *db.Tx, line int64) (string, error) {
	hash, _, err := db.Maybe(ctx, tx, db.String, `SELECT hash FROM audit_log WHERE seq = $1`, line)
	return hash, err
}
