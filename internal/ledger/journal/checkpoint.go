package journal

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// Checkpoint is the signed head of the journal at a moment, made to be kept where
// who has the site's database and key cannot reach: history that was written anew
// differs from it. Hashes, signature and key are lower case hexadecimal.
type Checkpoint struct {
	Version   int       `json:"version"`
	At        time.Time `json:"at"`
	Day       string    `json:"day"`   // the last closed one; empty: none
	Days      int64     `json:"days"`  // how many are closed
	Chain     string    `json:"chain"` // of the last closed day; empty: none
	Transfers int64     `json:"transfers"`
	Line      int64     `json:"auditLine"` // the last of the staff's log; 0: none
	LineHash  string    `json:"auditHash"`
	Signature string    `json:"signature"` // Ed25519 over Text
	PublicKey string    `json:"publicKey"`
}

// Text is what is signed: the fields' lines, each ended by a line feed.
func (c Checkpoint) Text() string {
	return fmt.Sprintf("limelight checkpoint %d\n%s\n%s\n%d\n%s\n%d\n%d\n%s\n",
		c.Version, c.At.UTC().Format(time.RFC3339), c.Day, c.Days, c.Chain, c.Transfers, c.Line, c.LineHash)
}

// Checkpoint makes one of now; line and its hash are the end of the staff's log.
func (j *Journal) Checkpoint(ctx context.Context, tx *db.Tx, line int64, lineHash string) (Checkpoint, error) {
	c := Checkpoint{Version: Version, At: j.Now().UTC().Truncate(time.Second), Line: line, LineHash: lineHash}
	last, err := selectLast(ctx, tx)
	if err != nil && !errors.Is(err, db.ErrNone) {
		return c, fmt.Errorf("read the last closed day: %w", err)
	}
	c.Day, c.Chain = last.Day, last.Chain
	if c.Days, c.Transfers, err = selectSizes(ctx, tx, last.Day); err != nil {
		return c, err
	}
	c.Signature = hex.EncodeToString(ed25519.Sign(j.Keys.Sign, []byte(c.Text())))
	c.PublicKey = hex.EncodeToString(j.PublicKey())
	return c, nil
}

// VerifyCheckpoint says in words how the journal differs from what it was at a
// checkpoint; empty when it does not. Of the day that was open then it knows the
// number of transfers only.
func (j *Journal) VerifyCheckpoint(ctx context.Context, tx *db.Tx, c Checkpoint) (string, error) {
	key, badKey := hex.DecodeString(c.PublicKey)
	signature, badSignature := hex.DecodeString(c.Signature)
	if badKey != nil || badSignature != nil || !j.ours(key) || !ed25519.Verify(key, []byte(c.Text()), signature) {
		return "it is not signed by this site", nil
	}
	if c.Day != "" {
		head, err := selectHead(ctx, tx, c.Day)
		switch {
		case errors.Is(err, db.ErrNone):
			return "the day " + c.Day + " was closed then and is not now", nil
		case err != nil:
			return "", fmt.Errorf("read the day %s: %w", c.Day, err)
		case head.Chain != c.Chain:
			return "the days up to " + c.Day + " are not those that were closed then", nil
		}
	}
	days, transfers, err := selectSizes(ctx, tx, c.Day)
	switch {
	case err != nil:
		return "", err
	case days != c.Days:
		return fmt.Sprintf("%d days are closed up to %s, %d were then", days, c.Day, c.Days), nil
	case transfers < c.Transfers:
		return fmt.Sprintf("there are %d transfers, and %d were there then", transfers, c.Transfers), nil
	}
	return "", nil
}

// selectSizes counts the closed days up to one, and all transfers.
func selectSizes(ctx context.Context, tx *db.Tx, day string) (days, transfers int64, err error) {
	if days, err = db.One(ctx, tx, db.Int64, `SELECT COUNT(*) FROM journal_days WHERE day <= $1`, day); err != nil {
		return 0, 0, fmt.Errorf("count the closed days: %w", err)
	}
	if transfers, err = db.One(ctx, tx, db.Int64, `SELECT COUNT(*) FROM ledger_transfers`); err != nil {
		return 0, 0, fmt.Errorf("count the transfers: %w", err)
	}
	return days, transfers, nil
}
