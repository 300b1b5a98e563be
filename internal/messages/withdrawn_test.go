package messages

import (
	"context"
	"testing"

	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

// opening sells photos that are open, or closed by a refund.
type opening struct {
	free
	open bool
}

func (o *opening) Offers(_ context.Context, _ *db.Tx, messageIDs ...string) (map[string]Offered, error) {
	one := Offered{IsApproved: true}
	if o.open {
		one.Unlocks = 1
	}
	return map[string]Offered{messageIDs[0]: one}, nil
}

func (*opening) Sell(context.Context, *db.Tx, Offer) error { return nil }

// A performer deletes a photo while a refund closes it: whichever comes first, nobody keeps it.
func TestRefundMeetsADeletion(t *testing.T) {
	h := setup(t)
	h.Paid = &opening{open: true}
	talk := h.open(t, h.tom, h.nina)
	price := money.Whole(20)
	var line string
	write := func(do func(context.Context, *db.Tx) error) {
		t.Helper()
		if err := h.DB.Write(t.Context(), do); err != nil {
			t.Error(err)
		}
	}
	write(func(ctx context.Context, tx *db.Tx) error {
		m, _, err := h.write(ctx, tx, Message{
			ConversationID: talk.ID, Kind: Photo, CreatedAt: h.clock.Now(), senderID: h.nina.ID, recipientID: h.tom.ID,
			Payload: Payload{Photo: &Picture{Price: price}}, offer: &Offer{Price: price},
		})
		line = m.ID
		return err
	})
	closed := make(chan struct{})
	write(func(ctx context.Context, tx *db.Tx) error {
		m, err := selectMessage(ctx, tx, line)
		if err != nil {
			return err
		}
		if _, err := lockConversation(ctx, tx, talk.ID); err != nil {
			return err
		}
		m.recipientID = h.tom.ID
		if err := h.withdraw(ctx, tx, m); err != nil {
			return err
		}
		go func() { // the refund, which is over by then, is heard of meanwhile
			defer close(closed)
			write(func(ctx context.Context, tx *db.Tx) error { return h.Closed(ctx, tx, line) })
		}()
		testkit.WritesWait(t, h.DB, closed)
		return nil
	})
	<-closed
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM messages WHERE id = $1 AND deleted_at > 0`, line); n != 1 {
		t.Error("a photo that she has deleted, and that was given back, is kept")
	}
}
