package webpush

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"limelight/internal/kit/api"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
	"limelight/internal/kit/limit"
	"limelight/internal/kit/push"
)

// maxSubscriptions are the devices of one account; a further one takes the place of the oldest.
const maxSubscriptions = 10

// limitTest is how often an account may try whether pushes come.
const limitTest = "webpush.test"

// Limits are the rate limits of this package.
func Limits() limit.Rules { return limit.Rules{limitTest: {Max: 10, Per: time.Hour}} }

// maxAgent bounds what is kept of the name of a browser, in bytes.
const maxAgent = 200

var errNotSubscribed = fault.New(fault.NotFound, "This device hears no notifications yet.")

// subscribe lets the caller's login hear the site at an endpoint. A login is at one browser, so it
// has one subscription.
func (s *Service) subscribe(ctx context.Context, in *subscribeInput) (api.Done, error) {
	me, body := s.Caller(ctx), in.Body
	if _, err := push.ParseSubscription(body.Endpoint, body.Keys.P256dh, body.Keys.Auth); err != nil {
		return api.Done{}, refusal(err)
	}
	now := s.Now()
	own := subscription{
		id: id.New(now), accountID: me.AccountID, sessionID: me.SessionID, endpoint: body.Endpoint, hash: id.Hash(body.Endpoint), origin: originOf(body.Endpoint),
		p256dh: body.Keys.P256dh, auth: body.Keys.Auth, userAgent: agent(api.UserAgent(ctx)),
	}
	return api.OK, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteReplaced(ctx, tx, own); err != nil {
			return fmt.Errorf("delete replaced subscriptions: %w", err)
		}
		switch taken, err := upsertSubscription(ctx, tx, own, now); {
		case err != nil:
			return fmt.Errorf("insert a subscription: %w", err)
		case !taken:
			return db.Again(errors.New("another account subscribes at this endpoint"))
		}
		return deleteOldest(ctx, tx, me.AccountID, maxSubscriptions)
	})
}

// refusal names the part of a subscription that is none.
func refusal(err error) error {
	invalid, ok := errors.AsType[*push.InvalidError](err)
	switch {
	case !ok:
		return err
	case invalid.Part == "endpoint":
		return fault.Field("endpoint", "Must be the address of a push service, with https")
	default:
		return fault.Field("keys."+invalid.Part, "Must be the key that the browser gave")
	}
}

func agent(name string) string {
	if len(name) > maxAgent {
		name = name[:maxAgent]
	}
	return strings.ToValidUTF8(name, "")
}

// unsubscribe ends a subscription of the caller's account. One that is not there has ended.
func (s *Service) unsubscribe(ctx context.Context, in *unsubscribeInput) (api.Done, error) {
	return api.OK, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return deleteAt(ctx, tx, s.Caller(ctx).AccountID, id.Hash(in.Body.Endpoint))
	})
}

// try sends a push to the device that asks for it.
func (s *Service) try(ctx context.Context, _ *struct{}) (api.Done, error) {
	me := s.Caller(ctx)
	if err := s.Limits.Allow(ctx, limitTest, me.AccountID); err != nil {
		return api.Done{}, err
	}
	say := lang.In(ctx)
	return api.OK, s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		switch there, err := hasSubscription(ctx, tx, me.SessionID); {
		case err != nil:
			return err
		case !there:
			return errNotSubscribed
		}
		return s.queue(ctx, tx, to{[]string{me.AccountID}, me.SessionID}, Push{
			Title: say("Notifications work"), Text: say("This is how you will hear what matters while the site is closed."), Tag: "test", Group: "test",
		})
	})
}

// key is what a browser needs to subscribe.
func (s *Service) key(ctx context.Context, _ *struct{}) (k KeyView, err error) {
	known, err := s.known(ctx)
	if err != nil {
		return k, err
	}
	k.Key = known.public
	return k, s.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		k.Subscribed, err = hasSubscription(ctx, tx, s.Caller(ctx).SessionID)
		return err
	})
}
