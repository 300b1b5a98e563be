package webpush

import (
	"context"
	"time"

	"limelight/internal/kit/db"
)

func selectKeys(ctx context.Context, tx *db.Tx) (string, error) {
	return db.One(ctx, tx, db.String, `SELECT sealed FROM push_keys WHERE name = 'site'`)
}

func insertKeys(ctx context.Context, tx *db.Tx, sealed string) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO push_keys (name, sealed) VALUES ('site', $1) ON CONFLICT (name) DO NOTHING`, sealed)
	return err
}

// subscription is where one login hears the site.
type subscription struct {
	id, accountID, sessionID string
	endpoint, p256dh, auth   string
	userAgent                string
	hash                     string // of the endpoint
	origin                   string // the service that it is at
}

// deleteReplaced removes what a new subscription takes the place of: another one of its login, and
// one of another account at its endpoint, with all that waits for them.
func deleteReplaced(ctx context.Context, tx *db.Tx, s subscription) error {
	_, err := db.Exec(ctx, tx, `
		DELETE FROM push_subscriptions
		WHERE session_id = $1 AND endpoint_hash <> $2 OR endpoint_hash = $2 AND account_id <> $3`,
		s.sessionID, s.hash, s.accountID)
	return err
}

// upsertSubscription reports false where another account has taken the endpoint meanwhile.
func upsertSubscription(ctx context.Context, tx *db.Tx, s subscription, now time.Time) (bool, error) {
	n, err := db.Exec(ctx, tx, `
		INSERT INTO push_subscriptions (id, account_id, session_id, endpoint_hash, endpoint, p256dh, auth, user_agent, created_at, origin)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
		ON CONFLICT (endpoint_hash) DO UPDATE
		SET session_id = excluded.session_id, p256dh = excluded.p256dh, auth = excluded.auth, user_agent = excluded.user_agent,
			created_at = excluded.created_at, origin = excluded.origin, failures = 0
		WHERE push_subscriptions.account_id = excluded.account_id`,
		s.id, s.accountID, s.sessionID, s.hash, s.endpoint, s.p256dh, s.auth, s.userAgent, db.Millis(now), s.origin)
	return n == 1, err
}

// deleteOldest keeps the newest subscriptions of an account.
func deleteOldest(ctx context.Context, tx *db.Tx, accountID string, most int) error {
	_, err := db.Exec(ctx, tx, `
		DELETE FROM push_subscriptions
		WHERE account_id = $1 AND id NOT IN (
			SELECT id FROM push_subscriptions
			WHERE account_id = $1
			ORDER BY created_at DESC, id DESC
			LIMIT $2)`, accountID, most)
	return err
}

func deleteAt(ctx context.Context, tx *db.Tx, accountID, hash string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM push_subscriptions WHERE account_id = $1 AND endpoint_hash = $2`, accountID, hash)
	return err
}

func deleteSubscription(ctx context.Context, tx *db.Tx, subscriptionID string) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM push_subscriptions WHERE id = $1`, subscriptionID)
	return err
}

// deleteOver removes the subscription of a login that is over, unless another login has it meanwhile.
func deleteOver(ctx context.Context, tx *db.Tx, s subscription) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM push_subscriptions WHERE id = $1 AND session_id = $2`, s.id, s.sessionID)
	return err
}

func hasSubscription(ctx context.Context, tx *db.Tx, sessionID string) (bool, error) {
	return db.One(ctx, tx, db.Bool, `SELECT EXISTS (SELECT 1 FROM push_subscriptions WHERE session_id = $1)`, sessionID)
}

func selectWithDevice(ctx context.Context, tx *db.Tx, accountIDs []string) ([]string, error) {
	in, args := db.In(1, accountIDs)
	return db.All(ctx, tx, db.String, `
		SELECT DISTINCT account_id FROM push_subscriptions WHERE account_id IN `+in+` ORDER BY account_id`, args...)
}

// to is whom a push is for: some accounts, or one login of one.
type to struct {
	accounts []string
	session  string
}

// message is a push in the queue.
type message struct {
	id, payload, topic string
	due, expires       time.Time
	attempts           int
	claim              string
	bulk               int // 1: it waits behind what one person is told
	subscription
}

func insertPushes(ctx context.Context, tx *db.Tx, whom to, m message) error {
	in, accounts := db.In(8, whom.accounts)
	_, err := db.Exec(ctx, tx, `
		INSERT INTO push_queue (id, subscription_id, payload, topic, due_at, expires_at, origin, bulk)
		SELECT $1 || ':' || id, id, $2, $3, CAST($4 AS BIGINT), CAST($5 AS BIGINT), origin, CAST($7 AS INTEGER)
		FROM push_subscriptions
		WHERE account_id IN `+in+` AND ($6 = '' OR session_id = $6)
		ORDER BY id`,
		append([]any{m.id, m.payload, m.topic, db.Millis(m.due), db.Millis(m.expires), whom.session, m.bulk}, accounts...)...)
	return err
}

// dueOrigins are the services for which something is due. Their number is small beside that of the
// pushes, so each is looked up behind the one before.
func dueOrigins(ctx context.Context, tx *db.Tx, now time.Time) ([]string, error) {
	return db.All(ctx, tx, db.String, originsDue, db.Millis(now))
}

const originsDue = `
	WITH RECURSIVE services (origin) AS (
		SELECT MIN(origin) FROM push_queue
		UNION ALL
		SELECT (SELECT MIN(q.origin) FROM push_queue q WHERE q.origin > services.origin)
		FROM services
		WHERE services.origin IS NOT NULL
	)
	SELECT origin
	FROM services
	WHERE origin IS NOT NULL AND (
		EXISTS (SELECT 1 FROM push_queue q WHERE q.origin = services.origin AND q.bulk = 0 AND q.due_at <= $1)
		OR EXISTS (SELECT 1 FROM push_queue q WHERE q.origin = services.origin AND q.bulk = 1 AND q.due_at <= $1))`

// claimDue takes up to most pushes for a service, and makes them due again after the lease, should
// this node never tell what became of them: what one person is told first, and of that and of the
// others those that wait longest. What came too late is dropped, so it may return none of those that
// it took.
func claimDue(ctx context.Context, tx *db.Tx, claim, origin string, now time.Time, lease time.Duration, most int) (list []message, took int, err error) {
	for bulk := 0; bulk <= 1 && took < most; bulk++ {
		n, err := db.Exec(ctx, tx, `
			UPDATE push_queue
			SET claim = $5, due_at = $6, attempts = attempts + 1
			WHERE id IN (`+nextDue+tx.Fragment(db.SkipLocked)+`)`, origin, bulk, db.Millis(now), most-took, claim, db.Millis(now.Add(lease)))
		if err != nil {
			return nil, 0, err
		}
		took += int(n)
	}
	if took == 0 {
		return nil, 0, nil
	}
	if _, err := db.Exec(ctx, tx, `DELETE FROM push_queue WHERE claim = $1 AND expires_at <= $2`, claim, db.Millis(now)); err != nil {
		return nil, 0, err
	}
	list, err = db.All(ctx, tx, scanClaimed, `
		SELECT q.id, q.payload, q.topic, q.expires_at, q.attempts, q.claim, q.origin, s.id, s.account_id, s.session_id, s.endpoint, s.p256dh, s.auth
		FROM push_queue q
		JOIN push_subscriptions s ON s.id = q.subscription_id
		WHERE q.claim = $1
		ORDER BY q.id`, claim)
	return list, took, err
}

const nextDue = `
	SELECT id FROM push_queue
	WHERE origin = $1 AND bulk = $2 AND due_at <= $3
	ORDER BY due_at, id
	LIMIT $4`

func scanClaimed(r db.Row) (m message, err error) {
	var expires int64
	err = r.Scan(&m.id, &m.payload, &m.topic, &expires, &m.attempts, &m.claim, &m.origin,
		&m.subscription.id, &m.accountID, &m.sessionID, &m.endpoint, &m.p256dh, &m.auth)
	m.expires = db.Time(expires)
	return m, err
}

// deletePush leaves a push alone that another node has claimed since, as does postponePush.
func deletePush(ctx context.Context, tx *db.Tx, m message) error {
	_, err := db.Exec(ctx, tx, `DELETE FROM push_queue WHERE id = $1 AND claim = $2`, m.id, m.claim)
	return err
}

func postponePush(ctx context.Context, tx *db.Tx, m message, due time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE push_queue SET due_at = $3 WHERE id = $1 AND claim = $2`, m.id, m.claim, db.Millis(due))
	return err
}

// postponeAll lets everything for a subscription wait that would come before.
func postponeAll(ctx context.Context, tx *db.Tx, subscriptionID string, due time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE push_queue SET due_at = $2 WHERE subscription_id = $1 AND due_at < $2`, subscriptionID, db.Millis(due))
	return err
}

// noteSent notes which service took a push, too: of a subscription from before services had queues
// of their own, that is not known.
func noteSent(ctx context.Context, tx *db.Tx, s subscription, now time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE push_subscriptions SET last_sent_at = $2, failures = 0, origin = $3 WHERE id = $1`, s.id, db.Millis(now), originOf(s.endpoint))
	return err
}

// withdraw removes what waits of a topic for some accounts.
func withdraw(ctx context.Context, tx *db.Tx, topic string, accountIDs []string) error {
	in, args := db.In(2, accountIDs)
	_, err := db.Exec(ctx, tx, `
		DELETE FROM push_queue
		WHERE topic = $1 AND subscription_id IN (SELECT id FROM push_subscriptions WHERE account_id IN `+in+`)`, append([]any{topic}, args...)...)
	return err
}

// withdrawBulk removes some of what waits of a topic that many are told.
func withdrawBulk(ctx context.Context, tx *db.Tx, topic string, most int) (int64, error) {
	return db.Exec(ctx, tx, `DELETE FROM push_queue WHERE id IN (`+nextBulk+`)`, topic, most)
}

const nextBulk = `
	SELECT id FROM push_queue
	WHERE topic = $1 AND bulk = 1
	ORDER BY id
	LIMIT $2`

// noteRefused counts a refusal, and forgets a subscription that has had only those lately.
func noteRefused(ctx context.Context, tx *db.Tx, subscriptionID string, most int) error {
	_, err := db.Exec(ctx, tx, `UPDATE push_subscriptions SET failures = failures + 1 WHERE id = $1`, subscriptionID)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `DELETE FROM push_subscriptions WHERE id = $1 AND failures >= $2`, subscriptionID, most)
	return err
}

// noteSilent counts a service that did not answer in time as a refusal. Since the site's own line may
// be down, it forgets only a subscription that nothing has reached for long.
func noteSilent(ctx context.Context, tx *db.Tx, subscriptionID string, most int, since time.Time) error {
	_, err := db.Exec(ctx, tx, `UPDATE push_subscriptions SET failures = failures + 1 WHERE id = $1`, subscriptionID)
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		DELETE FROM push_subscriptions
		WHERE id = $1 AND failures >= $2 AND last_sent_at < $3 AND created_at < $3`, subscriptionID, most, db.Millis(since))
	return err
}
