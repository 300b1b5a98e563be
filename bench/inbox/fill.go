package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"limelight/internal/app"
	"limelight/internal/kit/db"
	"limelight/internal/kit/id"
)

// talk is a conversation of a performer and a member.
type talk struct{ id, performerID, memberID string }

// linesAtOnce is how many lines one statement writes.
const linesAtOnce = 50

// fill writes the conversations and their lines, spread evenly; of each the member has read all but the last three.
func fill(ctx context.Context, site *app.BenchSite, count int) (talks []talk, err error) {
	each := max(1, count/(people.Members*people.Performers))
	begin := time.Now().Add(-30 * 24 * time.Hour)
	for p, room := range site.Rooms {
		err := site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for m, memberID := range site.Members {
				at := begin.Add(time.Duration(m*people.Performers+p) * time.Second)
				t := talk{id.New(at), room.PerformerID, memberID}
				if err := t.write(ctx, tx, at, each, fmt.Sprint("performer", p), fmt.Sprint("user", m)); err != nil {
					return err
				}
				talks = append(talks, t)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return talks, site.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := db.Exec(ctx, tx, `ANALYZE`)
		return err
	})
}

func (t talk) write(ctx context.Context, tx *db.Tx, at time.Time, lines int, performer, member string) error {
	last := at.Add(time.Duration(lines) * time.Minute)
	_, err := db.Exec(ctx, tx, `
		INSERT INTO conversations (id, kind, owner_id, first_id, second_id, opened_by, created_at, last_message, last_message_at, last_seq, last_message_seq)
		VALUES ($1, 'private', $2, $3, $4, $5, $6, 'Line', $7, $8, $8)`,
		t.id, t.performerID, min(t.performerID, t.memberID), max(t.performerID, t.memberID), t.memberID, db.Millis(at), db.Millis(last), lines)
	if err != nil {
		return err
	}
	for _, side := range []struct {
		id, other, name string
		unread          int
	}{{t.performerID, t.memberID, member, 0}, {t.memberID, t.performerID, performer, min(3, lines)}} {
		_, err := db.Exec(ctx, tx, `
			INSERT INTO conversation_participants (account_id, conversation_id, other_id, other_name, read_seq, delivered_seq, unread, activity_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
			side.id, t.id, side.other, side.name, lines-side.unread, lines, side.unread, db.Millis(last))
		if err != nil {
			return err
		}
	}
	for from := 1; from <= lines; from += linesAtOnce {
		var rows []string
		var args []any
		for seq := from; seq < min(from+linesAtOnce, lines+1); seq++ {
			sender, said := t.performerID, at.Add(time.Duration(seq)*time.Minute)
			if seq%2 == 0 && seq <= lines-3 {
				sender = t.memberID
			}
			n := len(args)
			rows = append(rows, fmt.Sprintf(`($%d, $%d, 'text', $%d, '{}', $%d, FALSE, $%d, $%d)`, n+1, n+2, n+3, n+4, n+5, n+6))
			args = append(args, id.New(said), t.id, fmt.Sprint("This is line ", seq, " of a conversation."), sender, db.Millis(said), seq)
		}
		_, err := db.Exec(ctx, tx, `
			INSERT INTO messages (id, conversation_id, kind, text, payload, sender_id, anonymous, created_at, seq) VALUES `+strings.Join(rows, ", "), args...)
		if err != nil {
			return err
		}
	}
	return nil
}
