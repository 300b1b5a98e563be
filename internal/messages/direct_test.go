package messages

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

// own is a conversation as one of its two people has it.
func (h fixture) own(t testing.TB, who account.Caller, conversationID string) Conversation {
	t.Helper()
	c, err := h.Find(t.Context(), who, conversationID)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A writer learns how far their lines have come: to a device, and read, unless the reader keeps that to themselves.
func TestDeliveredAndRead(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.tom, h.nina)
	first, second := h.send(t, h.tom, c.ID, "one"), h.send(t, h.tom, c.ID, "two")
	if first.Seq != 1 || second.Seq != 2 {
		t.Fatalf("the lines have the numbers %d and %d", first.Seq, second.Seq)
	}
	stands := func(delivered, read int64) {
		t.Helper()
		if mine := h.own(t, h.tom, c.ID); mine.DeliveredUntil != delivered || mine.ReadUntil != read {
			t.Errorf("delivered until %d and read until %d, want %d and %d", mine.DeliveredUntil, mine.ReadUntil, delivered, read)
		}
	}
	stands(0, 0)
	deliver := func(who account.Caller, seq int64) error {
		return h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return h.deliver(ctx, tx, who, deliveredMark{c.ID, seq}) })
	}
	if err := deliver(h.nina, 1); err != nil {
		t.Fatal(err)
	}
	stands(1, 0)
	if err := deliver(h.nina, 99); err != nil { // a forged number is no more than there is
		t.Fatal(err)
	}
	stands(2, 0)
	if err := deliver(h.ann, 2); !errors.Is(err, errNoConversation) {
		t.Errorf("a stranger marked it: %v", err)
	}
	if _, err := h.ReadAll(t.Context(), h.nina, c.ID); err != nil {
		t.Fatal(err)
	}
	stands(2, 2)
	if err := h.SetPreferences(t.Context(), "nina", Preferences{Typing: true, Presence: true}); err != nil {
		t.Fatal(err)
	}
	stands(2, 0)
	if p, err := h.Preferences(t.Context(), "nina"); err != nil || p.ReadMarks || !p.Typing {
		t.Errorf("her preferences are %+v (%v)", p, err)
	}
	if p, err := h.Preferences(t.Context(), "tom"); err != nil || !p.ReadMarks || !p.Typing || !p.Presence {
		t.Errorf("who never chose has %+v (%v)", p, err)
	}
}

// A line answers one of the same conversation, and a quote shows nothing that was deleted or cleared.
func TestQuotes(t *testing.T) {
	h := setup(t)
	c, other := h.open(t, h.tom, h.nina), h.open(t, h.ann, h.nina)
	asked, elsewhere := h.send(t, h.tom, c.ID, "Blue or red?"), h.send(t, h.ann, other.ID, "secret")
	answer := func(to string) (Message, error) {
		h.clock.Advance(time.Second)
		return h.Send(t.Context(), h.nina, Draft{ConversationID: c.ID, Text: "Red.", ReplyTo: to})
	}
	m, err := answer(asked.ID)
	if err != nil || m.ReplyTo == nil || m.ReplyTo.Text != "Blue or red?" || m.ReplyTo.Username != "tom" {
		t.Fatalf("the answer is %+v (%v)", m.ReplyTo, err)
	}
	for name, id := range map[string]string{"another conversation": elsewhere.ID, "nothing": "01hzzzzzzzzzzzzzzzzzzzzzzz"} {
		if m, err := answer(id); !errors.Is(err, errNoQuoted) {
			t.Errorf("she quoted %s: %+v (%v)", name, m.ReplyTo, err)
		}
	}
	quoted := func(who account.Caller) *Quote {
		t.Helper()
		found, err := h.History(t.Context(), who, c.ID, Choice{Limit: 1})
		if err != nil || len(found.Messages) != 1 || found.Messages[0].ReplyTo == nil {
			t.Fatalf("%s reads %+v (%v)", who.ID, found.Messages, err)
		}
		return found.Messages[0].ReplyTo
	}
	if err := h.Clear(t.Context(), h.tom, c.ID); err != nil {
		t.Fatal(err)
	}
	if m, err = answer(asked.ID); err != nil || m.ReplyTo.Text != "" {
		t.Errorf("both are told what one has cleared: %+v (%v)", m.ReplyTo, err)
	}
	if q := quoted(h.tom); q.Text != "" {
		t.Errorf("Tom reads what he has cleared: %q", q.Text)
	}
	if q := quoted(h.nina); q.Text != "Blue or red?" {
		t.Errorf("Nina does not read what she did not clear: %q", q.Text)
	}
	if err := h.Remove(t.Context(), h.tom, asked.ID, ""); err != nil {
		t.Fatal(err)
	}
	if q := quoted(h.nina); q.Text != "" || !q.IsDeleted {
		t.Errorf("a deleted line is quoted: %+v", q)
	}
}

// A link of a member who never bought anything waits for staff: nothing of it reaches the recipient before.
func TestHeldLinks(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.ann, h.nina)
	held := h.send(t, h.ann, c.ID, "Look: https://example.com/me")
	if !held.IsHeld || held.Seq != 0 {
		t.Fatalf("it is not held: %+v", held)
	}
	unseen := func() {
		t.Helper()
		if got := h.lines(t, h.nina, c.ID); len(got) != 0 {
			t.Errorf("Nina reads %q", got)
		}
		if total, _ := h.Unread(t.Context(), h.nina); total != 0 {
			t.Errorf("%d lines are unread", total)
		}
		if list := h.inbox(t, h.nina); len(list) != 0 {
			t.Errorf("it stands in her list: %+v", list)
		}
	}
	unseen()
	if got := h.lines(t, h.ann, c.ID); len(got) != 1 {
		t.Errorf("Ann reads %q of what she wrote", got)
	}
	waiting, err := h.Held(t.Context(), firstPage)
	if err != nil || waiting.Total != 1 || waiting.Data[0].SenderInfo.Username != "ann" || waiting.Data[0].Recipient.Username != "nina" {
		t.Fatalf("staff see %+v (%v)", waiting, err)
	}
	if m := h.send(t, h.tom, h.open(t, h.tom, h.nina).ID, "www.example.com"); m.IsHeld {
		t.Error("a link of somebody who has bought is held")
	}
	h.clock.Advance(time.Minute)
	if err := h.Release(t.Context(), held.ID); err != nil {
		t.Fatal(err)
	}
	if got := h.lines(t, h.nina, c.ID); len(got) != 1 || got[0] != held.Text {
		t.Errorf("after the release Nina reads %q", got)
	}
	if list := h.inbox(t, h.nina); list[0].ID != c.ID || list[0].Unread != 1 || list[0].LastMessage != held.Text {
		t.Errorf("her list is %+v", list)
	}
	if err := h.Release(t.Context(), held.ID); !errors.Is(err, errNoMessage) {
		t.Errorf("it was let go twice: %v", err)
	}

	h.clock.Advance(time.Minute)
	second := h.send(t, h.ann, c.ID, "and example dot com: example.com")
	if err := h.Refuse(t.Context(), h.admin, second.ID, ""); err != nil {
		t.Fatal(err)
	}
	third := h.send(t, h.ann, c.ID, "t.me/ann")
	if err := h.Clear(t.Context(), h.ann, c.ID); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{second.ID, third.ID} {
		if err := h.Release(t.Context(), id); !errors.Is(err, errNoMessage) {
			t.Errorf("a line that is gone was let go: %v", err)
		}
	}
	if list := h.inbox(t, h.nina); list[0].LastMessage != held.Text {
		t.Errorf("a refused line is the last: %+v", list[0])
	}
}

// What has a link: an address in any dress; and what has none.
func TestLinks(t *testing.T) {
	for text, want := range map[string]bool{
		"https://example.com": true, "HTTP://EXAMPLE": true, "www.example.com": true, "see example.com/x": true, "my-cam.xxx": true,
		"example (dot) com": true, "example . com": true, "tg://resolve": true, "t.me/x": true,
		"example\u200b.com": true, "exam\u00adple.com": true, "example\u3002com": true, "пример.com": true, "youtu.be/x": true, "x.abcde/y": true, "1.2.3.4/x": true,
		"Hi. It is me": false, "Thanks. Me too": false, "Great show. Chat soon": false, "Yes.Really": false, "I paid 1.2.3 times": false,
		"Hello": false, "3.50 tokens": false, "e.g. this": false, "Really?Yes.No": false, "...": false, "a.b": false,
	} {
		if hasLink(text) != want {
			t.Errorf("%q: a link is %v, want %v", text, !want, want)
		}
	}
}

// One text to more than five people within ten minutes is reported once, until staff have looked.
func TestTheSameToMany(t *testing.T) {
	h := setup(t)
	var talks []Conversation
	for i := range 8 {
		member := testkit.Person(t, h.DB, account.Member, fmt.Sprintf("member%d", i))
		c, err := h.Open(t.Context(), h.nina, account.Member, member.ID)
		if err != nil {
			t.Fatal(err)
		}
		talks = append(talks, c)
	}
	flags := func(want int) {
		t.Helper()
		list, err := h.Reports(t.Context(), false, firstPage)
		if err != nil || list.Total != want {
			t.Fatalf("%d reports, want %d (%v)", list.Total, want, err)
		}
	}
	for i, c := range talks[:5] {
		h.send(t, h.nina, c.ID, []string{"Come and see me!", "come and see me", "Come  and see me 2", "COME AND SEE ME \u2764", "Come and see me."}[i])
	}
	flags(0)
	h.send(t, h.nina, talks[5].ID, "Come and see me!")
	h.send(t, h.nina, talks[6].ID, "Come and see me!")
	flags(1)
	list, _ := h.Reports(t.Context(), false, firstPage)
	if r := list.Data[0]; r.Reason != repeated || r.About.Username != "nina" || r.Reporter != nil || r.Message.Text != "Come and see me!" {
		t.Errorf("the report is %+v", r)
	}
	if err := h.CloseReport(t.Context(), h.admin, list.Data[0].ID); err != nil {
		t.Fatal(err)
	}
	if err := h.CloseReport(t.Context(), h.admin, list.Data[0].ID); !errors.Is(err, errNoReport) {
		t.Errorf("it was closed twice: %v", err)
	}
	flags(0)
	h.clock.Advance(time.Hour)
	h.send(t, h.nina, talks[7].ID, "Come and see me!")
	flags(0)
}

// Only those who talk report, only the other's line, and the same again is one report.
func TestReports(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.tom, h.nina)
	hers, his := h.send(t, h.nina, c.ID, "Pay me elsewhere"), h.send(t, h.tom, c.ID, "No")
	report := func(who account.Caller, messageID string) error {
		return h.Report(t.Context(), who, c.ID, messageID, "fraud", "She asked twice.")
	}
	for range 2 {
		if err := report(h.tom, hers.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Remove(t.Context(), h.nina, hers.ID, ""); err != nil {
		t.Fatal(err)
	}
	list, err := h.Reports(t.Context(), false, firstPage)
	if err != nil || list.Total != 1 || list.Data[0].Message.Text != "Pay me elsewhere" || list.Data[0].Reporter.Username != "tom" {
		t.Errorf("staff see %+v (%v)", list, err)
	}
	if err := report(h.tom, his.ID); !errors.Is(err, errNoMessage) {
		t.Errorf("he reported his own line: %v", err)
	}
	if err := report(h.ann, ""); !errors.Is(err, errNoConversation) {
		t.Errorf("a stranger reported: %v", err)
	}
	if err := h.Report(t.Context(), h.tom, c.ID, "", "other", strings.Repeat("x", maxNote+1)); err == nil {
		t.Error("a note of any length was taken")
	}
}

// Whom a member blocks in a conversation cannot write there, and neither can the member, until it is undone.
func TestBlockingInAConversation(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.tom, h.nina)
	set := func(blocked bool) {
		t.Helper()
		if got, err := h.Block(t.Context(), h.tom, c.ID, blocked); err != nil || got.IsBlocked != blocked {
			t.Fatalf("blocked is %v (%v)", got.IsBlocked, err)
		}
	}
	set(true)
	for who, want := range map[account.Caller]error{h.nina: ErrNoReply, h.tom: errBlocked} {
		if _, err := h.Send(t.Context(), who, Draft{ConversationID: c.ID, Text: "Hello?"}); !errors.Is(err, want) {
			t.Errorf("%s wrote: %v", who.ID, err)
		}
	}
	set(false)
	h.send(t, h.nina, c.ID, "Hello again")
	if _, err := h.Block(t.Context(), h.ann, c.ID, true); !errors.Is(err, errNoConversation) {
		t.Errorf("a stranger blocked: %v", err)
	}
	if _, err := h.Block(t.Context(), h.nina, c.ID, true); !errors.Is(err, errNoRecipient) {
		t.Errorf("a performer's block did not go to her list: %v", err)
	}
}

// Lines that wait for staff are one text to many people as well; a report of one leads to it when it was let go.
func TestHeldTextToMany(t *testing.T) {
	h := setup(t)
	var last Message
	for i := range maxSame + 1 {
		performer := testkit.Person(t, h.DB, account.Performer, fmt.Sprintf("performer%d", i))
		last = h.send(t, h.ann, h.open(t, h.ann, performer).ID, fmt.Sprintf("https://example.com/%d", i))
	}
	list, err := h.Reports(t.Context(), false, firstPage)
	if err != nil || list.Total != 1 || list.Data[0].Reason != repeated || list.Data[0].Message.ID != last.ID {
		t.Fatalf("the reports are %+v (%v)", list, err)
	}
	h.clock.Advance(time.Minute)
	if err := h.Release(t.Context(), last.ID); err != nil {
		t.Fatal(err)
	}
	if list, err = h.Reports(t.Context(), false, firstPage); err != nil || list.Data[0].Message == nil || list.Data[0].Message.Text != last.Text {
		t.Errorf("the report of a line that was let go is %+v (%v)", list.Data, err)
	}
}

// What was deleted is kept for staff for ninety days, and then nothing is left of it.
func TestPurge(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.tom, h.nina)
	m := h.send(t, h.tom, c.ID, "my address")
	h.send(t, h.tom, c.ID, "stays")
	if err := h.Remove(t.Context(), h.tom, m.ID, ""); err != nil {
		t.Fatal(err)
	}
	purge := func(want int64) {
		t.Helper()
		if err := h.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM messages WHERE text = 'my address'`); n != want {
			t.Errorf("the text is kept %d times, want %d", n, want)
		}
	}
	h.clock.Advance(keepDeleted - time.Minute)
	purge(1)
	h.clock.Advance(2 * time.Minute)
	purge(0)
	stays := func(want int64) {
		t.Helper()
		if err := h.Purge(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM messages WHERE text = 'stays'`); n != want {
			t.Errorf("the line that nobody deleted is kept %d times, want %d", n, want)
		}
	}
	clear := func(who account.Caller) {
		t.Helper()
		if err := h.Clear(t.Context(), who, c.ID); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(keepDeleted + time.Minute)
	}
	clear(h.tom)
	stays(1)
	clear(h.nina) // now neither of them has it
	stays(0)
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM conversations WHERE last_message <> ''`); n != 0 {
		t.Error("the conversation keeps its last line")
	}
}
