package journal

import (
	"context"
	"encoding/hex"

	"limelight/internal/audit"
	"limelight/internal/kit/api"
)

// Routes mounts the package on the API. Days are everybody's: whoever keeps one can
// prove later that it, and all before it, have not changed.
func (j *Journal) Routes(r *api.Router) {
	api.Get(r, "/journal/days", "journal.days", j.getDays, api.Public,
		api.Summary("The closed days of the ledger, newest first: each one's root, chained to the day before and signed"))
	api.Get(r, "/journal/days/{day}", "journal.day", j.getDay, api.Public, api.Summary("One closed day"))
	api.Get(r, "/journal/proofs/{id}", "journal.proof", j.getProof, j.SignedIn,
		api.Summary("The proof that a transfer I paid is in its day; a browser can check it"), audit.Silent("proofs of transfers are for those who know them"))
}

// DaysView is a page of the chain, and the key it is signed by today.
type DaysView struct {
	Data      []Head `json:"data"`
	Total     int    `json:"total"`
	PublicKey string `json:"publicKey" doc:"Ed25519, in hexadecimal"`
}

func (j *Journal) getDays(ctx context.Context, in *api.Page) (v DaysView, err error) {
	v.PublicKey = hex.EncodeToString(j.PublicKey())
	v.Data, v.Total, err = j.Heads(ctx, in.Offset, in.Limit)
	if v.Data == nil {
		v.Data = []Head{}
	}
	return v, err
}

type dayInput struct {
	Day string `path:"day" doc:"such as 2026-11-02, UTC"`
}

func (j *Journal) getDay(ctx context.Context, in *dayInput) (Head, error) { return j.Head(ctx, in.Day) }

type proofInput struct {
	ID string `path:"id" doc:"of the transfer"`
}

func (j *Journal) getProof(ctx context.Context, in *proofInput) (Proof, error) {
	return j.ProveOwn(ctx, j.Caller(ctx), in.ID)
}
