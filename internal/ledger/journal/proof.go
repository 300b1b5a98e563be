package journal

import (
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"slices"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// Proof shows that one transfer is in its day, by SHA-256 alone: the leaf leads to
// the root by the path, the head's text has the root, and the signature is over
// the text. web/src/features/journal/verify.ts checks it in a browser.
//
// The leaf has everything about the transfer, its salt too: give a proof only to
// somebody who may know all of it. The payer may; who received an anonymous tip
// must not, for the line names the payer.
type Proof struct {
	Head
	Leaf  string   `json:"leaf" doc:"the transfer as one line of text"`
	Index int64    `json:"index" doc:"of the leaf, from 0"`
	Path  []string `json:"path" doc:"the hashes beside the way from the leaf to the root"`
}

// Prove makes the proof of a transfer as the database has it today; if that is not
// what was closed, the proof does not hold. It fails with ErrUnknown, or with
// ErrUnclosed while the day is open.
func (j *Journal) Prove(ctx context.Context, tx *db.Tx, transferID string) (Proof, error) {
	e, err := selectEntry(ctx, tx, transferID)
	if err != nil {
		return Proof{}, none(err, ErrUnknown)
	}
	at, ok := id.Time(transferID)
	if !ok {
		return Proof{}, ErrUnknown
	}
	head, err := selectHead(ctx, tx, dayOf(at))
	if err != nil {
		return Proof{}, none(err, ErrUnclosed)
	}
	t, err := selectTile(ctx, tx, head.Day, transferID)
	if err != nil {
		return Proof{}, none(err, ErrUnknown)
	}
	within := slices.IndexFunc(t.leaves, func(l leaf) bool { return l.id == transferID })
	if within < 0 { // put in after the day was closed
		return Proof{}, ErrUnknown
	}
	roots, err := selectRoots(ctx, tx, head.Day)
	if err != nil {
		return Proof{}, err
	}
	p := Proof{Head: head, Leaf: j.lineOf(e), Index: t.number*tileSize + int64(within), Path: []string{}}
	for _, h := range append(path(t.hashes(), within), path(roots, int(t.number))...) {
		p.Path = append(p.Path, hexOf(h))
	}
	return p, nil
}

// ProveOwn makes the proof of a transfer that the account paid, or that nobody
// else did. To everybody else it does not exist: the line names the payer, and who
// received an anonymous tip must not read it.
func (j *Journal) ProveOwn(ctx context.Context, accountID, transferID string) (p Proof, err error) {
	err = j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		e, err := selectEntry(ctx, tx, transferID)
		if err != nil {
			return none(err, ErrUnknown)
		}
		if accountID == "" || e.payer != accountID && (e.payer != "" || e.payee != accountID) {
			return ErrUnknown
		}
		p, err = j.Prove(ctx, tx, transferID)
		return err
	})
	return p, err
}

// none is the refusal when nothing was found, and otherwise what went wrong.
func none(err, refusal error) error {
	if errors.Is(err, db.ErrNone) {
		return refusal
	}
	return err
}

// Holds reports whether the proof is right in itself and signed by the key. It
// asks no database.
func (p Proof) Holds(key ed25519.PublicKey) bool {
	way := make([]hash, len(p.Path))
	for i, digits := range p.Path {
		way[i] = hashOf(digits)
	}
	top, fits := reach(leafHash(p.Leaf), p.Index, p.Size, way)
	signature, err := hex.DecodeString(p.Signature)
	return fits && err == nil && p.Version == Version && hexOf(top) == p.Root && p.Chain == p.chain() &&
		p.PublicKey == hex.EncodeToString(key) && ed25519.Verify(key, []byte(p.Text()), signature)
}

// Heads is a page of the closed days, newest first, and how many there are.
func (j *Journal) Heads(ctx context.Context, offset, limit int) (list []Head, total int, err error) {
	err = j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, total, err = selectHeads(ctx, tx, offset, limit)
		return err
	})
	return list, total, err
}

// Head is one closed day, or ErrUnknown.
func (j *Journal) Head(ctx context.Context, day string) (head Head, err error) {
	err = j.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		head, err = selectHead(ctx, tx, day)
		return err
	})
	return head, none(err, ErrUnknown)
}
