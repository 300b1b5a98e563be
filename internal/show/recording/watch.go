package recording

import (
	"context"
	"errors"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
)

// askedEvery is how often a right is asked for again while an answer is under way.
const askedEvery = 2 * time.Second

// Address is where a recording can be watched for a while.
type Address struct {
	URL       string    `json:"url" doc:"an MP4 file of which ranges are served: this site's path, or the same one on the host of the setting viewerURL. It is the caller's alone"`
	ExpiresAt time.Time `json:"expiresAt"`
}

// AddressOf makes an address for a caller who may watch the recording.
func (s *Service) AddressOf(ctx context.Context, who account.Caller, recordingID string) (a Address, err error) {
	var r Recording
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err = s.allowed(ctx, tx, who, recordingID)
		return err
	})
	if err != nil {
		return a, err
	}
	a.ExpiresAt = s.Now().Add(addressLife)
	token, err := s.token(right{recordingID: r.ID, who: viewerOf(who), until: a.ExpiresAt.UnixMilli()})
	a.URL = s.Rules().Host + Prefix + token + "/" + r.ShowID + ".mp4"
	return a, err
}

// allowed is the one place that decides who may watch a recording: its performer; of a shared one the
// members who paid in the show, while its performer admits them; and staff. Nobody but staff watches
// what was taken down. All others are answered as if there were none.
func (s *Service) allowed(ctx context.Context, tx *db.Tx, who account.Caller, recordingID string) (Recording, error) {
	r, err := selectAny(ctx, tx, recordingID)
	switch {
	case err != nil:
		return r, err
	case who.Role.May(account.TakeDownAssets):
		return r, readiness(r)
	case who.Guest() || r.isTakenDown():
		return r, errNone
	case who.ID == r.performerID:
		return r, readiness(r)
	case who.Role != account.Member || r.SharedAt.IsZero():
		return r, errNone
	}
	admitted, err := s.Performers.Admits(ctx, tx, r.performerID, who)
	if err != nil || !admitted {
		return r, errors.Join(err, errNone)
	}
	paid, err := existsViewer(ctx, tx, r.ID, who.ID)
	if err == nil && !paid {
		err = errNone
	}
	return r, err
}

func readiness(r Recording) error {
	if !r.Ready {
		return errUnfinished
	}
	return nil
}

// stillAllowed decides about a right that an address carries, where the request comes from now: the
// login must be good, and the performer must admit this member both from where the address was made
// for and from where it is used.
func (s *Service) stillAllowed(ctx context.Context, by right, country string) (r Recording, pieces []piece, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		live, err := s.Accounts.SessionLive(ctx, tx, by.who.sessionID)
		if err != nil || !live {
			return errors.Join(err, errNone)
		}
		if r, err = s.allowed(ctx, tx, by.who.caller(by.who.country), by.recordingID); err != nil {
			return err
		}
		if country != by.who.country {
			if r, err = s.allowed(ctx, tx, by.who.caller(country), by.recordingID); err != nil {
				return err
			}
		}
		pieces, err = selectPieces(ctx, tx, r)
		return err
	})
	return r, pieces, err
}

func existsViewer(ctx context.Context, tx *db.Tx, recordingID, accountID string) (bool, error) {
	n, err := db.One(ctx, tx, db.Int, `
		SELECT COUNT(*) FROM show_recording_viewers WHERE recording_id = $1 AND account_id = $2`, recordingID, accountID)
	return n > 0, err
}

func (s *Service) viewerRoutes(r *api.Router) {
	api.Get(r, "/recordings", "recording.shared", s.getShared, account.Member.Guard(),
		api.Summary("Recordings of shows that I paid in and that their performers share, newest first"))
	api.Post(r, "/recordings/{id}/address", "recording.address", s.postAddress, account.AnyOf(account.Member, account.Performer),
		api.Summary("Where I can watch a recording for the next hours; to be asked again after"))
}

func (s *Service) postAddress(ctx context.Context, in *idInput) (Address, error) {
	return s.AddressOf(ctx, account.CallerFrom(ctx), in.ID)
}

// SharedView is a recording as a member sees it who may watch it.
type SharedView struct {
	ID        string       `json:"_id"`
	Type      string       `json:"type" enum:"public,private,group"`
	Title     string       `json:"title"`
	Performer account.Card `json:"performer"`
	StartedAt time.Time    `json:"startedAt"`
	Seconds   float64      `json:"seconds"`
}

func (s *Service) getShared(ctx context.Context, in *listInput) (page api.List[SharedView], err error) {
	me := account.CallerFrom(ctx)
	page.Data = []SharedView{}
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		page.Data = page.Data[:0]
		performers, err := selectSharing(ctx, tx, me.ID)
		if err != nil || len(performers) == 0 {
			return err
		}
		admitted, err := s.Performers.Admitted(ctx, tx, me, performers...)
		if err != nil {
			return err
		}
		var known []string
		for _, performer := range performers {
			if admitted[performer] {
				known = append(known, performer)
			}
		}
		list, total, err := selectShared(ctx, tx, me.ID, known, in.Offset, in.Limit)
		if err != nil {
			return err
		}
		cards, err := s.Accounts.Cards(ctx, tx, known...)
		if err != nil {
			return err
		}
		page.Total = total
		for _, r := range list {
			page.Data = append(page.Data, SharedView{r.ID, r.Type, r.Title, cards[r.performerID], r.StartedAt, r.Seconds})
		}
		return nil
	})
	return page, err
}

// sharedWith are the recordings that an account may watch, as far as their performers admit it.
const sharedWith = `
		FROM show_recordings
		WHERE shared_at > 0 AND taken_down_at = 0 AND index_bytes > 0
			AND id IN (SELECT recording_id FROM show_recording_viewers WHERE account_id = $1)`

func selectSharing(ctx context.Context, tx *db.Tx, accountID string) ([]string, error) {
	return db.All(ctx, tx, db.String, `SELECT DISTINCT performer_id`+sharedWith+` ORDER BY performer_id`, accountID)
}

func selectShared(ctx context.Context, tx *db.Tx, accountID string, performers []string, offset, limit int) (list []Recording, total int, err error) {
	if len(performers) == 0 {
		return nil, 0, nil
	}
	in, ids := db.In(2, performers)
	if total, err = db.One(ctx, tx, db.Int, `SELECT COUNT(*)`+sharedWith+` AND performer_id IN `+in, append([]any{accountID}, ids...)...); err != nil {
		return nil, 0, err
	}
	in, ids = db.In(4, performers)
	list, err = db.All(ctx, tx, scanRecording, `
		SELECT `+columns+sharedWith+` AND performer_id IN `+in+`
		ORDER BY started_at DESC, id DESC
		LIMIT $2 OFFSET $3`, append([]any{accountID, limit, offset}, ids...)...)
	return list, total, err
}
