package app

import (
	"context"

	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/uploads"
)

// media are the large files of assets: what was sent in pieces.
type media struct{ *house }

func (m media) Take(ctx context.Context, tx *db.Tx, medium assets.Medium, performerID string) (assets.Medium, error) {
	sent, err := m.uploads.Claim(ctx, tx, performerID, medium.UploadID, uploads.Purpose(medium.Purpose))
	medium.Name, medium.Size = sent.Name, sent.Length
	return medium, err
}

func (m media) Drop(ctx context.Context, tx *db.Tx, medium assets.Medium) error {
	return m.uploads.Remove(ctx, tx, medium.UploadID)
}
