package gate

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/seams"
	"limelight/internal/show/store"
)

// CutAccount ends the connections of an account's logins, or of all of them when no
// session is named: after a logout, a revocation, a suspension. A paid show waits
// its grace for the member to log in again. It takes effect with the next Evict.
func (g *Gate) CutAccount(ctx context.Context, tx *db.Tx, accountID string, sessionIDs ...string) error {
	if len(sessionIDs) == 0 {
		sessionIDs = []string{""}
	}
	for _, sessionID := range sessionIDs {
		if err := store.InsertCut(ctx, tx, store.Cut{ID: id.New(g.Now()), AccountID: accountID, SessionID: sessionID}); err != nil {
			return err
		}
	}
	return nil
}

// executeCuts closes the connections of every cut that waits. One that fails waits for
// the next look of any node.
func (g *Gate) executeCuts(ctx context.Context) error {
	waiting, err := g.waitingCuts(ctx)
	if err != nil {
		return err
	}
	var failed []error
	var done []string
	for _, one := range waiting {
		if err := g.executeCut(ctx, one); err != nil {
			failed = append(failed, err)
		} else {
			done = append(done, one.ID)
		}
	}
	return forget(ctx, g, done, failed, store.DeleteCut)
}

// forget drops what was done, and tells of what failed.
func forget[T any](ctx context.Context, g *Gate, done []T, failed []error, drop func(context.Context, *db.Tx, T) error) error {
	if len(done) == 0 {
		return errors.Join(failed...)
	}
	return errors.Join(append(failed, g.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, one := range done {
			if err := drop(ctx, tx, one); err != nil {
				return err
			}
		}
		return nil
	}))...)
}

func (g *Gate) waitingCuts(ctx context.Context) (waiting []store.Cut, err error) {
	err = g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		waiting, err = store.SelectCuts(ctx, tx)
		return err
	})
	return waiting, err
}

func (g *Gate) executeCut(ctx context.Context, one store.Cut) error {
	failed := []error{g.CutElsewhere(ctx, one), g.cutFrom(ctx, g.Engine, one)}
	if one.PerformerID == "" {
		failed = append(failed, g.cutPeeks(ctx, one))
	}
	return errors.Join(failed...)
}

// cutFrom removes the connections that a cut means from the media rooms.
func (g *Gate) cutFrom(ctx context.Context, rooms seams.Rooms, one store.Cut) error {
	if one.PerformerID != "" {
		return g.cutRefused(ctx, rooms, one.PerformerID)
	}
	open, err := g.OpenShows(ctx)
	if err != nil {
		return err
	}
	ended := func(identity string) bool { return matches(one, identity) }
	var failed []error
	for _, o := range open {
		if !o.OnStage() {
			continue
		}
		failed = append(failed, rooms.RemoveWhere(ctx, o.Room(), ended))
		if o.Type == lifecycle.Private && o.Camera != lifecycle.CameraNone {
			failed = append(failed, rooms.RemoveWhere(ctx, o.MemberRoom(), ended))
		}
	}
	return errors.Join(failed...)
}

// matches says whether the login behind a media identity has ended.
func matches(c store.Cut, text string) bool {
	who := ReadIdentity(text)
	return who.Account == c.AccountID && (c.SessionID == "" || who.session == c.SessionID)
}

// cutPeeks cuts the peeks, which the engine hides from its lists.
func (g *Gate) cutPeeks(ctx context.Context, of store.Cut) error {
	return g.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		seats, err := store.SelectSeatsOf(ctx, tx, of.AccountID)
		if err != nil {
			return err
		}
		for _, one := range seats {
			if one.Kind != lifecycle.PeekSeat || !matches(of, one.Identity) {
				continue
			}
			from, err := store.SelectShow(ctx, tx, one.ShowID)
			if err != nil {
				return err
			}
			if err := g.EvictOne(ctx, tx, from, one.Identity); err != nil {
				return err
			}
		}
		return nil
	})
}

// cutRefused removes the viewers that the performer on stage no longer admits.
func (g *Gate) cutRefused(ctx context.Context, rooms seams.Rooms, performerID string) error {
	var open []lifecycle.Show
	err := g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		open, err = store.SelectOpenOf(ctx, tx, performerID)
		return err
	})
	if err != nil {
		return err
	}
	current, found := store.Staged(open)
	if !found {
		return nil
	}
	return g.cutViewers(ctx, rooms, current)
}

// cutViewers removes the viewers of a public show that are no longer admitted.
func (g *Gate) cutViewers(ctx context.Context, rooms seams.Rooms, current lifecycle.Show) error {
	present, err := rooms.Participants(ctx, current.Room())
	if err != nil {
		return err
	}
	refused := map[string]bool{}
	err = g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, p := range present {
			who := ReadIdentity(p.Identity)
			if !who.Viewer() {
				continue
			}
			admitted, err := g.Stage.Admits(ctx, tx, current.PerformerID, who.caller())
			if err != nil {
				return err
			}
			refused[p.Identity] = !admitted
		}
		return nil
	})
	if err != nil {
		return err
	}
	return rooms.RemoveWhere(ctx, current.Room(), func(identity string) bool { return refused[identity] })
}

// OpenShows are the shows that have not ended, requests among them.
func (g *Gate) OpenShows(ctx context.Context) (open []lifecycle.Show, err error) {
	err = g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		open, err = store.SelectAllOpen(ctx, tx)
		return err
	})
	return open, err
}
