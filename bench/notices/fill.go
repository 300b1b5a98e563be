package main

import (
	"context"
	"fmt"
	"time"

	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
	"limelight/internal/kit/push/pushtest"
)

// rowsAtOnce is how many followers one transaction writes.
const rowsAtOnce = 1000

// fill writes the followers: the site's members, with a session whose token it returns, and as many
// others as are wanted, copies of one of them. The first of them have a browser that takes pushes.
func fill(ctx context.Context, site *app.BenchSite, service string, o options) (tokens []string, err error) {
	performerID, template := site.Rooms[0].PerformerID, site.Members[0]
	browser := pushtest.NewBrowser(service)
	now := time.Now()
	for from := 0; from < o.followers; from += rowsAtOnce {
		err := site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for n := from; n < min(from+rowsAtOnce, o.followers); n++ {
				f := follower{performerID: performerID, token: id.Secret(), at: now}
				if n < len(site.Members) {
					f.id = site.Members[n]
				} else if f.id, err = copied(ctx, tx, template, n, now); err != nil {
					return err
				}
				if err := f.write(ctx, tx, (n+1)*o.devices/o.followers > n*o.devices/o.followers, browser); err != nil { // spread evenly
					return err
				}
				if n < len(site.Members) {
					tokens = append(tokens, f.token)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return tokens, nil
}

// copied is another account like one.
func copied(ctx context.Context, tx *db.Tx, template string, n int, now time.Time) (string, error) {
	accountID := id.New(now)
	if n%2 == 0 { // half of them come before those whose pages are open
		accountID = id.New(now.Add(-24 * time.Hour))
	}
	_, err := db.Exec(ctx, tx, `
		INSERT INTO accounts (id, role, username, username_key, email, email_key, email_verified_at,
			password_hash, name, date_of_birth, country, avatar, referral, status, created_at, updated_at, mac, language)
		SELECT $1, role, $2, $2, $3, $3, email_verified_at,
			password_hash, name, date_of_birth, country, avatar, referral, status, created_at, updated_at, mac, language
		FROM accounts WHERE id = $4`,
		accountID, fmt.Sprint("follower", n), fmt.Sprint("follower", n, "@demo.example"), template)
	return accountID, err
}

type follower struct {
	id, performerID, token string
	at                     time.Time
}

func (f follower) write(ctx context.Context, tx *db.Tx, pushed bool, b pushtest.Browser) error {
	_, err := db.Exec(ctx, tx, `INSERT INTO favourites (member_id, performer_id, created_at) VALUES ($1, $2, $3)`, f.id, f.performerID, db.Millis(f.at))
	if err != nil {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO account_sessions (id, token_hash, account_id, role, browser, network, proved_at, created_at, last_seen_at, expires_at)
		VALUES ($1, $2, $1, 'user', 'Firefox', '127.0.0.0/24', $3, $3, $3, $4)`, f.id, id.Hash(f.token), db.Millis(f.at), db.Millis(f.at.Add(24*time.Hour)))
	if err != nil || !pushed {
		return err
	}
	_, err = db.Exec(ctx, tx, `
		INSERT INTO push_subscriptions (id, account_id, session_id, endpoint_hash, endpoint, p256dh, auth, user_agent, created_at, origin)
		VALUES ($1, $1, $1, $1, $2, $3, $4, 'Firefox', $5, $6)`, f.id, b.Endpoint+"/push/"+f.id, b.P256dh(), b.AuthText(), db.Millis(f.at), b.Endpoint+"/")
	return err
}

// lastFollower is who is told after everybody else, unless they look.
func lastFollower(ctx context.Context, site *app.BenchSite) (last string, err error) {
	err = site.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		last, err = db.One(ctx, tx, db.String, `SELECT MAX(member_id) FROM favourites`)
		return err
	})
	return last, err
}

// told reports whether so many have been told, and nothing is left to do.
func told(ctx context.Context, site *app.BenchSite, all int) (done bool, err error) {
	err = site.DB.Read(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := db.One(ctx, tx, db.Int, `SELECT COALESCE(SUM(told), 0) FROM notice_announcements WHERE due_at = 0`)
		done = n >= all
		return err
	})
	return done, err
}

// mailsDue lets five minutes have passed.
func mailsDue(ctx context.Context, site *app.BenchSite) error {
	return site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `UPDATE notices SET mail_due_at = 1 WHERE mail_due_at > 0`)
		return err
	})
}
