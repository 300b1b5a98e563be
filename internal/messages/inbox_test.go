package messages

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/testkit"
)

var firstPage = api.Page{Limit: 25}

// open is the conversation of somebody with another, as the first has it.
func (h fixture) open(t testing.TB, who, other account.Caller) Conversation {
	t.Helper()
	h.clock.Advance(time.Minute)
	c, err := h.Open(t.Context(), who, other.Role, other.ID)
	if err != nil {
		t.Fatalf("%s could not open a conversation with %s: %v", who.ID, other.ID, err)
	}
	return c
}

func (h fixture) send(t testing.TB, who account.Caller, conversationID, text string) Message {
	t.Helper()
	h.clock.Advance(time.Second)
	m, err := h.Send(t.Context(), who, Draft{ConversationID: conversationID, Text: text})
	if err != nil {
		t.Fatalf("%s could not write: %v", who.ID, err)
	}
	return m
}

func (h fixture) inbox(t testing.TB, who account.Caller) []Conversation {
	t.Helper()
	list, err := h.List(t.Context(), who, "", firstPage)
	if err != nil {
		t.Fatal(err)
	}
	if list.Total != len(list.Data) {
		t.Errorf("%d conversations are said to be %d", len(list.Data), list.Total)
	}
	return list.Data
}

func (h fixture) lines(t testing.TB, who account.Caller, conversationID string) (texts []string) {
	t.Helper()
	found, err := h.History(t.Context(), who, conversationID, Choice{Limit: 100})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range found.Messages {
		texts = append(texts, m.Text)
	}
	return texts
}

// Both find the same conversation, whoever opens it, and each has the other as its recipient.
func TestAPairHasOneConversation(t *testing.T) {
	h := setup(t)
	mine, hers := h.open(t, h.tom, h.nina), h.open(t, h.nina, h.tom)
	if mine.ID != hers.ID {
		t.Fatalf("there are two: %s and %s", mine.ID, hers.ID)
	}
	if mine.SourceID != "nina" || hers.SourceID != "tom" || mine.Recipient.Username != "nina" || mine.OwnerID != "nina" {
		t.Errorf("Tom talks to %+v of %s, Nina to %s", mine.Recipient, mine.OwnerID, hers.SourceID)
	}
	if _, err := h.Open(t.Context(), h.tom, account.Member, "nina"); !errors.Is(err, errNoRecipient) {
		t.Errorf("a performer was found among members: %v", err)
	}
	for name, other := range map[string]account.Caller{"himself": h.tom, "another member": h.ann, "nobody": {ID: "nobody", Role: account.Performer}} {
		if _, err := h.Open(t.Context(), h.tom, other.Role, other.ID); !errors.Is(err, errNoRecipient) {
			t.Errorf("Tom opened a conversation with %s: %v", name, err)
		}
	}
}

// A line counts for whoever did not write it until they have read it, and moves the conversation up for both.
func TestUnreadLines(t *testing.T) {
	h := setup(t)
	tom, ann := h.open(t, h.tom, h.nina), h.open(t, h.ann, h.nina)
	h.send(t, h.tom, tom.ID, "Hello")
	h.send(t, h.tom, tom.ID, "Are you there?")
	h.send(t, h.ann, ann.ID, "Hi")

	list := h.inbox(t, h.nina)
	if len(list) != 2 || list[0].ID != ann.ID || list[0].Unread != 1 || list[1].Unread != 2 || list[1].LastMessage != "Are you there?" {
		t.Fatalf("Nina's list is %+v", list)
	}
	if total, err := h.ReadAll(t.Context(), h.nina, tom.ID); err != nil || total != 1 {
		t.Errorf("after reading Tom's she has %d unread, want 1 (%v)", total, err)
	}
	if own := h.inbox(t, h.tom); own[0].Unread != 0 {
		t.Errorf("his own lines are unread to Tom: %d", own[0].Unread)
	}
	h.open(t, h.nina, h.tom)
	if list := h.inbox(t, h.nina); list[0].ID != tom.ID {
		t.Error("an opened conversation did not move to the top of her list")
	}
	if found, err := h.List(t.Context(), h.nina, "TÓ", firstPage); err != nil || found.Total != 1 || found.Data[0].ID != tom.ID {
		t.Errorf("searching for Tom found %+v (%v)", found, err)
	}
}

// Clearing is for oneself: the other one keeps all, and the next line brings the conversation back, alone.
func TestClearingIsForOneself(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.tom, h.nina)
	h.send(t, h.tom, c.ID, "first")
	if err := h.Clear(t.Context(), h.nina, c.ID); err != nil {
		t.Fatal(err)
	}
	if list := h.inbox(t, h.nina); len(list) != 0 {
		t.Errorf("what Nina cleared stands in her list: %+v", list)
	}
	if total, _ := h.Unread(t.Context(), h.nina); total != 0 {
		t.Errorf("%d cleared lines are unread", total)
	}
	if again := h.open(t, h.nina, h.tom); again.LastMessage != "" {
		t.Errorf("a cleared line is told as the last: %q", again.LastMessage)
	}
	h.send(t, h.tom, c.ID, "second")
	if got := h.lines(t, h.nina, c.ID); !slices.Equal(got, []string{"second"}) {
		t.Errorf("Nina reads %q", got)
	}
	if got := h.lines(t, h.tom, c.ID); !slices.Equal(got, []string{"second", "first"}) {
		t.Errorf("Tom reads %q", got)
	}
}

// A deleted line is nowhere to be read, and no longer counted.
func TestDeletedBeforeItWasRead(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.tom, h.nina)
	h.send(t, h.tom, c.ID, "kept")
	slip := h.send(t, h.tom, c.ID, "my secret")
	if err := h.Remove(t.Context(), h.nina, slip.ID, ""); !errors.Is(err, account.ErrForbidden) {
		t.Errorf("Nina deleted what Tom wrote: %v", err)
	}
	for range 2 {
		if err := h.Remove(t.Context(), h.tom, slip.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	list := h.inbox(t, h.nina)
	if list[0].Unread != 1 || list[0].LastMessage != "kept" {
		t.Errorf("she has %d unread, the last being %q", list[0].Unread, list[0].LastMessage)
	}
	if got := h.lines(t, h.nina, c.ID); !slices.Equal(got, []string{tombstone, "kept"}) {
		t.Errorf("Nina reads %q", got)
	}
}

// Whom a performer blocks has no conversation with her any more: not in the list, not in the
// total, not to read, not to write in.
func TestBlockedHasNoConversation(t *testing.T) {
	h := setup(t)
	policy := h.kinds[directTalk].(directPolicy)
	c := h.open(t, h.tom, h.nina)
	h.send(t, h.nina, c.ID, "Hello")
	blocks := contacts{performers{blocked: "tom"}}
	policy.contacts, h.Contacts = blocks, blocks
	h.kinds[directTalk] = policy
	h.core.Contacts = blocks

	if list := h.inbox(t, h.tom); len(list) != 0 {
		t.Errorf("he still has %+v", list)
	}
	if total, err := h.Unread(t.Context(), h.tom); total != 0 || err != nil {
		t.Errorf("%d lines of hers are unread (%v)", total, err)
	}
	for name, try := range map[string]func() error{
		"find": func() error { _, err := h.Find(t.Context(), h.tom, c.ID); return err },
		"read": func() error { _, err := h.History(t.Context(), h.tom, c.ID, Choice{Limit: 25}); return err },
		"write": func() error {
			_, err := h.Send(t.Context(), h.tom, Draft{ConversationID: c.ID, Text: "Why?"})
			return err
		},
		"mark":  func() error { _, err := h.ReadAll(t.Context(), h.tom, c.ID); return err },
		"clear": func() error { return h.Clear(t.Context(), h.tom, c.ID) },
		"other": func() error { _, err := h.History(t.Context(), h.ann, c.ID, Choice{Limit: 25}); return err },
	} {
		if err := try(); !errors.Is(err, errNoConversation) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := h.Open(t.Context(), h.tom, account.Performer, "nina"); !errors.Is(err, errNoRecipient) {
		t.Errorf("open: %v", err)
	}
	if _, err := h.Send(t.Context(), h.nina, Draft{ConversationID: c.ID, Text: "Bye"}); !errors.Is(err, ErrNoReply) {
		t.Errorf("she wrote to whom she blocks: %v", err)
	}
}

func TestLengthOfADirectLine(t *testing.T) {
	h := setup(t)
	c := h.open(t, h.tom, h.nina)
	h.send(t, h.tom, c.ID, strings.Repeat("é", 2000))
	if _, err := h.Send(t.Context(), h.tom, Draft{ConversationID: c.ID, Text: strings.Repeat("é", 2001)}); err == nil {
		t.Error("2,001 characters were taken")
	}
	if m := h.send(t, h.tom, c.ID, "two\nlines"); m.Text != "two\nlines" {
		t.Errorf("two lines became %q", m.Text)
	}
	if _, err := h.Say(t.Context(), h.tom, Draft{ConversationID: c.ID, Text: "as in a room"}); !errors.Is(err, errNoConversation) {
		t.Errorf("the call of rooms wrote into a direct conversation: %v", err)
	}
	if _, err := h.Send(t.Context(), h.tom, Draft{ConversationID: h.room.ID, Text: strings.Repeat("x", 301)}); !errors.Is(err, errNoConversation) {
		t.Errorf("the call of direct conversations wrote into a room: %v", err)
	}
}

// A member opens twenty conversations a day; those that are there already do not count.
func TestTwentyNewConversationsADay(t *testing.T) {
	h := setup(t)
	h.open(t, h.tom, h.nina)
	for i := range maxOpened - 1 {
		id := fmt.Sprintf("performer%02d", i)
		testkit.Person(t, h.DB, account.Performer, id)
		testkit.Exec(t, h.DB, fmt.Sprintf(`INSERT INTO conversations (id, kind, first_id, second_id, opened_by, created_at)
			VALUES ('c%02d', 'private', '%s', 'tom', 'tom', %d)`, i, id, h.clock.Now().UnixMilli()))
	}
	h.open(t, h.tom, h.nina)
	if n := testkit.Int(t, h.DB, `SELECT COUNT(*) FROM conversations WHERE opened_by = 'tom'`); n != maxOpened {
		t.Fatalf("Tom has opened %d, want %d", n, maxOpened)
	}
	late := testkit.Person(t, h.DB, account.Performer, "performerlate")
	if _, err := h.Open(t.Context(), h.tom, late.Role, late.ID); !errors.Is(err, errOpenedMany) {
		t.Errorf("he opened one more: %v", err)
	}
}

// What happens in any order leaves each count at what a recount says.
func TestUnreadIsARecount(t *testing.T) {
	h := setup(t)
	people := []account.Caller{h.tom, h.nina, h.ann}
	rapid.Check(t, func(rt *rapid.T) {
		var sent []Message
		talks := []Conversation{h.open(t, h.tom, h.nina), h.open(t, h.ann, h.nina)}
		rt.Repeat(map[string]func(*rapid.T){
			"send": func(rt *rapid.T) {
				c, who := rapid.SampledFrom(talks).Draw(rt, "conversation"), rapid.SampledFrom(people).Draw(rt, "who")
				m, err := h.Send(t.Context(), who, Draft{ConversationID: c.ID, Text: "line", ClientID: rapid.StringMatching(`[ab]?`).Draw(rt, "id")})
				if err == nil {
					sent = append(sent, m)
				}
				h.clock.Advance(time.Second)
			},
			"read": func(rt *rapid.T) {
				_, _ = h.ReadAll(t.Context(), rapid.SampledFrom(people).Draw(rt, "who"), rapid.SampledFrom(talks).Draw(rt, "conversation").ID)
			},
			"clear": func(rt *rapid.T) {
				_ = h.Clear(t.Context(), rapid.SampledFrom(people).Draw(rt, "who"), rapid.SampledFrom(talks).Draw(rt, "conversation").ID)
			},
			"delete": func(rt *rapid.T) {
				if len(sent) > 0 {
					_ = h.Remove(t.Context(), rapid.SampledFrom(people).Draw(rt, "who"), rapid.SampledFrom(sent).Draw(rt, "line").ID, "")
				}
			},
			"": func(rt *rapid.T) {
				wrong := testkit.Int(t, h.DB, `
					SELECT COUNT(*)
					FROM conversation_participants p
					WHERE p.unread <> (
						SELECT COUNT(*) FROM messages m
						WHERE m.conversation_id = p.conversation_id AND m.sender_id <> p.account_id AND m.deleted_at = 0
							AND m.seq > p.read_seq AND m.seq > p.cleared_seq)`)
				if wrong > 0 {
					rt.Fatalf("%d counts are not what a recount says", wrong)
				}
				for _, who := range people {
					h.agrees(rt, who)
				}
			},
		})
	})
}

// agrees wants a person's total to be the sum of their list.
func (h fixture) agrees(rt *rapid.T, who account.Caller) {
	total, err := h.Unread(context.Background(), who)
	if err != nil {
		rt.Fatal(err)
	}
	list, err := h.List(context.Background(), who, "", firstPage)
	if err != nil {
		rt.Fatal(err)
	}
	for _, c := range list.Data {
		total -= c.Unread
	}
	if total != 0 {
		rt.Fatalf("the total of %s is %d more than their list has", who.ID, total)
	}
}
