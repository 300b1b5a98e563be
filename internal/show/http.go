package show

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/plain"
)

// Routes mounts the package on the API.
func (s *Service) Routes(r *api.Router) {
	api.Post(r, "/streaming/live", "show.live", s.live, account.Performer.Guard(),
		api.Summary("Start my public show, or take it over from another device"))
	api.Post(r, "/streaming/stop", "show.stop", s.stop, account.Performer.Guard(),
		api.Summary("End my show"))
	api.Post(r, "/streaming/join/{performerId}", "show.join", s.join, api.Public,
		api.Summary("Join a performer's public show as a viewer"))
	api.Get(r, "/streaming/session/{performerId}/{type}", "show.session", s.session, api.Public,
		api.Summary("A performer's show of a type, as the caller may see it"))
	api.Post(r, "/streaming/token", "show.token", s.token, api.Public,
		api.Summary("A fresh media token of a session"))
	api.Get(r, "/streaming/stream-key", "show.streamKey", s.streamKey, account.Performer.Guard(),
		api.Summary("The stream key for broadcasting programs"))
	api.Post(r, "/streaming/stream-key", "show.newStreamKey", s.newStreamKey, account.Performer.Guard(),
		api.Summary("A new stream key in place of the old one"))
	s.privateRoutes(r)
	s.groupRoutes(r)
	s.lookoutRoutes(r)
}

type liveInput struct {
	Body *liveBody
}

type liveBody struct {
	Title    string `json:"title,omitempty" maxLength:"120"`
	Takeover bool   `json:"takeover,omitempty" doc:"end the broadcast of the other device"`
}

func (s *Service) live(ctx context.Context, in *liveInput) (Session, error) {
	var start Start
	if in.Body != nil {
		start = Start{Title: plain.Line(in.Body.Title), Takeover: in.Body.Takeover}
	}
	me := account.CallerFrom(ctx)
	opened, err := s.GoLive(ctx, me, start)
	if err != nil {
		return Session{}, err
	}
	return s.publishSession(ctx, opened, me, api.Origin(ctx))
}

func (s *Service) stop(ctx context.Context, _ *struct{}) (Stopped, error) {
	return s.stopped(ctx, account.CallerFrom(ctx).ID)
}

type joinInput struct {
	PerformerID string `path:"performerId"`
}

func (s *Service) join(ctx context.Context, in *joinInput) (Session, error) {
	return s.Join(ctx, account.CallerFrom(ctx), in.PerformerID, api.Origin(ctx))
}

type sessionInput struct {
	PerformerID string `path:"performerId"`
	Type        string `path:"type"`
}

func (s *Service) session(ctx context.Context, in *sessionInput) (Session, error) {
	return s.Current(ctx, account.CallerFrom(ctx), in.PerformerID, in.Type)
}

type tokenInput struct {
	Body tokenBody
}

type tokenBody struct {
	ID         string `json:"id" minLength:"1" maxLength:"64" doc:"the session's id"`
	Type       string `json:"type" enum:"publish,play"`
	ExpireDate int64  `json:"expireDate,omitempty" minimum:"0" maximum:"253402300799999" doc:"Unix milliseconds; one day ahead when absent"`
}

func (s *Service) token(ctx context.Context, in *tokenInput) (Token, error) {
	return s.StreamToken(ctx, account.CallerFrom(ctx), Ask{
		ShowID: in.Body.ID, Publish: in.Body.Type == "publish", Expires: db.Time(in.Body.ExpireDate),
	}, api.Origin(ctx))
}

// StreamKey is what a performer sees of her stream key: the key itself only when
// it was just made.
type StreamKey struct {
	Key    string     `json:"key,omitempty" doc:"only in the answer that makes it"`
	URL    string     `json:"url" doc:"the server address for the broadcasting program"`
	Exists bool       `json:"exists"`
	MadeAt *time.Time `json:"madeAt,omitempty"`
	UsedAt *time.Time `json:"usedAt,omitempty"`
}

func (s *Service) streamKey(ctx context.Context, _ *struct{}) (StreamKey, error) {
	answer := StreamKey{URL: api.Origin(ctx) + "/whip"}
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		key, err := selectStreamKey(ctx, tx, account.CallerFrom(ctx).ID)
		if err != nil {
			return err
		}
		answer.Exists, answer.MadeAt = true, &key.made
		if !key.used.IsZero() {
			answer.UsedAt = &key.used
		}
		return nil
	})
	if errors.Is(err, db.ErrNone) {
		err = nil
	}
	return answer, err
}

func (s *Service) newStreamKey(ctx context.Context, _ *struct{}) (StreamKey, error) {
	key, err := s.NewStreamKey(ctx, account.CallerFrom(ctx).ID)
	now := s.Now()
	return StreamKey{Key: key, URL: api.Origin(ctx) + "/whip", Exists: true, MadeAt: &now}, err
}

// Snapshots serves /snapshots/{performerId}/{time}.jpg: the newest picture of a
// public show that is on, for its card. The time only makes the address new.
// Whom she hides from gets the answer of a performer who does not exist.
func (s *Service) Snapshots(w http.ResponseWriter, r *http.Request) {
	performerID := r.PathValue("performerId")
	err := s.DB.Read(r.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := s.admitKnown(ctx, tx, performerID, account.CallerFrom(ctx)); err != nil {
			return err
		}
		current, err := selectStaged(ctx, tx, performerID)
		if err == nil && (current.Paid() || !current.OnAir()) {
			err = db.ErrNone
		}
		return err
	})
	if err != nil {
		http.NotFound(w, r)
		return
	}
	picture, err := s.Pictures.Open(r.Context(), pictureKey(performerID))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer picture.Close()
	w.Header().Set("Content-Type", "image/jpeg")
	w.Header().Set("Cache-Control", "private, max-age=60")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if _, err := io.Copy(w, picture); err != nil {
		s.Log.Debug("send a snapshot", "error", err)
	}
}
