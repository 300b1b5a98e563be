package passkeys

import (
	"context"
	"encoding/base64"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"limelight/internal/kit/db"
)

var (
	keyRows = db.StructOf[Passkey]()
	coding  = base64.RawURLEncoding
)

// credential is the key as the protocol checks it.
func (k Passkey) credential() webauthn.Credential {
	rawID, _ := coding.DecodeString(k.credentialID) // written by insertKey alone
	public, _ := coding.DecodeString(k.publicKey)
	c := webauthn.Credential{
		ID: rawID, PublicKey: public, Flags: webauthn.CredentialFlags{UserVerified: true, BackupEligible: k.backupEligible, BackupState: k.BackedUp},
		Authenticator: webauthn.Authenticator{SignCount: uint32(k.signCount)},
	}
	for way := range strings.SplitSeq(k.transports, ",") {
		if way != "" {
			c.Transport = append(c.Transport, protocol.AuthenticatorTransport(way))
		}
	}
	return c
}

// describe fills in what the protocol knows of a new key.
func (k *Passkey) describe(c *webauthn.Credential) {
	ways := make([]string, len(c.Transport))
	for i, way := range c.Transport {
		ways[i] = string(way)
	}
	k.credentialID, k.publicKey, k.transports = coding.EncodeToString(c.ID), coding.EncodeToString(c.PublicKey), strings.Join(ways, ",")
	k.signCount, k.backupEligible, k.BackedUp = int64(c.Authenticator.SignCount), c.Flags.BackupEligible, c.Flags.BackupState
}

// insertKey stores a key, unless somebody has it already.
func insertKey(ctx context.Context, tx *db.Tx, k Passkey) (stored bool, err error) {
	rows, err := db.Exec(ctx, tx, keyRows.Insert("account_passkeys")+` ON CONFLICT (credential_id) DO NOTHING`, keyRows.Args(k)...)
	return rows == 1, err
}

func selectKeys(ctx context.Context, tx *db.Tx, accountID string) ([]Passkey, error) {
	return db.All(ctx, tx, keyRows.Scan, `
		SELECT `+keyRows.Columns+` FROM account_passkeys WHERE account_id = $1 ORDER BY created_at, id`, accountID)
}

func selectKey(ctx context.Context, tx *db.Tx, credentialID []byte) (Passkey, error) {
	return db.One(ctx, tx, keyRows.Scan, `
		SELECT `+keyRows.Columns+` FROM account_passkeys WHERE credential_id = $1`, coding.EncodeToString(credentialID))
}

func updateName(ctx context.Context, tx *db.Tx, accountID, keyID, name string) (found bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE account_passkeys SET name = $3 WHERE id = $1 AND account_id = $2`, keyID, accountID, name)
	return rows == 1, err
}

// updateUse notes a signature. Of two with the same counter, one is noted.
func updateUse(ctx context.Context, tx *db.Tx, k Passkey, signCount int64, backedUp bool, now time.Time) (noted bool, err error) {
	rows, err := db.Exec(ctx, tx, `
		UPDATE account_passkeys SET sign_count = $2, backed_up = $3, last_used_at = $4
		WHERE id = $1 AND (sign_count < $2 OR sign_count = 0)`, k.ID, signCount, backedUp, db.Millis(now))
	return rows == 1, err
}

// takeKey deletes a key and returns it.
func takeKey(ctx context.Context, tx *db.Tx, accountID, keyID string) (Passkey, error) {
	return db.One(ctx, tx, keyRows.Scan, `
		DELETE FROM account_passkeys WHERE id = $1 AND account_id = $2 RETURNING `+keyRows.Columns, keyID, accountID)
}

type challengeRow struct {
	asked
	data    string
	expires time.Time
}

func scanChallenge(r db.Row) (c challengeRow, err error) {
	var expires int64
	err = r.Scan(&c.purpose, &c.accountID, &c.boundTo, &c.data, &expires)
	c.expires = db.Time(expires)
	return c, err
}

func insertChallenge(ctx context.Context, tx *db.Tx, hash string, by asked, data string, expires time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO account_passkey_challenges (hash, purpose, account_id, bound_to, data, expires_at)
		VALUES ($1, $2, $3, $4, $5, $6)`, hash, string(by.purpose), by.accountID, by.boundTo, data, db.Millis(expires))
	return err
}

// takeChallenge deletes a challenge and returns it; of two at once, one gets it.
func takeChallenge(ctx context.Context, tx *db.Tx, hash string) (challengeRow, error) {
	return db.One(ctx, tx, scanChallenge, `
		DELETE FROM account_passkey_challenges WHERE hash = $1
		RETURNING purpose, account_id, bound_to, data, expires_at`, hash)
}

func deleteExpired(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM account_passkey_challenges WHERE expires_at <= $1`, db.Millis(now))
	return err
}
