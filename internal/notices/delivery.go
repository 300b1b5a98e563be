package notices

import (
	"context"
	"errors"
	"fmt"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
)

const (
	// mailDelay is how long a mail waits, so that who reads in the centre gets none.
	mailDelay = 5 * time.Minute
	// DeliverEvery is how often what is due is looked for.
	DeliverEvery = 30 * time.Second

	failurePause = 10 * time.Minute

	// passingPush is how long what passes waits for a device that is off.
	passingPush = 30 * time.Minute

	maxDue  = 500  // of one look
	maxHeap = 2000 // of one letter
)

// window is how long the mails of what comes often are gathered.
var window = map[Digest]time.Duration{Immediately: mailDelay, Hourly: time.Hour, Daily: 24 * time.Hour}

// mailDue is when a notice is to be mailed: with those of its group that wait already, or when
// the window ends that it begins, whichever is earlier; but not in quiet hours.
func (n *Notices) mailDue(ctx context.Context, tx *db.Tx, r row, p Preferences) (time.Time, error) {
	if !often(r.Group) {
		return p.QuietHours.after(n.Now().Add(mailDelay)), nil
	}
	due := p.QuietHours.after(n.Now().Add(window[p.Digest]))
	end, err := windowEnd(ctx, tx, r.AccountID, r.Group)
	if !end.IsZero() && end.Before(due) {
		due = end
	}
	return due, err
}

// route is a notice with the ways in which its reader is told, and whether it is pushed at once.
func (n *Notices) route(ctx context.Context, tx *db.Tx, r row, c Class, p Preferences, to Recipient) (_ row, pushed bool, err error) {
	channels := p.channels(c.Group)
	r.Shown = channels.App || c.Essential
	if !c.Essential && p.mails(c.Group) && to.Address != "" {
		if r.MailDueAt, err = n.mailDue(ctx, tx, r, p); err != nil {
			return r, false, err
		}
	}
	pushed = channels.Push && n.Pusher != nil
	if later := p.QuietHours.after(n.Now()); pushed && !c.Essential && later.After(n.Now()) {
		pushed = false
		if !passes(c.Group) {
			r.PushDueAt = later
		}
	}
	return r, pushed, nil
}

// wanted reports whether a notice is shown, or waits.
func (r row) wanted() bool { return r.Shown || !r.MailDueAt.IsZero() || !r.PushDueAt.IsZero() }

// push queues a push.
func (n *Notices) push(ctx context.Context, tx *db.Tx, r row, p Preferences, language string, l Letter) error {
	tag := r.ID
	if often(r.Group) {
		tag = string(r.Group)
	}
	return n.Pusher.Queue(ctx, tx, pushOf(l, language, p.Discreet, r.Group, tag), r.AccountID)
}

// pushOf is a letter as it is pushed. Of what passes nothing is told to a device that is off for long.
func pushOf(l Letter, language string, discreet bool, g Group, tag string) Push {
	out := Push{Title: l.Subject, Link: l.path(), Tag: tag, Group: g}
	if passes(g) {
		out.Lifetime = passingPush
	}
	if discreet {
		out.Title = lang.Say(language, "You have news")
	} else if len(l.Lines) > 0 {
		out.Text = l.Lines[0]
	}
	return out
}

// heap is what is due of one account and group.
type heap struct {
	accountID string
	group     Group
}

func scanHeap(r db.Row) (h heap, err error) { return h, r.Scan(&h.accountID, &h.group) }

// DeliverMails mails what is due. Two nodes may do it at once.
func (n *Notices) DeliverMails(ctx context.Context) error {
	return n.deliver(ctx, "mail_due_at", n.mailHeap)
}

// DeliverPushes pushes what is due. Two nodes may do it at once.
func (n *Notices) DeliverPushes(ctx context.Context) error {
	return n.deliver(ctx, "push_due_at", n.pushHeap)
}

// deliver handles each heap that has something due by a column, until there are no more. After each
// it rests for as long as that took, since everybody who writes waits for it.
func (n *Notices) deliver(ctx context.Context, column string, handle handler) error {
	now := n.Now()
	var failed []error
	for ctx.Err() == nil {
		var heaps []heap
		more := false
		err := n.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			heaps, more, err = selectHeaps(ctx, tx, column, now)
			return err
		})
		if err != nil {
			return errors.Join(append(failed, err)...)
		}
		moved := false
		for _, h := range heaps {
			begin := n.Now()
			done, err := deliverHeap(ctx, n.DB, column, h, now, handle)
			if err != nil {
				err = fmt.Errorf("deliver notices to %s: %w", h.accountID, err)
				failed = append(failed, err, n.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return putOff(ctx, tx, column, h, now) }))
			}
			moved = moved || done || err != nil
			rest(ctx, n.Now().Sub(begin))
		}
		if !more || !moved {
			break
		}
	}
	return errors.Join(failed...)
}

// rest lets others write after something that took so long.
func rest(ctx context.Context, took time.Duration) {
	timer := time.NewTimer(min(took, maxRest))
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-timer.C:
	}
}

func dueBy(column string) string {
	return `
		SELECT account_id, grp FROM notices
		WHERE ` + column + ` > 0 AND ` + column + ` <= $1
		ORDER BY ` + column + `, id
		LIMIT $2`
}

// selectHeaps are some that have something due by a column, the longest waiting first, and whether
// there may be more. All that is due is not grouped for it: after a show of many it is very much.
func selectHeaps(ctx context.Context, tx *db.Tx, column string, now time.Time) (heaps []heap, more bool, err error) {
	list, err := db.All(ctx, tx, scanHeap, dueBy(column), db.Millis(now), maxDue)
	if err != nil {
		return nil, false, fmt.Errorf("look for notices by %s: %w", column, err)
	}
	seen := map[heap]bool{}
	for _, h := range list {
		if !seen[h] {
			seen[h] = true
			heaps = append(heaps, h)
		}
	}
	return heaps, len(list) == maxDue, nil
}

// handler does what is due of a heap.
type handler func(ctx context.Context, tx *db.Tx, h heap, due []row) error

// deliverHeap handles a heap in a transaction of its own. It reports false where another node has
// it.
func deliverHeap(ctx context.Context, d *db.DB, column string, h heap, now time.Time, handle handler) (done bool, err error) {
	err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		due, err := db.All(ctx, tx, rows.Scan, `
			SELECT `+rows.Columns+`
			FROM notices
			WHERE account_id = $1 AND grp = $2 AND `+column+` > 0 AND `+column+` <= $3
			ORDER BY id
			LIMIT $4`+tx.Fragment(db.SkipLocked), h.accountID, string(h.group), db.Millis(now), maxHeap)
		done = len(due) > 0
		if err != nil || !done {
			return err
		}
		return handle(ctx, tx, h, due)
	})
	return done, err
}

// putOff lets a heap wait that failed, so that it keeps no other one waiting.
func putOff(ctx context.Context, tx *db.Tx, column string, h heap, now time.Time) error {
	_, err := db.Exec(ctx, tx, `
		UPDATE notices SET `+column+` = $1
		WHERE account_id = $2 AND grp = $3 AND `+column+` > 0 AND `+column+` <= $4`,
		db.Millis(now.Add(failurePause)), h.accountID, string(h.group), db.Millis(now))
	return err
}

// mailHeap mails what is due of a group: in one letter, if it comes often.
func (n *Notices) mailHeap(ctx context.Context, tx *db.Tx, h heap, due []row) error {
	p, to, err := n.reader(ctx, tx, h.accountID)
	if err != nil {
		return err
	}
	if later := p.QuietHours.after(n.Now()); later.After(n.Now()) {
		return schedule(ctx, tx, due, "mail_due_at", later)
	}
	var mailed, later []row
	if p.mails(h.group) && to.Address != "" {
		if mailed, later, err = n.Announcer.mailable(ctx, tx, due); err != nil {
			return err
		}
	}
	for _, l := range letters(lang.To(to.language()), h.group, mailed) {
		if err := n.mail(ctx, tx, to, p, Class{Group: h.group}, l); err != nil {
			return err
		}
	}
	if err := schedule(ctx, tx, due, "mail_due_at", time.Time{}); err != nil {
		return err
	}
	if err := schedule(ctx, tx, later, "mail_due_at", n.Now().Add(mailDelay)); err != nil {
		return err
	}
	return schedule(ctx, tx, mailed, "mailed_at", n.Now())
}

// pushHeap pushes what waited for the end of quiet hours: as one, if it comes often.
func (n *Notices) pushHeap(ctx context.Context, tx *db.Tx, h heap, due []row) error {
	p, to, err := n.reader(ctx, tx, h.accountID)
	if err != nil {
		return err
	}
	later := p.QuietHours.after(n.Now())
	if later.After(n.Now()) {
		return schedule(ctx, tx, due, "push_due_at", later)
	}
	if n.Pusher != nil && p.channels(h.group).Push {
		for i, l := range letters(lang.To(to.language()), h.group, due) {
			if err := n.push(ctx, tx, due[i], p, to.language(), l); err != nil {
				return err
			}
		}
	}
	return schedule(ctx, tx, due, "push_due_at", time.Time{})
}

// reader is an account as it may be told now, with what it wants.
func (n *Notices) reader(ctx context.Context, tx *db.Tx, accountID string) (p Preferences, to Recipient, err error) {
	if p, err = preferencesOf(ctx, tx, accountID); err != nil {
		return p, to, err
	}
	all, err := n.Recipients(ctx, tx, accountID)
	return p, all[accountID], err
}

// schedule sets an instant of notices; a zero one: never.
func schedule(ctx context.Context, tx *db.Tx, list []row, column string, at time.Time) error {
	if len(list) == 0 {
		return nil
	}
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i] = r.ID
	}
	in, args := db.In(2, ids)
	_, err := db.Exec(ctx, tx, `UPDATE notices SET `+column+` = $1 WHERE id IN `+in, append([]any{db.Millis(at)}, args...)...)
	if err != nil {
		return fmt.Errorf("schedule notices: %w", err)
	}
	return nil
}

// letters are the letters of what is due of a group.
func letters(say lang.Teller, g Group, due []row) (list []Letter) {
	for _, r := range due {
		list = append(list, written(say, r.Kind, r.Data))
	}
	if !often(g) || len(list) < 2 {
		return list
	}
	return []Letter{digest(say, g, list)}
}

// maxListed is how many notices a digest names.
const maxListed = 20

// digest is one letter of many.
func digest(say lang.Teller, g Group, list []Letter) Letter {
	out := Letter{Link: CentrePath, Label: say("Look at it")}
	switch count := fmt.Sprint(len(list)); g {
	case Tip:
		out.Subject = say("You have %s new tips", count)
	case Purchase:
		out.Subject = say("You have made %s sales", count)
	case Request:
		out.Subject = say("You have %s new requests", count)
	default:
		out.Subject = say("You have %s new messages", count)
	}
	for _, l := range list[:min(len(list), maxListed)] {
		out.Lines = append(out.Lines, l.Subject)
	}
	if more := len(list) - maxListed; more > 0 {
		out.Lines = append(out.Lines, say("And %s more.", fmt.Sprint(more)))
	}
	return out
}
