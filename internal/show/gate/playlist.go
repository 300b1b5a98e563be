package gate

import (
	"context"
	"errors"

	"limelight/internal/kit/db"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/store"
)

// The refusals of a playlist.
var (
	// ErrNotAdmitted: this viewer may not know the performer, or their login ended.
	ErrNotAdmitted = errors.New("show: this viewer may not watch")
	// ErrEpochOver: nobody watches this media room any more.
	ErrEpochOver = errors.New("show: this epoch is over")
)

// AdmitPlaylist decides whether a viewer, a media identity, may watch the media
// room of a public show now. A viewer that the performer hides from learns no more than
// ErrNotAdmitted, whether the show is over or not.
func (g *Gate) AdmitPlaylist(ctx context.Context, room, viewer string) error {
	who := ReadIdentity(viewer)
	showID, epoch, leg := lifecycle.ReadRoom(room)
	return g.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		current, err := store.SelectShow(ctx, tx, showID)
		if errors.Is(err, db.ErrNone) || err == nil && (current.Paid() || leg != "" || !who.Viewer()) {
			return ErrNotAdmitted
		}
		if err != nil {
			return err
		}
		err = g.checkSession(ctx, tx, who)
		if err == nil {
			err = g.admitToPerformer(ctx, tx, current, who.caller())
		}
		switch {
		case errors.Is(err, ErrDark):
			return ErrNotAdmitted
		case err == nil && (!current.OnStage() || current.Epoch != epoch):
			return ErrEpochOver
		}
		return err
	})
}

// PersonOf is the person behind a media identity: the same in every tab of an
// account.
func PersonOf(viewer string) string { return ReadIdentity(viewer).Person() }
