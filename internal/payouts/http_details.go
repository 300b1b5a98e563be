package payouts

import (
	"context"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/payouts/rails"
)

// routes are the spec's calls for payout details (spec §9).
func (s *Destinations) routes(r *api.Router) {
	for _, who := range []struct {
		path string
		role account.Role
	}{{"performers", account.Performer}, {"studio", account.Studio}} {
		for _, way := range []struct {
			path   string
			method rails.Method
		}{
			{"bank-transfer", rails.BankTransfer}, {"direct-deposit", rails.DirectDeposit}, {"paxum", rails.Paxum}, {"bitpay", rails.BitPay},
		} {
			api.Post(r, "/"+who.path+"/"+way.path+"/update", "payouts."+who.path+"."+way.path, s.setter(way.method), who.role.Guard(),
				api.Summary("Where I am paid by this method; a change freezes my payouts for a while"))
		}
	}
	api.Get(r, "/payment-information", "payouts.details", s.getDetails, earner,
		api.Summary("Where I am paid, masked"))
	api.Post(r, "/payment-information", "payouts.setDetails", s.postDetails, earner,
		api.Summary("Where I am paid by the method of its type"))
}

// PaymentInformation is where somebody is paid by one method, masked.
type PaymentInformation struct {
	rails.Destination
	UpdatedAt time.Time `json:"updatedAt"`
}

// PaymentInformationList is where somebody is paid.
type PaymentInformationList struct {
	Data        []PaymentInformation `json:"data"`
	Total       int                  `json:"total"`
	FreezeHours int                  `json:"freezeHours" doc:"how long a change stops new requests"`
	FrozenUntil time.Time            `json:"frozenUntil,omitzero" doc:"payouts wait until then, after a change"`
}

func (s *Destinations) getDetails(ctx context.Context, _ *struct{}) (PaymentInformationList, error) {
	list, frozen, err := s.AllDetails(ctx, account.CallerFrom(ctx).ID)
	page := PaymentInformationList{Data: make([]PaymentInformation, len(list)), Total: len(list), FreezeHours: int(s.Rules().Freeze.Hours()), FrozenUntil: frozen}
	for i, d := range list {
		page.Data[i] = PaymentInformation{d.To, d.ChangedAt}
	}
	return page, err
}

// DetailsBody is a destination as it is written in: which fields are needed
// depends on the method.
type DetailsBody struct {
	Holder        string `json:"accountHolder" maxLength:"200"`
	IBAN          string `json:"iban,omitempty" maxLength:"60" doc:"of a bank transfer; or accountNumber and bic"`
	BIC           string `json:"bic,omitempty" maxLength:"20"`
	BankName      string `json:"bankName,omitempty" maxLength:"200"`
	AccountNumber string `json:"accountNumber,omitempty" maxLength:"60"`
	RoutingNumber string `json:"routingNumber,omitempty" maxLength:"20" doc:"of a direct deposit"`
	AccountType   string `json:"accountType,omitempty" doc:"checking or savings, of a direct deposit"`
	Email         string `json:"email,omitempty" maxLength:"254" doc:"of a Paxum account"`
	Coin          string `json:"coin,omitempty" doc:"BTC or ETH, of a crypto address"`
	Address       string `json:"address,omitempty" maxLength:"120"`

	CurrentPassword string `json:"currentPassword,omitempty" maxLength:"512" doc:"needed when the last login or password is ten minutes ago or more"`
}

func (b DetailsBody) destination(method rails.Method) rails.Destination {
	return rails.Destination{
		Method: method, Holder: b.Holder, IBAN: b.IBAN, BIC: b.BIC, BankName: b.BankName, AccountNumber: b.AccountNumber,
		RoutingNumber: b.RoutingNumber, AccountType: b.AccountType, Email: b.Email, Coin: b.Coin, Address: b.Address,
	}
}

type methodInput struct{ Body DetailsBody }

// setter makes the call of one method.
func (s *Destinations) setter(method rails.Method) api.Handler[methodInput, PaymentInformation] {
	return func(ctx context.Context, in *methodInput) (PaymentInformation, error) {
		return s.set(ctx, in.Body.destination(method), in.Body.CurrentPassword)
	}
}

type informationInput struct{ Body InformationBody }

// InformationBody is a destination and its method.
type InformationBody struct {
	Type rails.Method `json:"type" enum:"bank_transfer,direct_deposit,paxum,bitpay"`
	DetailsBody
}

func (s *Destinations) postDetails(ctx context.Context, in *informationInput) (PaymentInformation, error) {
	return s.set(ctx, in.Body.destination(in.Body.Type), in.Body.CurrentPassword)
}

func (s *Destinations) set(ctx context.Context, to rails.Destination, password string) (PaymentInformation, error) {
	me := account.CallerFrom(ctx)
	if err := s.Limiter.Allow(ctx, "payouts.details", me.ID); err != nil {
		return PaymentInformation{}, err
	}
	if err := s.Proof.StepUp(ctx, me, "currentPassword", password); err != nil {
		return PaymentInformation{}, err
	}
	d, err := s.SetDetails(ctx, me.ID, to)
	return PaymentInformation{d.To, d.ChangedAt}, err
}
