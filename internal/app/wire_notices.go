package app

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"limelight/internal/account"
	"limelight/internal/audit"
	"limelight/internal/kit/api"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/cron"
	"limelight/internal/kit/db"
	"limelight/internal/kit/socket"
	"limelight/internal/notices"
)

// What the devices of somebody are told of their notices.
var (
	noticeCreated = socket.Declare[noticePayload]("notice/created")
	noticeRead    = socket.Declare[noticesReadPayload]("notice/read")
)

type (
	noticePayload struct {
		Notice notices.Notice `json:"notice"`
		Unread int            `json:"unread"`
	}
	noticesReadPayload struct {
		Unread int `json:"unread"`
	}
)

// wireNotices builds what people are told, before the accounts, who are told as well.
func wireNotices(s *Services) {
	s.notices = notices.New(notices.Deps{
		DB: s.db, Outbox: s.mails, Keys: s.keys, Events: s.bus, Pusher: pushes{s.webPush}, Log: s.log, Site: s.profile.name, Home: s.profile.home, Look: s.profile.look, Now: s.now,
		Recipients: lateRecipients{&s.late.accounts}.recipients, Online: func(accountID string) bool { return s.sockets.Online(accountID) },
		Connected: func() []string { return s.sockets.Accounts() },
		SignedIn:  account.SignedIn, Reader: account.ReadMails.Guard(), Caller: callerID,
		Harmless: audit.Silent("one's own notices, or samples"),
	})
	s.webPush.Unread = s.notices.UnreadOf
	s.section("notices", "What people are told, and how they want to be told it", s.notices.Routes)
	s.followUp("announcements", s.notices.Announcer.Run)
	s.collect(s.notices.Announcer.Collectors()...)
	s.job(cron.Job{Name: "noticesDue", Every: notices.DeliverEvery, Run: s.notices.DeliverMails})
	s.job(cron.Job{Name: "noticePushesDue", Every: notices.DeliverEvery, Run: s.notices.DeliverPushes})
	s.job(cron.Job{Name: "notices", Every: sweepEvery, Run: s.notices.Sweep})
}

// subscribeNotices tells devices of what came and what was read elsewhere, and forgets the
// notices of who closes their account. What they want to be told stays: an account that is
// opened again is mailed no more than before.
func subscribeNotices(s *Services) {
	n := s.notices
	bus.Tell(s.bus, "sockets.noticeCreated", func(ctx context.Context, e notices.Created) error {
		var failed []error
		for _, one := range e.Notices {
			notice, unread, err := n.Heard(ctx, one)
			if err == nil {
				err = socket.To(s.sockets, socket.AccountRoom(one.AccountID), noticeCreated, noticePayload{notice, unread})
			}
			if err != nil && !errors.Is(err, notices.ErrNone) {
				failed = append(failed, err)
			}
		}
		return errors.Join(failed...)
	})
	bus.Tell(s.bus, "sockets.noticeRead", func(ctx context.Context, e notices.Read) error {
		unread, err := n.Unread(ctx, e.AccountID)
		if err != nil {
			return err
		}
		return socket.To(s.sockets, socket.AccountRoom(e.AccountID), noticeRead, noticesReadPayload{unread})
	})
	bus.On(s.bus, "notices.closed", func(ctx context.Context, tx *db.Tx, e account.Suspended) error {
		if e.By != e.AccountID {
			return nil
		}
		return n.Forget(ctx, tx, e.AccountID)
	})
}

// lateRecipients are accounts as they are mailed later on.
type lateRecipients struct{ accounts *Late[*account.Service] }

// recipients lack who is suspended: nobody is told in a centre that they cannot open, and what
// waited is not mailed.
func (l lateRecipients) recipients(ctx context.Context, tx *db.Tx, accountIDs ...string) (map[string]notices.Recipient, error) {
	found, err := l.accounts.Get().All(ctx, tx, accountIDs...)
	all := make(map[string]notices.Recipient, len(found))
	for _, a := range found {
		if a.Status != account.StatusSuspended {
			all[a.ID] = a.Recipient()
		}
	}
	return all, err
}

// unsubscribes reports a mail program that ends mails for its reader (RFC 8058): it has no
// session, and its address is all the proof that is asked for.
func unsubscribes(r *http.Request) bool {
	return strings.HasPrefix(r.URL.Path, api.Prefix+notices.UnsubscribePath)
}

// sessionless are calls that come from programs without a session.
func sessionless(r *http.Request) bool { return vendors(r) || unsubscribes(r) }
