package payouts

import (
	"context"
	"net/http"
	"time"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/currency"
)

func (s *Batches) routes(r *api.Router) {
	sees, decides := account.SeePayouts.Guard(), account.DecidePayouts.Guard()
	api.Get(r, "/admin/payouts/batches", "payouts.batches", s.getBatches, sees,
		api.Summary("The payout batches, newest first"), audit.As(batchSearched, ""))
	api.Post(r, "/admin/payouts/batches", "payouts.batches.create", s.postBatch, account.StepUp(decides),
		api.Summary("Freeze approved requests into one file"))
	api.Get(r, "/admin/payouts/batches/{id}", "payouts.batches.view", s.getBatch, sees,
		api.Summary("A payout batch with its requests"), audit.As(batchViewed, "payout_batch"))
	api.Post(r, "/admin/payouts/batches/{id}/approve", "payouts.batches.approve", s.postApprove, account.StepUp(decides),
		api.Summary("Approve a payout batch"))
	api.Raw(r, http.MethodPost, "/admin/payouts/batches/{id}/export", "payouts.batches.export", s.postExport, account.StepUp(decides))
	api.Post(r, "/admin/payouts/batches/{id}/paid", "payouts.batches.paid", s.postPaid, account.StepUp(decides),
		api.Summary("The bank has paid all of it but what bounced"))
	api.Post(r, "/admin/payouts/batches/{id}/discard", "payouts.batches.discard", s.postDiscard, account.StepUp(decides),
		api.Summary("Free what is in it; once the file was exported two admins say that the bank will not pay it"))
	api.Delete(r, "/admin/payouts/batches/{id}/discard", "payouts.batches.keep", s.deleteDiscard, account.StepUp(decides),
		api.Summary("Keep a batch whose discarding waits for a second admin"))
}

// PayoutBatch is a batch on the wire.
type PayoutBatch struct {
	ID         string    `json:"_id"`
	Rail       string    `json:"rail" enum:"csv,sepa,ach,wire,paxum,bitpay"`
	Currency   string    `json:"currency"`
	Total      string    `json:"total"`
	Payments   int       `json:"payments"`
	TwoNeeded  bool      `json:"twoNeeded" doc:"another admin than its creator must approve"`
	FileName   string    `json:"fileName"`
	Hash       string    `json:"hash" doc:"SHA-256 of the file"`
	State      string    `json:"state" enum:"frozen,approved,paid,discarded"`
	Creator    string    `json:"creator"`
	Approver   string    `json:"approver,omitempty"`
	Reason     string    `json:"reason,omitempty" doc:"why it was, or is to be, discarded"`
	Reference  string    `json:"reference,omitempty"`
	CreatedAt  time.Time `json:"createdAt"`
	ExportedAt time.Time `json:"exportedAt,omitzero"`
	ClosedAt   time.Time `json:"closedAt,omitzero"`
	DiscardBy  string    `json:"discardBy,omitempty" doc:"who said first that the bank will not pay the exported file; while the batch is approved, another admin must say so too"`
	ClosedBy   string    `json:"closedBy,omitempty" doc:"who marked it as paid, or discarded it"`
}

func (b Batch) wire() PayoutBatch {
	return PayoutBatch{
		ID: b.ID, Rail: b.Rail, Currency: b.Currency, Total: currency.Text(b.Total, b.Currency), Payments: b.Payments,
		TwoNeeded: b.TwoNeeded, FileName: b.FileName, Hash: b.Hash, State: b.State, Creator: b.Creator, Approver: b.Approver,
		Reason: b.Reason, Reference: b.Reference, CreatedAt: b.CreatedAt,
		DiscardBy: b.DiscardBy, ClosedBy: b.ClosedBy, ExportedAt: b.ExportedAt, ClosedAt: b.ClosedAt,
	}
}

type batchesInput struct {
	api.Page
	State string `query:"state" enum:"frozen,approved,paid,discarded"`
}

func (s *Batches) getBatches(ctx context.Context, in *batchesInput) (api.List[PayoutBatch], error) {
	list, total, err := s.ListBatches(ctx, in.State, in.Offset, in.Limit)
	return api.ListOf(list, total, Batch.wire), err
}

type batchInput struct {
	Body struct {
		Rail       string   `json:"rail" enum:"csv,sepa,ach,wire,paxum,bitpay"`
		RequestIDs []string `json:"requestIds" minItems:"1" maxItems:"500"`

		ExportedBefore bool `json:"exportedBefore,omitempty" doc:"needed when a request has releases: the bank has paid none of them"`
	}
}

func (s *Batches) postBatch(ctx context.Context, in *batchInput) (PayoutBatch, error) {
	b, err := s.CreateBatch(ctx, Choice{in.Body.Rail, in.Body.RequestIDs, in.Body.ExportedBefore})
	return b.wire(), err
}

// BatchView is a batch and what is in it.
type BatchView struct {
	PayoutBatch
	Requests []PayoutRequest `json:"requests"`
}

func (s *Batches) getBatch(ctx context.Context, in *oneInput) (BatchView, error) {
	b, requests, names, err := s.Batch(ctx, in.ID)
	return BatchView{b.wire(), wires(requests, len(requests), names, account.Admin).Data}, err
}

func (s *Batches) postApprove(ctx context.Context, in *oneInput) (PayoutBatch, error) {
	b, err := s.ApproveBatch(ctx, in.ID)
	return b.wire(), err
}

func (s *Batches) postExport(w http.ResponseWriter, r *http.Request) error {
	file, err := s.ExportBatch(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	send(w, file)
	return nil
}

type paidInput struct {
	ID   string `path:"id"`
	Body struct {
		Reference string   `json:"reference" maxLength:"200" doc:"the bank's"`
		Bounced   []string `json:"bounced,omitempty" doc:"requests that the bank did not pay"`
	}
}

func (s *Batches) postPaid(ctx context.Context, in *paidInput) (PayoutBatch, error) {
	b, err := s.PayBatch(ctx, in.ID, in.Body.Reference, in.Body.Bounced)
	return b.wire(), err
}

type discardInput struct {
	ID   string `path:"id"`
	Body struct {
		Reason  string `json:"reason" maxLength:"200"`
		NotPaid bool   `json:"notPaid,omitempty" doc:"needed once the file was exported: the bank has not paid it and will not"`
	}
}

func (s *Batches) postDiscard(ctx context.Context, in *discardInput) (PayoutBatch, error) {
	b, err := s.DiscardBatch(ctx, in.ID, Discard{in.Body.Reason, in.Body.NotPaid})
	return b.wire(), err
}

func (s *Batches) deleteDiscard(ctx context.Context, in *oneInput) (PayoutBatch, error) {
	b, err := s.KeepBatch(ctx, in.ID)
	return b.wire(), err
}
