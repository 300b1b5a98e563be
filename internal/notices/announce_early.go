package notices

import (
	"context"
	"fmt"
	"slices"

	"limelight/internal/kit/db"
)

// An announcement to many takes its time. Those who are here need not wait for their turn: whoever looks into their centre
// is told by that, and so are those who have a device connected, as soon as it is seen that the audience is more than a
// batch. The batch that comes to them later finds them told.

// tellReader tells an account that looks into its centre what is on the way to it. Where that fails, it comes in its turn.
func (n *Announcer) tellReader(ctx context.Context, accountID string) {
	if err := n.tellAhead(ctx, accountID); err != nil && ctx.Err() == nil {
		n.Log.Error("announce", "to", accountID, "error", err)
	}
}

func (n *Announcer) tellAhead(ctx context.Context, accountID string) error {
	var ahead []announcement
	err := n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := selectAhead(ctx, tx, accountID)
		if err != nil {
			return err
		}
		ahead = ahead[:0]
		for _, a := range found {
			wanted, err := n.early(ctx, tx, a, []string{accountID})
			if err != nil {
				return err
			}
			if len(wanted) > 0 {
				ahead = append(ahead, a)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, a := range ahead {
		if err := n.tellEarly(ctx, a, []string{accountID}); err != nil {
			return err
		}
	}
	return nil
}

// early are those of some accounts that an announcement under way is to tell.
func (n *Announcer) early(ctx context.Context, tx *db.Tx, a announcement, accounts []string) ([]string, error) {
	to, known := n.audiences[a.Kind]
	if !known {
		return nil, nil
	}
	about, err := to.of(a.Data)
	if err != nil {
		return nil, err
	}
	if standing, err := about.standing(ctx, tx); err != nil || standing != Current {
		return nil, err
	}
	return about.among(ctx, tx, accounts)
}

// tellEarly tells some accounts, unless the announcement is over by now. It is locked first, as a batch locks it: so who
// may know is not changed meanwhile (Withdraw).
func (n *Announcer) tellEarly(ctx context.Context, a announcement, accounts []string) error {
	err := n.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, found, err := lockUnderWay(ctx, tx, a)
		if err != nil || !found {
			return err
		}
		wanted, err := n.early(ctx, tx, now, accounts)
		if err != nil || len(wanted) == 0 {
			return err
		}
		to := n.audiences[now.Kind]
		plan, err := n.plan(ctx, tx, to.class, now, wanted)
		if err != nil {
			return err
		}
		told, err := n.tellAll(ctx, tx, to, tagOf(now.Kind, now.SubjectID), plan)
		if err != nil || told == 0 {
			return err
		}
		return addTold(ctx, tx, now, told)
	})
	if err != nil {
		return fmt.Errorf("tell %d of %s before their turn: %w", len(accounts), a.OnceKey, err)
	}
	return nil
}

// tellConnected tells those who have a device connected to this node what has more than a batch before it: once, since
// whoever comes later looks into their centre.
func (n *Announcer) tellConnected(ctx context.Context) error {
	if n.Connected == nil {
		return nil
	}
	var long []announcement
	err := n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		long, err = selectLong(ctx, tx)
		return err
	})
	if err != nil {
		return err
	}
	before := n.connected
	n.connected = map[string]bool{}
	for _, a := range long {
		n.connected[a.OnceKey] = true
		if before[a.OnceKey] {
			continue
		}
		for accounts := range slices.Chunk(n.Connected(), batchSize) {
			if err := n.tellChunk(ctx, a, accounts); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellChunk tells those of some connected accounts who are to be told, and rests as long as that took.
func (n *Announcer) tellChunk(ctx context.Context, a announcement, accounts []string) error {
	var wanted []string
	err := n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		wanted, err = n.early(ctx, tx, a, accounts)
		return err
	})
	if err != nil || len(wanted) == 0 {
		return err
	}
	begin := n.Now()
	if err := n.tellEarly(ctx, a, wanted); err != nil {
		return err
	}
	rest(ctx, n.Now().Sub(begin))
	return nil
}
