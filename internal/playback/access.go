package playback

import (
	"context"
	"time"

	"limelight/internal/account"
)

const (
	askedEvery = 2 * time.Second // an answer of Rights is good so long
	maxAnswers = 20_000          // kept; who comes beyond them is asked about each time
)

// pass is one viewer at one part of an asset: what is granted in one country may not be in
// another.
type pass struct {
	viewerID string
	role     account.Role
	country  string
	assetID  string
	part     Part
}

// answer is what Rights has said.
type answer struct {
	Grant
	asked     time.Time // before the question was
	delivered bool
}

func passOf(viewer account.Caller, assetID string, part Part) pass {
	return pass{viewer.ID, viewer.Role, viewer.Country, assetID, part}
}

// ask asks Rights now.
func (s *Service) ask(ctx context.Context, viewer account.Caller, assetID string, part Part) (answer, error) {
	p, asked := passOf(viewer, assetID, part), s.Now()
	grant, err := s.Rights.Watch(ctx, viewer, assetID, part)
	if err != nil {
		s.answers.Delete(p)
		return answer{}, err
	}
	a := answer{Grant: grant, asked: asked}
	s.answers.Put(p, a, a.asked)
	return a, nil
}

// holds is the answer about a right that an address carries: ErrNone when it is over, or
// another one by now.
func (s *Service) holds(ctx context.Context, viewer account.Caller, r right) (answer, error) {
	a, found := s.answers.Get(passOf(viewer, r.assetID, r.part), s.Now())
	if !found {
		var err error
		if a, err = s.ask(ctx, viewer, r.assetID, r.part); err != nil {
			return answer{}, err
		}
	}
	if a.MediaID != r.mediaID || a.Version != r.version {
		return answer{}, ErrNone
	}
	return a, nil
}

// deliver notes that bytes of the video itself go out.
func (s *Service) deliver(ctx context.Context, viewer account.Caller, r right, a answer) error {
	if r.part != Video || a.delivered {
		return nil
	}
	may, err := s.Rights.Deliver(ctx, viewer, r.assetID)
	p := passOf(viewer, r.assetID, r.part)
	switch {
	case err != nil:
		return err
	case !may:
		s.answers.Delete(p)
		return ErrNone
	}
	a.delivered = true
	s.answers.Put(p, a, a.asked)
	return nil
}
