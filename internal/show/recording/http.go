package recording

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Get(r, "/streaming/recordings", "recording.list", s.list, account.Performer.Guard(),
		api.Summary("My recordings, newest first"))
	api.Get(r, "/streaming/recordings/space", "recording.space", s.space, account.Performer.Guard(),
		api.Summary("How much my recordings take"))
	api.Raw(r, http.MethodGet, "/streaming/recordings/{id}/download", "recording.download", s.download, account.Performer.Guard())
	api.Delete(r, "/streaming/recordings/{id}", "recording.delete", s.remove, account.Performer.Guard(),
		api.Summary("Delete one of my recordings"))
	api.Put(r, "/streaming/recordings/{id}/shared", "recording.share", s.putShared, account.Performer.Guard(),
		api.Summary("Let those who paid in the show watch its recording, or no longer"))
	s.viewerRoutes(r)
	(&Takedowns{s}).routes(r)
}

type listInput struct{ api.Page }

func (s *Service) list(ctx context.Context, in *listInput) (page api.List[Recording], err error) {
	me := account.CallerFrom(ctx).ID
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		page.Data, page.Total, err = selectMine(ctx, tx, me, in.Offset, in.Limit)
		return err
	})
	return page, err
}

// Space is what a performer's recordings take together.
type Space struct {
	Recordings int     `json:"recordings"`
	Bytes      int64   `json:"bytes"`
	Seconds    float64 `json:"seconds"`
}

func (s *Service) space(ctx context.Context, _ *struct{}) (used Space, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		used, err = selectSpace(ctx, tx, account.CallerFrom(ctx).ID)
		return err
	})
	return used, err
}

// download sends the file as far as it is recorded; ranges are served.
func (s *Service) download(w http.ResponseWriter, req *http.Request) error {
	ctx := req.Context()
	var r Recording
	var pieces []piece
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if r, err = selectOne(ctx, tx, req.PathValue("id"), account.CallerFrom(ctx).ID); err != nil {
			return err
		}
		if r.isTakenDown() {
			return ErrTakenDown
		}
		pieces, err = selectPieces(ctx, tx, r)
		return err
	})
	if err != nil {
		return err
	}
	file := newReader(ctx, s.Store, pieces)
	defer file.Close()
	api.Attach(w, "video/mp4", "show-"+r.StartedAt.UTC().Format("2006-01-02-1504")+".mp4")
	http.ServeContent(w, req, "", time.Time{}, file)
	return nil
}

type idInput struct {
	ID string `path:"id"`
}

// remove deletes the row first: bytes that nobody names are found by nobody.
func (s *Service) remove(ctx context.Context, in *idInput) (api.Done, error) {
	me := account.CallerFrom(ctx).ID
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := selectOne(ctx, tx, in.ID, me)
		if err != nil {
			return err
		}
		switch {
		case r.EndedAt.IsZero():
			return errRunning
		case r.isTakenDown():
			return ErrTakenDown
		}
		return deleteRecording(ctx, tx, r.ID)
	})
	if err != nil {
		return api.Done{}, err
	}
	return api.OK, s.Store.DeleteAll(ctx, folder(in.ID))
}
