package gate

import (
	"context"
	"errors"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// The fence: a connection that lost the right to watch loses the media within a second. The
// order is fixed. First the database says no, in the transaction that takes the
// right away, so that the gate refuses every older token on every node; with it
// is written which identity must leave. Then the engine is told. Should the node die in
// between, any node tells it again within a second.

// repeatPeeks is how long the eviction of a peek is repeated: one that was just connecting
// is in no list and causes no event.
const repeatPeeks = 5 * time.Second

// WithEvictions runs change in a transaction and then makes the evictions that it wrote.
func (g *Gate) WithEvictions(ctx context.Context, change func(ctx context.Context, tx *db.Tx) error) error {
	if err := g.DB.Write(ctx, change); err != nil {
		return err
	}
	if err := g.Evict(ctx); err != nil {
		g.Log.Error("evict", "error", err) // repeated by Run
	}
	return nil
}

// EvictSoon has Run do it at once, for callers that must not wait for an engine's answer.
func (g *Gate) EvictSoon() {
	for _, loop := range []chan struct{}{g.WakeHere, g.WakeAll} {
		select {
		case loop <- struct{}{}:
		default: // it is about to look
		}
	}
}

// Evict closes the connections whose right has ended, and makes the evictions that wait.
func (g *Gate) Evict(ctx context.Context) error {
	here := g.EvictHere(ctx)
	cuts := g.executeCuts(ctx) // before the rest: it may write evictions
	return errors.Join(here, cuts, g.evictWaiting(ctx))
}

// EvictHere does what Evict does for the connections and the engine of this node
// alone: it asks the database and nobody else. Nodes tell each other by Redis what
// to evict, and while it stands still each looks for itself. What waits goes on
// waiting until every node was told.
func (g *Gate) EvictHere(ctx context.Context) error {
	if g.Own == nil {
		return nil
	}
	waiting, err := g.waitingCuts(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, one := range waiting {
		failed = append(failed, g.CutHere(ctx, one), g.cutFrom(ctx, g.Own, one))
	}
	list, err := g.waitingEvictions(ctx)
	for _, e := range list {
		failed = append(failed, removeParticipant(ctx, g.Own, e))
	}
	return errors.Join(append(failed, err)...)
}

func (g *Gate) evictWaiting(ctx context.Context) error {
	list, err := g.waitingEvictions(ctx)
	if err != nil {
		return err
	}
	var failed []error
	var done []store.Eviction
	for _, e := range list {
		if err := removeParticipant(ctx, g.Engine, e); err != nil {
			failed = append(failed, err)
		} else if !e.Until.After(g.Now()) {
			done = append(done, e)
		}
	}
	return forget(ctx, g, done, failed, store.DeleteEviction)
}

func (g *Gate) waitingEvictions(ctx context.Context) (list []store.Eviction, err error) {
	err = g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		list, err = store.SelectEvictions(ctx, tx)
		return err
	})
	return list, err
}

func removeParticipant(ctx context.Context, from seams.Rooms, e store.Eviction) error {
	if e.Identity == "" {
		return from.DeleteRoom(ctx, e.Room)
	}
	return from.Remove(ctx, e.Room, e.Identity)
}

// EvictRooms writes that the rooms of the show's present epoch must be dark.
func (g *Gate) EvictRooms(ctx context.Context, tx *db.Tx, closed lifecycle.Show) error {
	rooms := []string{closed.Room()}
	if closed.Type == lifecycle.Private && closed.Camera != lifecycle.CameraNone {
		rooms = append(rooms, closed.MemberRoom())
	}
	for _, room := range rooms {
		if err := store.InsertEviction(ctx, tx, store.Eviction{Room: room, Until: g.Now()}); err != nil {
			return err
		}
	}
	return nil
}

// EvictOne writes that one identity must leave the show.
func (g *Gate) EvictOne(ctx context.Context, tx *db.Tx, from lifecycle.Show, identity string) error {
	e := store.Eviction{Room: from.Room(), Identity: identity, Until: g.Now()}
	if ReadIdentity(identity).Kind == KindPeek {
		e.Until = e.Until.Add(repeatPeeks)
	}
	return store.InsertEviction(ctx, tx, e)
}
