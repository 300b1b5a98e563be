package notices

import (
	"context"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/lang"
)

// announce does what is next of an announcement, and returns it as it is then: it asks again who
// may know, tells the next accounts, or takes back what waits of it.
func (n *Announcer) announce(ctx context.Context, tx *db.Tx, a announcement) (announcement, error) {
	to, known := n.audiences[a.Kind]
	if !known { // another version of the program tells it
		a.DueAt = n.Now().Add(announcePause)
		return a, nil
	}
	about, err := to.of(a.Data)
	if err != nil {
		return a, err
	}
	if a.Rechecks {
		return n.recheck(ctx, tx, about, a)
	}
	switch standing, err := about.standing(ctx, tx); {
	case err != nil:
		return a, err
	case standing == Over:
		return n.end(ctx, tx, a)
	case standing == Paused:
		a.DueAt = n.Now().Add(announcePause)
		return a, nil
	}
	return n.tellNext(ctx, tx, to, about, a)
}

// devicesSize is how many accounts are asked for a device at a time: few have one.
const devicesSize = 8 * batchSize

// tellNext tells the next accounts: those with a device first, since a push needs the time of a processor
// and of another service, which passes while the others are told.
func (n *Announcer) tellNext(ctx context.Context, tx *db.Tx, to audience, about subject, a announcement) (announcement, error) {
	if !a.ToAll {
		accounts, next, err := n.nextWithDevice(ctx, tx, about, a)
		if err != nil {
			return a, err
		}
		if a, err = n.tell(ctx, tx, to, about, next, accounts); err != nil || !a.ToAll {
			return a, err
		}
	}
	accounts, err := about.after(ctx, tx, a.AfterID, batchSize)
	if err != nil {
		return a, err
	}
	if len(accounts) < batchSize {
		a.DueAt = time.Time{}
	}
	if len(accounts) > 0 {
		a.AfterID = accounts[len(accounts)-1]
	}
	return n.tell(ctx, tx, to, about, a, accounts)
}

// nextWithDevice are the next accounts that have a device, a batch at most, and the announcement behind them.
func (n *Announcer) nextWithDevice(ctx context.Context, tx *db.Tx, about subject, a announcement) ([]string, announcement, error) {
	var accounts, with []string
	if n.Pusher != nil {
		var err error
		if accounts, err = about.after(ctx, tx, a.DeviceID, devicesSize); err != nil {
			return nil, a, err
		}
		if with, err = n.Pusher.WithDevice(ctx, tx, accounts...); err != nil {
			return nil, a, err
		}
	}
	switch {
	case len(with) > batchSize:
		with = with[:batchSize]
		a.DeviceID = with[batchSize-1]
	case len(accounts) == devicesSize:
		a.DeviceID = accounts[devicesSize-1]
	default:
		a.ToAll = true
	}
	return with, a, nil
}

// tell tells those of some accounts who are to be told.
func (n *Announcer) tell(ctx context.Context, tx *db.Tx, to audience, about subject, a announcement, accounts []string) (announcement, error) {
	if len(accounts) == 0 {
		return a, nil
	}
	wanted, err := about.among(ctx, tx, accounts)
	if err != nil || len(wanted) == 0 {
		return a, err
	}
	plan, err := n.plan(ctx, tx, to.class, a, wanted)
	if err != nil {
		return a, err
	}
	told, err := n.tellAll(ctx, tx, to, tagOf(a.Kind, a.SubjectID), plan)
	a.Told += told
	return a, err
}

// planned is a notice and how its reader is told.
type planned struct {
	row
	Recipient
	discreet bool
	pushed   bool
}

// plan is what some accounts are told, as Kind.Send decides it for one. What it asks of each, it
// asks once for all.
func (n *Announcer) plan(ctx context.Context, tx *db.Tx, c Class, a announcement, accounts []string) (list []planned, err error) {
	readers, err := n.Recipients(ctx, tx, accounts...)
	if err != nil {
		return nil, err
	}
	wanted, err := preferencesOfAll(ctx, tx, accounts)
	if err != nil {
		return nil, err
	}
	for _, accountID := range accounts {
		reader, found := readers[accountID]
		if !found {
			continue
		}
		p, now := wanted[accountID], n.Now()
		r, pushed, err := n.route(ctx, tx, row{
			ID: id.New(now), AccountID: accountID, Kind: a.Kind, Group: c.Group, Data: a.Data, OnceKey: a.OnceKey, SubjectID: a.SubjectID, CreatedAt: now,
		}, c, p, reader)
		if err != nil {
			return nil, err
		}
		if r.wanted() || pushed {
			list = append(list, planned{r, reader, p.Discreet, pushed})
		}
	}
	return list, nil
}

// tellAll keeps notices, and tells the devices of their readers: all that are here, and by push
// those that have allowed it. It returns how many had not been told before.
func (n *Announcer) tellAll(ctx context.Context, tx *db.Tx, to audience, tag string, list []planned) (int, error) {
	if len(list) == 0 {
		return 0, nil
	}
	fresh, err := insertNotices(ctx, tx, list)
	if err != nil {
		return 0, err
	}
	var here []Fresh
	type wording struct {
		language string
		discreet bool
	}
	pushes := map[wording][]string{}
	for _, one := range list {
		if !fresh[one.row.AccountID] {
			continue
		}
		if one.Shown && (n.Online == nil || n.Online(one.row.AccountID)) {
			here = append(here, Fresh{one.row.AccountID, one.ID, one.language()})
		}
		if one.pushed {
			as := wording{one.language(), one.discreet}
			pushes[as] = append(pushes[as], one.row.AccountID)
		}
	}
	if len(here) > 0 {
		if err := n.publish(ctx, tx, Created{here}); err != nil {
			return 0, err
		}
	}
	for as, accounts := range pushes {
		l := written(lang.To(as.language), to.id, list[0].Data)
		push := pushOf(l, as.language, as.discreet, to.class.Group, tag)
		push.Bulk = true
		if err := n.Pusher.Queue(ctx, tx, push, accounts...); err != nil {
			return 0, err
		}
	}
	tx.AfterCommit(func() { n.told.Add(float64(len(fresh))) })
	return len(fresh), nil
}
