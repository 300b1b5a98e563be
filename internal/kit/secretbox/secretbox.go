// Package secretbox keeps secrets unreadable at rest: document files, payout details,
// numbers. It is authenticated encryption (AES-256-GCM, and its streaming form
// for files), bound to the place where the secret lies.
//
// Invariants:
//   - the key is in a file of mode 0600 or in the environment, never in the
//     database or the folder of blobs;
//   - what was sealed at one place (table|column|row) does not open at another;
//   - a node with another key than the site's does not start (Confirm).
//
// Only this package knows Tink.
package secretbox

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"

	"github.com/tink-crypto/tink-go/v2/aead"
	"github.com/tink-crypto/tink-go/v2/streamingaead"
	"github.com/tink-crypto/tink-go/v2/tink"

	"limelight/internal/kit/db"
)

// ErrSealed is the answer when something cannot be opened: another key, another
// place, or changed bytes. The reason is not told, since it cannot be known.
var ErrSealed = errors.New("seal: this cannot be opened with the key and the place given")

// Place names where a secret lies; it is authenticated with it.
type Place struct{ Table, Column, Row string }

func (p Place) bytes() []byte { return []byte(p.Table + "|" + p.Column + "|" + p.Row) }

// Keys seal and open.
type Keys struct {
	texts   tink.AEAD
	streams tink.StreamingAEAD
	root    [sha256.Size]byte // of the key as it is kept, for Derive
}

func newKeys(k *keyring) (*Keys, error) {
	texts, err := aead.New(k.texts)
	if err != nil {
		return nil, fmt.Errorf("use the key of texts: %w", err)
	}
	streams, err := streamingaead.New(k.streams)
	if err != nil {
		return nil, fmt.Errorf("use the key of files: %w", err)
	}
	return &Keys{texts: texts, streams: streams}, nil
}

// Seal makes a text for a TEXT column.
func (k *Keys) Seal(at Place, secret []byte) (string, error) {
	sealed, err := k.texts.Encrypt(secret, at.bytes())
	if err != nil {
		return "", fmt.Errorf("seal %s.%s: %w", at.Table, at.Column, err)
	}
	return base64.RawStdEncoding.EncodeToString(sealed), nil
}

// Open reads a sealed text; ErrSealed when it cannot.
func (k *Keys) Open(at Place, sealed string) ([]byte, error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil {
		return nil, ErrSealed
	}
	secret, err := k.texts.Decrypt(raw, at.bytes())
	if err != nil {
		return nil, ErrSealed
	}
	return secret, nil
}

// Writer seals a stream into w. Close writes the end; without it the stream
// cannot be opened.
func (k *Keys) Writer(at Place, w io.Writer) (io.WriteCloser, error) {
	return k.streams.NewEncryptingWriter(w, at.bytes())
}

// Reader opens a sealed stream. A read of changed bytes, or of a stream cut
// short, fails before the changed part is handed out.
func (k *Keys) Reader(at Place, r io.Reader) (io.Reader, error) {
	opened, err := k.streams.NewDecryptingReader(r, at.bytes())
	if err != nil {
		return nil, ErrSealed
	}
	return honest{opened}, nil
}

// honest gives failures of a stream their name.
type honest struct{ r io.Reader }

func (h honest) Read(p []byte) (int, error) {
	n, err := h.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		return n, fmt.Errorf("%w (%w)", ErrSealed, err)
	}
	return n, err
}

// ErrOtherKey is why a node with a wrong key does not start.
var ErrOtherKey = errors.New("the secret key is not the one this site's data was sealed with: " +
	"restore the key file of the first start, or give the same key to every node")

// ErrNoKey is why nothing is done with a site whose key is lost: a new one would open nothing.
var ErrNoKey = errors.New("the secret key of this site is missing: restore the key file of the first start, or give it as --secret-key")

var proofPlace = Place{Table: "seal_proofs", Column: "proof", Row: "site"}

// Confirm compares the key with the one the database's secrets were sealed with;
// the first start of a site leaves the proof.
func (k *Keys) Confirm(ctx context.Context, d *db.DB) error {
	proof, err := k.Seal(proofPlace, []byte("limelight"))
	if err != nil {
		return err
	}
	var kept string
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO seal_proofs (name, proof) VALUES ('site', $1)
			ON CONFLICT (name) DO NOTHING`, proof)
		if err != nil {
			return err
		}
		kept, err = db.One(ctx, tx, db.String, `SELECT proof FROM seal_proofs WHERE name = 'site'`)
		return err
	})
	if err != nil {
		return fmt.Errorf("confirm the secret key: %w", err)
	}
	return k.proves(kept)
}

// Verify compares as Confirm does, and leaves nothing in the database.
func (k *Keys) Verify(ctx context.Context, d *db.DB) error {
	kept, err := proofOf(ctx, d)
	if err != nil || kept == "" {
		return err
	}
	return k.proves(kept)
}

func (k *Keys) proves(kept string) error {
	if _, err := k.Open(proofPlace, kept); err != nil {
		return ErrOtherKey
	}
	return nil
}

// InUse reports whether a key has been confirmed for this database: then no other one may be made.
func InUse(ctx context.Context, d *db.DB) (bool, error) {
	kept, err := proofOf(ctx, d)
	return kept != "", err
}

// proofOf is empty before the first Confirm.
func proofOf(ctx context.Context, d *db.DB) (kept string, err error) {
	err = d.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		kept, _, err = db.Maybe(ctx, tx, db.String, `SELECT proof FROM seal_proofs WHERE name = 'site'`)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("look for the proof of the secret key: %w", err)
	}
	return kept, nil
}
