package app

import (
	"context"
	"encoding/json"

	"limelight/internal/assets"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/paidmessages"
)

// photoSellers have the rules of what performers sell, in the words of photos in conversations.
type photoSellers struct{ assets *assets.Service }

func (p photoSellers) Reviewed(ctx context.Context, tx *db.Tx, performerID string) (bool, error) {
	return p.assets.Reviewed(ctx, tx, performerID)
}

func (photoSellers) Declared(text string) (paidmessages.Declaration, error) {
	var c assets.Consents
	if text == "" {
		return paidmessages.Declaration{}, fault.Missing("consents")
	}
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return paidmessages.Declaration{}, fault.Field("consents", "Must be JSON")
	}
	c, err := c.Checked()
	return paidmessages.Declaration{OnlyMe: c.OnlyMe, Others: c.Others}, err
}
