package paidmessages

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/kit/secretbox"
)

// offerRows is how an offer is stored.
var offerRows = db.StructOf[Offer]()

// offers is the table that the MACs of offers are made for.
const offers = "message_photos"

// frozen are the fields of an offer, of which nothing but the review changes any.
func (o Offer) frozen() []any {
	return []any{
		o.MessageID, o.FileID, o.PerformerID, o.MemberID, int64(o.Price), o.OnlyMe, o.Others, db.Millis(o.DeclaredAt), db.Millis(o.ApprovedAt),
	}
}

func insertOffer(ctx context.Context, tx *db.Tx, o Offer, mac secretbox.MAC) error {
	if _, err := db.Exec(ctx, tx, offerRows.Insert(offers, "mac"), append(offerRows.Args(o), mac.Of(offers, o.frozen()...))...); err != nil {
		return fmt.Errorf("offer the photo of %s: %w", o.MessageID, err)
	}
	return nil
}

// approveOffer notes that the photo of a line which waited is shown, under another id.
func approveOffer(ctx context.Context, tx *db.Tx, heldID, messageID string, now time.Time, mac secretbox.MAC) error {
	o, found, err := selectOffer(ctx, tx, heldID)
	if err != nil || !found || !o.ApprovedAt.IsZero() {
		return err
	}
	o.MessageID, o.ApprovedAt = messageID, now
	_, err = db.Exec(ctx, tx, `
		UPDATE message_photos SET message_id = $2, approved_at = $3, mac = $4 WHERE message_id = $1 AND approved_at = 0`,
		heldID, messageID, db.Millis(now), mac.Of(offers, o.frozen()...))
	if err != nil {
		return fmt.Errorf("approve the photo of %s: %w", heldID, err)
	}
	return nil
}

func selectOffer(ctx context.Context, tx *db.Tx, messageID string) (Offer, bool, error) {
	o, found, err := db.Maybe(ctx, tx, offerRows.Scan, `SELECT `+offerRows.Columns+` FROM message_photos WHERE message_id = $1`, messageID)
	if err != nil {
		return o, false, fmt.Errorf("select the offer of %s: %w", messageID, err)
	}
	return o, found, nil
}

func selectOffers(ctx context.Context, tx *db.Tx, messageIDs []string) ([]Offer, error) {
	if len(messageIDs) == 0 {
		return nil, nil
	}
	in, args := db.In(1, messageIDs)
	list, err := db.All(ctx, tx, offerRows.Scan, `SELECT `+offerRows.Columns+` FROM message_photos WHERE message_id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select the offers of lines: %w", err)
	}
	return list, nil
}

// unlocks is the table that the MACs of unlocks are made for.
const unlocks = "message_unlocks"

// unlockRows is how an unlock is stored, but for its MAC.
var unlockRows = db.StructOf[Unlock]()

// frozen are the fields of an unlock that nothing changes.
func (u Unlock) frozen() []any {
	return []any{
		u.ID, u.MessageID, u.MemberID, u.PerformerID, u.Terms.StudioID, int64(u.Gross), int64(u.Shares.SiteFee), int64(u.Shares.StudioNet),
		int64(u.Shares.Net), int64(u.Terms.Site), int64(u.Terms.Member), db.Millis(u.CreatedAt),
	}
}

// insertUnlock writes a new unlock, and reports whether the photo was not open to the member yet.
func insertUnlock(ctx context.Context, tx *db.Tx, u Unlock, mac secretbox.MAC) (fresh bool, err error) {
	rows, err := db.Exec(ctx, tx, unlockRows.Insert(unlocks, "mac")+` ON CONFLICT (message_id, member_id) WHERE ended_at = 0 DO NOTHING`,
		append(unlockRows.Args(u), mac.Of(unlocks, u.frozen()...))...)
	if err != nil {
		return false, fmt.Errorf("insert the unlock of %s: %w", u.MessageID, err)
	}
	return rows == 1, nil
}

func selectUnlock(ctx context.Context, tx *db.Tx, unlockID string) (Unlock, bool, error) {
	u, found, err := db.Maybe(ctx, tx, unlockRows.Scan, `SELECT `+unlockRows.Columns+` FROM message_unlocks WHERE id = $1`, unlockID)
	if err != nil {
		return u, false, fmt.Errorf("select the unlock %s: %w", unlockID, err)
	}
	return u, found, nil
}

// selectLive are the unlocks of lines that have not ended.
func selectLive(ctx context.Context, tx *db.Tx, messageIDs []string) ([]Unlock, error) {
	in, args := db.In(1, messageIDs)
	list, err := db.All(ctx, tx, unlockRows.Scan, `
		SELECT `+unlockRows.Columns+` FROM message_unlocks WHERE ended_at = 0 AND message_id IN `+in, args...)
	if err != nil {
		return nil, fmt.Errorf("select the unlocks of lines: %w", err)
	}
	return list, nil
}

// selectSellers are those of some performers of whom a member has an unlock that has not ended.
func selectSellers(ctx context.Context, tx *db.Tx, memberID string, performerIDs []string) ([]string, error) {
	in, args := db.In(2, performerIDs)
	list, err := db.All(ctx, tx, db.String, `
		SELECT DISTINCT performer_id
		FROM message_unlocks
		WHERE member_id = $1 AND ended_at = 0 AND performer_id IN `+in+`
		ORDER BY performer_id`, append([]any{memberID}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("select who sold photos to %s: %w", memberID, err)
	}
	return list, nil
}

func selectUnlocks(ctx context.Context, tx *db.Tx, memberID string, since time.Time, most int) ([]Unlock, error) {
	list, err := db.All(ctx, tx, unlockRows.Scan, `
		SELECT `+unlockRows.Columns+`
		FROM message_unlocks
		WHERE member_id = $1 AND created_at >= $2
		ORDER BY created_at DESC, id DESC
		LIMIT $3`, memberID, db.Millis(since), most)
	if err != nil {
		return nil, fmt.Errorf("select what %s paid for photos: %w", memberID, err)
	}
	return list, nil
}

// refundUnlock notes what was given back of an unlock on request, and reports whether so much was left.
func refundUnlock(ctx context.Context, tx *db.Tx, unlockID string, amount money.Tokens, now time.Time) (Unlock, bool, error) {
	u, noted, err := db.Maybe(ctx, tx, unlockRows.Scan, `
		UPDATE message_unlocks
		SET refunded = refunded + $2, ended_at = CASE WHEN gross = refunded + $2 THEN $3 ELSE ended_at END
		WHERE id = $1 AND ended_at = 0 AND refunded + $2 <= gross
		RETURNING `+unlockRows.Columns, unlockID, amount, db.Millis(now))
	if err != nil {
		return u, false, fmt.Errorf("refund the unlock %s: %w", unlockID, err)
	}
	return u, noted, nil
}
