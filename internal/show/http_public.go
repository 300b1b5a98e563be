package show

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/sanitize"
	"limelight/internal/show/gate"
	"limelight/internal/show/store"
)

type liveInput struct {
	Body *liveBody
}

type liveBody struct {
	Title    string `json:"title,omitempty" maxLength:"120"`
	Takeover bool   `json:"takeover,omitempty" doc:"end the broadcast of the other device"`
}

func (s *publicShows) live(ctx context.Context, in *liveInput) (Session, error) {
	var start Start
	if in.Body != nil {
		start = Start{Title: sanitize.Line(in.Body.Title), Takeover: in.Body.Takeover}
	}
	me := account.CallerFrom(ctx)
	opened, err := s.GoLive(ctx, me, start)
	if err != nil {
		return Session{}, err
	}
	return s.publishSession(ctx, opened, me, api.Origin(ctx))
}

func (s *publicShows) stop(ctx context.Context, _ *struct{}) (Stopped, error) {
	return s.stopped(ctx, account.CallerFrom(ctx).ID)
}

// StreamKey is what a performer sees of the stream key: the key itself only when
// it was just made.
type StreamKey struct {
	Key    string    `json:"key,omitempty" doc:"only in the answer that makes it"`
	URL    string    `json:"url" doc:"the server address for the broadcasting program"`
	Exists bool      `json:"exists"`
	MadeAt time.Time `json:"madeAt,omitzero"`
	UsedAt time.Time `json:"usedAt,omitzero"`
}

func (s *publicShows) streamKey(ctx context.Context, _ *struct{}) (StreamKey, error) {
	answer := StreamKey{URL: api.Origin(ctx) + "/whip"}
	err := s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		key, err := store.SelectStreamKey(ctx, tx, account.CallerFrom(ctx).ID)
		if err != nil {
			return err
		}
		answer.Exists, answer.MadeAt, answer.UsedAt = true, key.Made, key.Used
		return nil
	})
	if errors.Is(err, db.ErrNone) {
		err = nil
	}
	return answer, err
}

func (s *publicShows) newStreamKey(ctx context.Context, _ *struct{}) (StreamKey, error) {
	key, err := s.NewStreamKey(ctx, account.CallerFrom(ctx).ID)
	return StreamKey{Key: key, URL: api.Origin(ctx) + "/whip", Exists: true, MadeAt: s.Now()}, err
}

type joinInput struct {
	PerformerID string `path:"performerId"`
}

func (s *clientSessions) join(ctx context.Context, in *joinInput) (Session, error) {
	return s.Join(ctx, account.CallerFrom(ctx), in.PerformerID, api.Origin(ctx))
}

type sessionInput struct {
	PerformerID string `path:"performerId"`
	Type        string `path:"type"`
	OrNone      bool   `query:"orNone" doc:"null where there is none, instead of 404"`
}

// A type of its own, since the API's document names answers by their types.
type openSession *Session

func (s *clientSessions) session(ctx context.Context, in *sessionInput) (openSession, error) {
	current, err := s.Current(ctx, account.CallerFrom(ctx), in.PerformerID, in.Type)
	if in.OrNone && errors.Is(err, gate.ErrNoShow) {
		return nil, nil
	}
	return &current, err
}

type tokenInput struct {
	Body tokenBody
}

type tokenBody struct {
	ID         string `json:"id" minLength:"1" maxLength:"64" doc:"the session's id"`
	Type       string `json:"type" enum:"publish,play"`
	ExpireDate int64  `json:"expireDate,omitempty" minimum:"0" maximum:"253402300799999" doc:"Unix milliseconds; one day ahead when absent"`
}

func (s *clientSessions) token(ctx context.Context, in *tokenInput) (Token, error) {
	return s.StreamToken(ctx, account.CallerFrom(ctx), Ask{
		ShowID: in.Body.ID, Publish: in.Body.Type == "publish", Expires: db.Time(in.Body.ExpireDate),
	}, api.Origin(ctx))
}
