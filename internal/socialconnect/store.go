package socialconnect

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
)

// How things are stored.
var (
	flowRows       = db.StructOf[flow]()
	identityRows   = db.StructOf[Identity]()
	connectionRows = db.StructOf[connection]()
)

func selectProvider(ctx context.Context, tx *db.Tx) (sealed string, at time.Time, err error) {
	var ms int64
	sealed, err = db.One(ctx, tx, func(r db.Row) (text string, err error) { return text, r.Scan(&text, &ms) }, `
		SELECT sealed, updated_at FROM social_providers WHERE name = $1`, provider)
	return sealed, db.Time(ms), err
}

func upsertProvider(ctx context.Context, tx *db.Tx, sealed string, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		INSERT INTO social_providers (name, sealed, updated_at)
		VALUES ($1, $2, $3)
		ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, updated_at = excluded.updated_at`,
		provider, sealed, db.Millis(now))
	if err != nil {
		return fmt.Errorf("keep how X is set up: %w", err)
	}
	return nil
}

func insertFlow(ctx context.Context, tx *db.Tx, f flow, stateHash, browserHash string) error {
	_, err := db.Exec(ctx, tx, flowRows.Insert("social_flows", "state_hash", "browser_hash", "stage"),
		append(flowRows.Args(f), stateHash, browserHash, "asked")...)
	if err != nil {
		return fmt.Errorf("insert a question to X: %w", err)
	}
	return nil
}

// answerFlow takes the question of a state, once; ErrNone when there is none in this browser.
func answerFlow(ctx context.Context, tx *db.Tx, stateHash, browserHash string, now time.Time) (flow, error) {
	return db.One(ctx, tx, flowRows.Scan, `
		UPDATE social_flows
		SET stage = 'answered'
		WHERE state_hash = $1 AND browser_hash = $2 AND stage = 'asked' AND expires_at > $3
		RETURNING `+flowRows.Columns, stateHash, browserHash, db.Millis(now))
}

func proveFlow(ctx context.Context, tx *db.Tx, flowID string, who person, expires time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE social_flows
		SET stage = 'proved', person_id = $2, username = $3, name = $4, email = $5, expires_at = $6
		WHERE id = $1 AND stage = 'answered'`, flowID, who.ID, who.Username, who.Name, who.Email, db.Millis(expires))
	if err != nil {
		return fmt.Errorf("keep who X says it is: %w", err)
	}
	return nil
}

func selectProved(ctx context.Context, tx *db.Tx, flowID, browserHash string, now time.Time) (flow, error) {
	return db.One(ctx, tx, flowRows.Scan, `
		SELECT `+flowRows.Columns+`
		FROM social_flows
		WHERE id = $1 AND browser_hash = $2 AND stage = 'proved' AND purpose = 'login' AND expires_at > $3`,
		flowID, browserHash, db.Millis(now))
}

func deleteFlow(ctx context.Context, tx *db.Tx, flowID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM social_flows WHERE id = $1`, flowID)
	return err
}

func deleteFlows(ctx context.Context, tx *db.Tx, now time.Time) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM social_flows WHERE expires_at <= $1`, db.Millis(now))
	return err
}

// insertIdentity reports false when one of the two has another already.
func insertIdentity(ctx context.Context, tx *db.Tx, i Identity) (isNew bool, err error) {
	n, err := db.Exec(ctx, tx, identityRows.Insert("social_identities")+` ON CONFLICT DO NOTHING`, identityRows.Args(i)...)
	if err != nil {
		return false, fmt.Errorf("insert an account of X: %w", err)
	}
	return n == 1, nil
}

func selectIdentity(ctx context.Context, tx *db.Tx, memberID string) (Identity, error) {
	return db.One(ctx, tx, identityRows.Scan, `
		SELECT `+identityRows.Columns+` FROM social_identities WHERE account_id = $1`, memberID)
}

func deleteAllIdentities(ctx context.Context, tx *db.Tx) ([]Identity, error) {
	list, err := db.All(ctx, tx, identityRows.Scan, `DELETE FROM social_identities RETURNING `+identityRows.Columns)
	if err != nil {
		return nil, fmt.Errorf("delete the accounts of X that open accounts: %w", err)
	}
	return list, nil
}

func deleteIdentities(ctx context.Context, tx *db.Tx, personID, memberID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM social_identities WHERE person_id = $1 OR account_id = $2`, personID, memberID)
	return err
}

func selectConnection(ctx context.Context, tx *db.Tx, performerID string) (connection, error) {
	return db.One(ctx, tx, connectionRows.Scan, connectionOf, performerID)
}

// lockConnection is selectConnection, and nobody else changes it until the transaction ends.
func lockConnection(ctx context.Context, tx *db.Tx, performerID string) (connection, error) {
	return db.One(ctx, tx, connectionRows.Scan, connectionOf+tx.Fragment(db.ForUpdate), performerID)
}

var connectionOf = `SELECT ` + connectionRows.Columns + ` FROM social_connections WHERE account_id = $1`

func upsertConnection(ctx context.Context, tx *db.Tx, c connection) error {
	_, err := db.Exec(ctx, tx, connectionRows.Insert("social_connections")+`
		ON CONFLICT (account_id) DO UPDATE
		SET person_id = excluded.person_id, username = excluded.username, tokens = excluded.tokens, expires_at = excluded.expires_at,
			version = social_connections.version + 1, refreshing_until = 0, revoked_at = 0, connected_at = excluded.connected_at`,
		connectionRows.Args(c)...)
	if err != nil {
		return fmt.Errorf("keep a connection with X: %w", err)
	}
	return nil
}

func deleteConnection(ctx context.Context, tx *db.Tx, performerID string) error {
	if _, err := db.Exec(ctx, tx, `DELETE FROM social_connections WHERE account_id = $1`, performerID); err != nil {
		return fmt.Errorf("delete a connection with X: %w", err)
	}
	_, err := db.Exec(ctx, tx, `DELETE FROM social_posts WHERE account_id = $1 AND status = 'waiting'`, performerID)
	return err
}

func claimRefresh(ctx context.Context, tx *db.Tx, performerID string, until time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE social_connections SET refreshing_until = $2 WHERE account_id = $1`, performerID, db.Millis(until))
	return err
}

// keepTokens keeps tokens unless others came meanwhile, by connecting anew.
func keepTokens(ctx context.Context, tx *db.Tx, c connection, sealed string, expires time.Time, version int64) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE social_connections
		SET tokens = $3, expires_at = $4, version = $5, refreshing_until = 0
		WHERE account_id = $1 AND version = $2`, c.accountID, c.version, sealed, db.Millis(expires), version)
	if err != nil {
		return fmt.Errorf("keep the tokens of %s: %w", c.accountID, err)
	}
	return nil
}

func noteRevoked(ctx context.Context, tx *db.Tx, c connection, now time.Time) (isNew bool, err error) {
	n, err := db.Exec(ctx, tx, `
		UPDATE social_connections
		SET revoked_at = $3, refreshing_until = 0
		WHERE account_id = $1 AND version = $2 AND revoked_at = 0`, c.accountID, c.version, db.Millis(now))
	return n == 1, err
}

// revokeConnections notes of every connection that X takes its tokens no longer, and returns those that are told so now.
func revokeConnections(ctx context.Context, tx *db.Tx, now time.Time) ([]connection, error) {
	list, err := db.All(ctx, tx, connectionRows.Scan, `
		UPDATE social_connections
		SET revoked_at = $1, refreshing_until = 0
		WHERE revoked_at = 0
		RETURNING `+connectionRows.Columns, db.Millis(now))
	if err != nil {
		return nil, fmt.Errorf("revoke the connections with X: %w", err)
	}
	return list, nil
}
