package playback

import (
	"context"
	"sync"
	"time"

	"limelight/internal/account"
)

const (
	askedEvery  = 2 * time.Second // an answer of Rights is good so long
	mostAnswers = 20_000          // kept; who comes beyond them is asked about each time
)

// answers are what Rights has said in the last two seconds.
type answers struct {
	mu    sync.Mutex
	known map[pass]answer
	tidy  time.Time // when known is next looked through
}

// pass is one viewer at one part of an asset: what is granted in one country may not be in
// another.
type pass struct {
	viewerID string
	role     account.Role
	country  string
	assetID  string
	part     Part
}

type answer struct {
	Grant
	asked     time.Time // before the question was
	delivered bool
}

func passOf(viewer account.Caller, assetID string, part Part) pass {
	return pass{viewer.ID, viewer.Role, viewer.Country, assetID, part}
}

func (a answer) fresh(now time.Time) bool {
	age := now.Sub(a.asked)
	return age >= 0 && age < askedEvery
}

func (k *answers) find(p pass, now time.Time) (answer, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	a, found := k.known[p]
	return a, found && a.fresh(now)
}

func (k *answers) keep(p pass, a answer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if a.asked.After(k.tidy) {
		k.tidy = a.asked.Add(askedEvery)
		for other, old := range k.known {
			if !old.fresh(a.asked) {
				delete(k.known, other)
			}
		}
	}
	if _, there := k.known[p]; there || len(k.known) < mostAnswers {
		k.known[p] = a
	}
}

func (k *answers) forget(p pass) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.known, p)
}

// ask asks Rights now.
func (s *Service) ask(ctx context.Context, viewer account.Caller, assetID string, part Part) (answer, error) {
	p, asked := passOf(viewer, assetID, part), s.Now()
	grant, err := s.Rights.Watch(ctx, viewer, assetID, part)
	if err != nil {
		s.answers.forget(p)
		return answer{}, err
	}
	a := answer{Grant: grant, asked: asked}
	s.answers.keep(p, a)
	return a, nil
}

// holds is the answer about a right that an address carries: ErrNone when it is over, or
// another one by now.
func (s *Service) holds(ctx context.Context, viewer account.Caller, r right) (answer, error) {
	a, found := s.answers.find(passOf(viewer, r.assetID, r.part), s.Now())
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
		s.answers.forget(p)
		return ErrNone
	}
	a.delivered = true
	s.answers.keep(p, a)
	return nil
}
