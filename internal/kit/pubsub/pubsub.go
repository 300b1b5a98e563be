// Package pubsub carries short-lived messages between the nodes of one site:
// in memory when there is a single node, through Redis when there are several.
//
// Invariants:
//   - delivery is at most once, in the publisher's order, to those who are
//     subscribed at that moment; what must not be lost lives in the database;
//   - a publisher hears its own messages too, and tells them apart itself;
//   - a subscriber that is slow delays only itself, until its queue is full.
package pubsub

import (
	"context"
	"errors"
)

// Bus publishes to and listens on named channels.
type Bus interface {
	// Publish hands the payload to every present subscriber of the channel.
	// An error means that nobody, or not everybody, got it.
	Publish(ctx context.Context, channel string, payload []byte) error

	// Subscribe calls hear for every later message of exactly this channel, one
	// at a time, until cancel is called or the bus is closed. It returns once
	// the subscription holds. hear must not keep or change the payload.
	Subscribe(ctx context.Context, channel string, hear func(payload []byte)) (cancel func(), err error)

	// Healthy is nil when messages reach the other nodes. It answers within a
	// second and fits a readiness check.
	Healthy() error

	// Close ends all subscriptions and waits for them.
	Close() error
}

// ErrClosed is returned by a bus after Close.
var ErrClosed = errors.New("pubsub: the bus is closed")
