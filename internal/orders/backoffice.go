package orders

import (
	"context"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/sanitize"
)

// BackOffice is what staff do with orders: find them, and refund them.
type BackOffice struct{ *core }

func (s *BackOffice) backOfficeRoutes(r *api.Router) {
	api.Get(r, "/admin/orders/search", "orders.admin.search", s.getAll, account.SeeOrders.Guard(),
		api.Summary("Everybody's orders"), audit.As(orderSearched, ""))
	api.Post(r, "/admin/orders/{id}/refund", "orders.admin.refund", s.postRefund, account.RefundOrders.Guard(),
		api.Summary("Give back what is left of an order's price, for a reason that both sides read"))
}

// Refund lets an admin refund an order for a reason, which both sides read. It fails with
// ErrNone, ErrStatus, a refused field, or what Money refuses. The key is as in Update.
func (s *BackOffice) Refund(ctx context.Context, orderID, reason, adminID, key string) (Details, error) {
	reason = sanitize.Paragraphs(reason)
	if err := fault.Length("reason", reason, minReason, maxNote); err != nil {
		return Details{}, err
	}
	once := once{"orders.refund:" + adminID, key, reason}
	return s.change(ctx, orderID, once, func(Order) bool { return true }, func(ctx context.Context, tx *db.Tx, o Order) (Order, error) {
		o.Reason = reason
		o, err := s.move(ctx, tx, o, Refunded, admin)
		if err != nil {
			return o, err
		}
		return o, s.Audit.Record(ctx, tx, audit.Act{Action: orderRefunded, Subject: "order:" + o.ID, Reason: reason})
	})
}

// AdminOrder is an order as admins see it: without its address.
type AdminOrder struct {
	OrderView
	UserInfo      Person `json:"userInfo"`
	PerformerInfo Person `json:"performerInfo"`
}

func (s *BackOffice) adminView(d Details) AdminOrder {
	return AdminOrder{OrderView: s.view(d), UserInfo: Person{d.MemberID, d.MemberName}, PerformerInfo: Person{d.PerformerID, d.PerformerName}}
}

type adminSearchInput struct {
	SearchInput
	MemberID    string `query:"memberId" maxLength:"64"`
	PerformerID string `query:"performerId" maxLength:"64"`
}

func (s *BackOffice) getAll(ctx context.Context, in *adminSearchInput) (api.List[AdminOrder], error) {
	return page(ctx, s.core, in.SearchInput, func(f *Filter) { f.MemberID, f.PerformerID = in.MemberID, in.PerformerID }, s.adminView)
}

type refundInput struct {
	api.Idempotent
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Reason string `json:"reason" minLength:"10" maxLength:"500"`
	}
}

func (s *BackOffice) postRefund(ctx context.Context, in *refundInput) (AdminOrder, error) {
	d, err := s.Refund(ctx, in.ID, in.Body.Reason, account.CallerFrom(ctx).ID, in.IdempotencyKey)
	return s.adminView(d), err
}
