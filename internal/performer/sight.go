package performer

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/money"
)

// Admits is the one place that decides who may see whom. It reports whether the viewer may know the performer at all: she is
// verified and active, and hides neither from them nor from where the call comes
// from. An absent performer, an unverified one and one who hides look the same.
// She herself is always admitted.
func (s *Service) Admits(ctx context.Context, tx *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	if viewer.ID == performerID {
		return true, nil
	}
	listed, err := selectListed(ctx, tx, performerID)
	if err != nil || !listed {
		return false, err
	}
	hides, err := s.Blocking.Hides(ctx, tx, performerID, viewer)
	return !hides && err == nil, err
}

// Listed reports whether the performer is verified and active, for whom she may hide from.
func (s *Service) Listed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return selectListed(ctx, tx, performerID)
}

// Visible is Admits for whoever makes the call.
func (s *Service) Visible(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return s.Admits(ctx, tx, performerID, account.CallerFrom(ctx))
}

// Receives reports whether the member may send the performer tokens: she is to be
// seen by them.
func (s *Service) Receives(ctx context.Context, tx *db.Tx, performerID, memberID string) (bool, error) {
	return s.Admits(ctx, tx, performerID, account.Caller{ID: memberID, Role: account.Member})
}

// StreamingStatus is the performer's streaming state; ErrAbsent for nobody.
func (s *Service) StreamingStatus(ctx context.Context, tx *db.Tx, performerID string) (string, error) {
	g, err := selectStage(ctx, tx, performerID)
	return g.status, err
}

// WheelPrice is what a spin of the performer's wheel costs; ErrAbsent for nobody.
func (s *Service) WheelPrice(ctx context.Context, tx *db.Tx, performerID string) (money.Tokens, error) {
	return selectWheelPrice(ctx, tx, performerID)
}

// Offer is what a performer charges now, how she runs her shows, and whether she
// says that she is available or away.
type Offer struct {
	Prices
	Broadcast    Broadcast
	Availability string
}

// Offer reads what a performer asks of whoever wants a show; ErrAbsent for nobody.
func (s *Service) Offer(ctx context.Context, tx *db.Tx, performerID string) (Offer, error) {
	return selectOffer(ctx, tx, performerID)
}
