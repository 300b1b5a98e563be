package demosite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"time"

	"limelight/internal/funds"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/funds/gateway"
)

// Checkout is a site as it was some time ago, with the sandbox's own page beside it: somebody
// buys there and nobody listens.
type Checkout struct {
	*Site
	vendor *sandbox.Gateway
}

// NewCheckout lets people buy on a site. Notifications of payments reach it at once.
func NewCheckout(s *Site) (Checkout, error) {
	parts := s.Sandbox
	parts.Send = func(ctx context.Context, header http.Header, body []byte) error {
		reply, err := s.Funds.Notify(ctx, sandbox.ID, gateway.Raw{Method: http.MethodPost, Header: header, Query: url.Values{}, Body: bytes.Clone(body)})
		if err == nil && reply.Status != http.StatusOK {
			err = fmt.Errorf("the notification was answered with %d", reply.Status)
		}
		return err
	}
	vendor, err := sandbox.New(gateway.Values{}, gateway.Deps{Client: s.Funds.Client, Now: s.Now, Site: s.Funds.Site}, parts)
	return Checkout{s, vendor}, err
}

// checkoutAt is the site by another clock.
func (s *Site) checkoutAt(ctx context.Context, now func() time.Time) (Checkout, error) {
	past, err := s.Earlier(ctx, now)
	if err != nil {
		return Checkout{}, err
	}
	return NewCheckout(past)
}

// Buy starts a payment and clicks on the sandbox's page, which it returns.
func (c Checkout) Buy(ctx context.Context, memberID string, position int, played string) (at string, err error) {
	shop, err := c.Funds.Packages(ctx, memberID, false)
	if err != nil {
		return "", err
	}
	page := c.Origin + "/account/user/funds-tokens"
	started, err := c.Funds.Buy(ctx, funds.Order{
		MemberID: memberID, PackageID: shop.Offers[position].ID, Gateway: sandbox.ID, ReturnURL: page + "?payment=", CancelURL: page + "?cancelled=",
	}, "")
	if err != nil {
		return "", err
	}
	return started.URL, c.Click(ctx, started.URL, played)
}

// Click presses a button of the sandbox's page of a payment.
func (c Checkout) Click(ctx context.Context, at, button string) error {
	click, err := http.NewRequestWithContext(ctx, http.MethodPost, at, strings.NewReader(url.Values{"do": {button}}.Encode()))
	if err != nil {
		return err
	}
	click.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer := httptest.NewRecorder()
	c.vendor.Pages().ServeHTTP(answer, click)
	if answer.Code != http.StatusSeeOther {
		return errors.New("the sandbox's page answered " + answer.Result().Status)
	}
	return nil
}
