package webpush

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/push"
	"limelight/internal/kit/recovery"
)

// settling writes down what services answer, until end is called: that waits for what is under way.
func (w *worker) settling(ctx context.Context) (end func()) {
	var settler sync.WaitGroup
	settler.Go(func() {
		defer recovery.Catch(w.Log, "webpush.settler", nil)
		for first := range w.answered {
			w.settle(context.WithoutCancel(ctx), w.collected(first))
		}
	})
	return func() {
		w.under.Wait()
		close(w.answered)
		settler.Wait()
	}
}

// collected are the first answer and those that have arrived since, up to maxClaim, sorted by the rows
// that they change: two nodes that change the same rows in one order never wait for each other.
func (w *worker) collected(first answered) []answered {
	list := []answered{first}
	for len(list) < maxClaim {
		select {
		case next, open := <-w.answered:
			if !open {
				return list
			}
			list = append(list, next)
			continue
		default:
		}
		break
	}
	slices.SortFunc(list, func(a, b answered) int {
		return cmp.Or(cmp.Compare(a.subscription.id, b.subscription.id), cmp.Compare(a.message.id, b.message.id))
	})
	return list
}

// settle records some answers in one transaction, or each in one of its own when that fails, and
// gives their slots back.
func (w *worker) settle(ctx context.Context, list []answered) {
	err := recovery.Run(w.Log, "webpush.settle", func() error {
		err := w.recordAll(ctx, list...)
		if err == nil {
			return nil
		}
		var failed []error
		for _, one := range list {
			failed = append(failed, w.recordAll(ctx, one))
		}
		return errors.Join(failed...)
	})
	if err != nil {
		w.Log.Error("write down what became of pushes", "error", err)
	}
	for _, one := range list {
		<-w.slots
		w.origins.free(one.origin)
	}
}

func (w *worker) recordAll(ctx context.Context, list ...answered) error {
	return w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, one := range list {
			outcome, err := w.record(ctx, tx, one.message, one.answer)
			if err != nil {
				return err
			}
			tx.AfterCommit(w.counts.WithLabelValues(outcome).Inc)
		}
		return nil
	})
}

// record writes down what became of a push, as its service's answer says.
func (w *worker) record(ctx context.Context, tx *db.Tx, m message, answer error) (outcome string, err error) {
	now := w.Now()
	if answer == nil {
		if err := deletePush(ctx, tx, m); err != nil {
			return outcomeSent, err
		}
		return outcomeSent, noteSent(ctx, tx, m.subscription, now)
	}
	if errors.Is(answer, push.ErrGone) {
		return outcomeGone, deleteSubscription(ctx, tx, m.subscription.id)
	}
	if refused, ok := errors.AsType[*push.StatusError](answer); ok && refused.Permanent() && !ofSite(refused) {
		if err := deletePush(ctx, tx, m); err != nil {
			return outcomeFailed, err
		}
		return outcomeFailed, noteRefused(ctx, tx, m.subscription.id, maxRefusals)
	}
	if timedOut(answer) {
		if err := noteSilent(ctx, tx, m.subscription.id, maxRefusals, now.Add(-silence)); err != nil {
			return outcomePostponed, err
		}
	}
	due := now.Add(pause(m.attempts))
	if many, ok := errors.AsType[*push.TooManyError](answer); ok {
		due = now.Add(max(many.RetryAfter, pause(m.attempts)))
		if err := postponeAll(ctx, tx, m.subscription.id, due); err != nil {
			return outcomePostponed, err
		}
	}
	return outcomePostponed, postponePush(ctx, tx, m, due)
}

// ofSite reports a refusal of the site, not of the subscription: its keys, or its clock.
func ofSite(e *push.StatusError) bool {
	return e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden
}

func timedOut(answer error) bool {
	slow, ok := errors.AsType[net.Error](answer)
	return ok && slow.Timeout()
}

// pause follows the nth attempt.
func pause(attempt int) time.Duration {
	if attempt > 9 {
		return longPause
	}
	return min(firstPause<<max(0, attempt-1), longPause)
}
