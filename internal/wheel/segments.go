package wheel

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/money"
	"limelight/internal/kit/sanitize"
)

// Slice is what a segment is to whoever spins: its text, its odds, its colour.
type Slice struct {
	Label  string `json:"label"`
	Weight int    `json:"weight"`
	Color  string `json:"color" doc:"such as #a2252d"`
}

// Segment is a slice of a performer's wheel that they can change.
type Segment struct {
	ID string
	Slice
}

// Wheel is a performer's wheel now.
type Wheel struct {
	PerformerID string
	Price       money.Tokens // of a spin
	Segments    []Segment    // clockwise from the top
	Status      string       // the performer's streaming status
}

// refusal says why the wheel cannot be spun now; nil when it can.
func (w Wheel) refusal() error {
	switch {
	case len(w.Segments) < Min:
		return ErrNotReady
	case w.Status == "offline":
		return ErrOffline
	case w.Status != "public" && w.Status != "group":
		return ErrClosed
	}
	return nil
}

// slices are the segments as they are kept with a spin.
func (w Wheel) slices() []Slice {
	list := make([]Slice, len(w.Segments))
	for i, s := range w.Segments {
		list[i] = s.Slice
	}
	return list
}

// Own is the performer's own wheel.
func (s *Service) Own(ctx context.Context, performerID string) (w Wheel, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		w, err = s.wheel(ctx, tx, performerID)
		return err
	})
	return w, err
}

// Look is a performer's wheel as the viewer sees it; ErrNoPerformer when the
// viewer may not see the performer.
func (s *Service) Look(ctx context.Context, viewer account.Caller, performerID string) (w Wheel, err error) {
	err = s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.admit(ctx, tx, performerID, viewer); err != nil {
			return err
		}
		w, err = s.wheel(ctx, tx, performerID)
		return err
	})
	return w, err
}

func (s *Service) admit(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) error {
	if !id.Valid(performerID) {
		return ErrNoPerformer
	}
	if ok, err := s.Performers.Admits(ctx, tx, performerID, viewer); err != nil || !ok {
		return cmp.Or[error](err, ErrNoPerformer)
	}
	return nil
}

func (s *Service) wheel(ctx context.Context, tx *db.Tx, performerID string) (w Wheel, err error) {
	w.PerformerID = performerID
	if w.Status, err = s.Performers.StreamingStatus(ctx, tx, performerID); err != nil {
		return w, err
	}
	if w.Price, err = s.Performers.WheelPrice(ctx, tx, performerID); err != nil {
		return w, err
	}
	w.Segments, err = selectSegments(ctx, tx, performerID)
	return w, err
}

// Add puts a segment into the performer's wheel, at a place counted from 0, or at
// the end. It fails with ErrFull or a refused field.
func (s *Service) Add(ctx context.Context, performerID string, slice Slice, place *int) (added Segment, err error) {
	if slice, err = slice.checked(); err != nil {
		return added, err
	}
	err = s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx, list []Segment) error {
		if len(list) >= Max {
			return ErrFull
		}
		now := s.Now()
		added = Segment{ID: id.New(now), Slice: slice}
		at := placed(place, len(list), len(list))
		if err := insertSegment(ctx, tx, performerID, added, at, now); err != nil {
			return err
		}
		return order(ctx, tx, slices.Insert(list, at, added))
	})
	return added, err
}

// Change replaces a segment, and moves it when a place is given. It fails with
// ErrNoSegment or a refused field.
func (s *Service) Change(ctx context.Context, performerID, segmentID string, slice Slice, place *int) (changed Segment, err error) {
	if slice, err = slice.checked(); err != nil {
		return changed, err
	}
	err = s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx, list []Segment) error {
		was := find(list, segmentID)
		if was < 0 {
			return ErrNoSegment
		}
		changed = Segment{ID: segmentID, Slice: slice}
		if err := updateSegment(ctx, tx, changed); err != nil {
			return err
		}
		rest := slices.Delete(list, was, was+1)
		return order(ctx, tx, slices.Insert(rest, placed(place, was, len(rest)), changed))
	})
	return changed, err
}

// Remove takes a segment out of the wheel. It fails with ErrNoSegment.
func (s *Service) Remove(ctx context.Context, performerID, segmentID string) error {
	return s.change(ctx, performerID, func(ctx context.Context, tx *db.Tx, list []Segment) error {
		was := find(list, segmentID)
		if was < 0 {
			return ErrNoSegment
		}
		if err := deleteSegment(ctx, tx, segmentID); err != nil {
			return err
		}
		return order(ctx, tx, slices.Delete(list, was, was+1))
	})
}

// change runs fn with the wheel's segments; two changes of one wheel take turns.
func (s *Service) change(ctx context.Context, performerID string, fn func(context.Context, *db.Tx, []Segment) error) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := lockWheel(ctx, tx, performerID, s.Now()); err != nil {
			return err
		}
		list, err := selectSegments(ctx, tx, performerID)
		if err != nil {
			return err
		}
		return fn(ctx, tx, list)
	})
}

func find(list []Segment, segmentID string) int {
	return slices.IndexFunc(list, func(s Segment) bool { return s.ID == segmentID })
}

// placed is the place that was asked for, within 0 and last; otherwise the usual.
func placed(asked *int, usual, last int) int {
	if asked == nil {
		return usual
	}
	return min(max(*asked, 0), last)
}

func (s Slice) checked() (Slice, error) {
	s.Label, s.Color = sanitize.Line(s.Label), strings.ToLower(s.Color)
	if err := fault.Length("label", s.Label, 1, maxLabel); err != nil {
		return s, err
	}
	switch {
	case s.Weight < 1 || s.Weight > maxWeight:
		return s, fault.Between("weight", 1, maxWeight)
	case !isColor(s.Color):
		return s, fault.Field("color", "Must be a colour such as #a2252d")
	}
	return s, nil
}

func isColor(text string) bool {
	digits, found := strings.CutPrefix(text, "#")
	return found && len(digits) == 6 && strings.Trim(digits, "0123456789abcdef") == ""
}
