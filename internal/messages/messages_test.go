package messages

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/bus"
	"limelight/internal/kit/db"
	"limelight/internal/kit/fault"
	"limelight/internal/kit/money"
	"limelight/internal/kit/socket"
	"limelight/internal/testkit"
)

// Nina is a performer, Tom and Ann are members; Bob is blocked by Nina.
type fixture struct {
	*Service
	clock               *testkit.Clock
	nina, tom, ann, bob account.Caller
	admin               account.Caller
	room                Conversation
}

type performers struct{ blocked string }

func (p performers) Admits(_ context.Context, _ *db.Tx, performerID string, viewer account.Caller) (bool, error) {
	return performerID == "nina" && viewer.ID != p.blocked, nil
}

func (performers) StreamingStatus(context.Context, *db.Tx, string) (string, error) {
	return "public", nil
}

// contacts let members and Nina talk, unless she blocks them.
type contacts struct{ performers }

func (c contacts) Sees(_ context.Context, _ *db.Tx, who account.Caller, ids ...string) (map[string]bool, error) {
	seen := map[string]bool{}
	for _, id := range ids {
		seen[id] = true
		if who.Role == account.Member {
			seen[id] = who.ID != c.blocked
		}
	}
	return seen, nil
}

func (c contacts) MayOpen(_ context.Context, _ *db.Tx, who account.Caller, other account.Card) (bool, error) {
	return who.Role != other.Role && who.ID != c.blocked && other.ID != c.blocked, nil
}

func (c contacts) MayWrite(ctx context.Context, tx *db.Tx, who account.Caller, other account.Card) error {
	if may, _ := c.MayOpen(ctx, tx, who, other); !may {
		return ErrNoReply
	}
	return nil
}

// Trusted are all but Ann, who never bought anything.
func (contacts) Trusted(_ context.Context, _ *db.Tx, who account.Caller) (bool, error) {
	return who.ID != "ann", nil
}

func (c contacts) Blocked(_ context.Context, _ *db.Tx, performerID string, _ ...string) (map[string]bool, error) {
	return map[string]bool{c.blocked: performerID == "nina"}, nil
}

func (contacts) Block(context.Context, string, string, bool) error { return errNoRecipient }

type people struct{}

func (people) Cards(_ context.Context, _ *db.Tx, ids ...string) (map[string]account.Card, error) {
	cards := map[string]account.Card{}
	for _, id := range ids {
		cards[id] = account.Card{ID: id, Username: id, Role: account.Member}
		if id == "nina" || strings.HasPrefix(id, "performer") {
			cards[id] = account.Card{ID: id, Username: id, Role: account.Performer}
		}
	}
	return cards, nil
}

// limiter lets everybody speak until it is told to refuse.
type limiter struct {
	mu      sync.Mutex
	refused string
}

func (l *limiter) Allow(_ context.Context, _, key string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.refused != "" && strings.HasPrefix(key, l.refused) {
		return fault.New(fault.TooMany, "Slow down.").After(time.Second)
	}
	return nil
}

func setup(t *testing.T) fixture {
	t.Helper()
	d, clock := testkit.DB(t), testkit.NewClock()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	h := fixture{clock: clock}
	h.nina = testkit.Person(t, d, account.Performer, "nina")
	h.tom = testkit.Person(t, d, account.Member, "tom")
	h.ann = testkit.Person(t, d, account.Member, "ann")
	h.bob = testkit.Person(t, d, account.Member, "bob")
	h.admin = testkit.Person(t, d, account.Admin, "ada")
	h.Service = New(Deps{
		DB: d, People: people{}, Performers: performers{blocked: "bob"}, Contacts: contacts{performers{blocked: "bob"}}, Paid: free{}, Limiter: &limiter{}, Events: bus.New(d, log, clock.Now), Audit: testkit.AuditLog(d, clock.Now), Log: log, Now: clock.Now,
		Sockets: socket.New(socket.Config{Now: clock.Now, Log: log,
			Authenticate: func(context.Context, *http.Request, string) (socket.Identity, error) {
				return socket.Identity{}, account.ErrNoSession
			}}),
	})
	room, err := h.Public(t.Context(), h.tom, "nina")
	if err != nil {
		t.Fatal(err)
	}
	h.room = room
	return h
}

func (h fixture) say(t *testing.T, who account.Caller, text string) Message {
	t.Helper()
	h.clock.Advance(time.Millisecond)
	m, err := h.Say(t.Context(), who, Draft{ConversationID: h.room.ID, Text: text})
	if err != nil {
		t.Fatalf("%s could not say %q: %v", who.ID, text, err)
	}
	return m
}

func (h fixture) texts(t *testing.T, who account.Caller) []string {
	t.Helper()
	found, err := h.History(t.Context(), who, h.room.ID, Choice{Limit: 25})
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range found.Messages {
		texts = append(texts, m.Text)
	}
	return texts
}

func TestOnePublicRoomPerPerformer(t *testing.T) {
	h := setup(t)
	var asked sync.WaitGroup
	for range 8 {
		asked.Go(func() {
			again, err := h.Public(context.WithoutCancel(t.Context()), h.ann, "nina")
			if err != nil || again.ID != h.room.ID {
				t.Errorf("a second room %q was made beside %q (%v)", again.ID, h.room.ID, err)
			}
		})
	}
	asked.Wait()
}

func TestHistoryNewestFirst(t *testing.T) {
	h := setup(t)
	h.say(t, h.tom, "hello")
	h.say(t, h.nina, "hi Tom")
	if got := strings.Join(h.texts(t, account.Caller{}), ","); got != "hi Tom,hello" {
		t.Errorf("a guest reads %q", got)
	}
}

// The answer to a line was lost, so the phone sends it again.
func TestRepeatedClientIDIsOneMessage(t *testing.T) {
	h := setup(t)
	line := Draft{ConversationID: h.room.ID, Text: "hello", ClientID: "c1"}
	first, err := h.Say(t.Context(), h.tom, line)
	if err != nil {
		t.Fatal(err)
	}
	second, err := h.Say(t.Context(), h.tom, line)
	if err != nil || second.ID != first.ID {
		t.Errorf("the repeat made %q beside %q (%v)", second.ID, first.ID, err)
	}
	if _, err := h.Say(t.Context(), h.ann, line); err != nil {
		t.Errorf("Ann may use the same clientId as Tom: %v", err)
	}
	h.Limiter.(*limiter).refused = "tom"
	if third, err := h.Say(t.Context(), h.tom, line); err != nil || third.ID != first.ID {
		t.Errorf("a repeat in haste made %q beside %q (%v)", third.ID, first.ID, err)
	}
	line.ClientID = "c2"
	if _, err := h.Say(t.Context(), h.tom, line); err == nil {
		t.Error("another line in haste was taken")
	}
	if got := len(h.texts(t, h.tom)); got != 2 {
		t.Errorf("%d lines are in the room, want 2", got)
	}
}

func TestDeletedMessageLeavesNoText(t *testing.T) {
	h := setup(t)
	m := h.say(t, h.tom, "my address is 1 Main St")
	if err := h.Remove(t.Context(), h.ann, m.ID, ""); !errors.Is(err, account.ErrForbidden) {
		t.Errorf("Ann deleted Tom's line: %v", err)
	}
	if err := h.Remove(t.Context(), h.nina, m.ID, ""); err != nil {
		t.Fatalf("Nina could not delete in her own room: %v", err)
	}
	if got := h.texts(t, h.tom); len(got) != 1 || got[0] != "Message deleted" {
		t.Errorf("Tom reads %q", got)
	}
	if err := h.Remove(t.Context(), h.tom, m.ID, ""); err != nil {
		t.Errorf("deleting twice: %v", err)
	}
}

func TestOwnerClearsForEveryone(t *testing.T) {
	h := setup(t)
	h.say(t, h.tom, "one")
	if err := h.Clear(t.Context(), h.tom, h.room.ID); !errors.Is(err, account.ErrForbidden) {
		t.Errorf("Tom cleared Nina's room: %v", err)
	}
	if err := h.Clear(t.Context(), h.nina, h.room.ID); err != nil {
		t.Fatal(err)
	}
	h.say(t, h.ann, "two")
	if got := h.texts(t, h.tom); len(got) != 1 || got[0] != "two" {
		t.Errorf("after the clearing Tom reads %q", got)
	}
}

// Bob, whom Nina blocked, and a room that is not there look the same.
func TestBlockedMemberFindsNothing(t *testing.T) {
	h := setup(t)
	_, blocked := h.Find(t.Context(), h.bob, h.room.ID)
	_, absent := h.Find(t.Context(), h.bob, "nowhere")
	if !errors.Is(blocked, errNoConversation) || !errors.Is(absent, errNoConversation) {
		t.Errorf("blocked: %v, absent: %v", blocked, absent)
	}
	if _, err := h.Say(t.Context(), h.bob, Draft{ConversationID: h.room.ID, Text: "hey"}); !errors.Is(err, errNoConversation) {
		t.Errorf("Bob wrote into the room: %v", err)
	}
}

func TestPostedLineIsOneAndAnonymous(t *testing.T) {
	h := setup(t)
	paid := money.Whole(25)
	line := Line{
		Kind: h.Declare("tip"), Key: "t1", ConversationID: h.room.ID, SenderID: "tom", Anonymous: true,
		Text: "encore", Payload: Payload{Token: &paid, Label: "a song"}, At: h.clock.Now(),
	}
	post := func(line Line) (fresh bool, err error) {
		err = h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, fresh, err = h.Post(ctx, tx, line)
			return err
		})
		return fresh, err
	}
	for _, want := range []bool{true, false} {
		if fresh, err := post(line); err != nil || fresh != want {
			t.Fatalf("posted: fresh %v (%v), want %v", fresh, err, want)
		}
	}
	line.Kind = "spin"
	if _, err := post(line); err == nil {
		t.Error("a line of a kind that nobody declared was posted")
	}
	found, err := h.History(t.Context(), h.ann, h.room.ID, Choice{Limit: 25})
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Messages) != 1 {
		t.Fatalf("the tip left %d lines, want 1", len(found.Messages))
	}
	if m := found.Messages[0]; m.SenderInfo.Username != "Anonymous" || m.SenderInfo.ID != "" || *m.Token != paid || m.Label != "a song" || m.Text != "encore" {
		t.Errorf("Ann reads %+v", m)
	}
}

func TestHTTP(t *testing.T) {
	h := setup(t)
	say := "POST /messages/stream/public/conversations/" + h.room.ID
	testkit.Scenarios{
		{Name: "a guest finds the room", Do: "GET /conversations/stream/public/nina", Status: http.StatusOK, Has: h.room.ID},
		{Name: "there is no room of an unknown performer", As: h.tom, Do: "GET /conversations/stream/public/zoe", Status: http.StatusNotFound},
		{Name: "nor for an admin", As: h.admin, Do: "GET /conversations/stream/public/zoe", Status: http.StatusNotFound},
		{Name: "nor of a member", As: h.tom, Do: "GET /conversations/stream/public/" + h.tom.ID, Status: http.StatusNotFound},
		{Name: "a guest does not write", Do: say, Body: `{"text":"hi"}`, Status: http.StatusUnauthorized},
		{Name: "a member writes", As: h.tom, Do: say, Body: `{"text":"hi <b>there</b>","clientId":"c9"}`, Status: http.StatusOK, Has: `"clientId":"c9"`},
		{Name: "nothing is not a line", As: h.tom, Do: say, Body: `{"text":"   "}`, Status: http.StatusUnprocessableEntity, Has: "This field is required!"},
		{Name: "an absent text", As: h.tom, Do: say, Body: `{}`, Status: http.StatusUnprocessableEntity, Has: "This field is required!"},
		{Name: "a number is not a text", As: h.tom, Do: say, Body: `{"text":5}`, Status: http.StatusUnprocessableEntity, Has: `"property":"text"`},
		{Name: "301 characters", As: h.tom, Do: say, Body: `{"text":"` + strings.Repeat("é", 301) + `"}`, Status: http.StatusUnprocessableEntity, Has: "Must be between 1 and 300"},
		{Name: "300 characters", As: h.tom, Do: say, Body: `{"text":"` + strings.Repeat("é", 300) + `"}`, Status: http.StatusOK},
		{Name: "not JSON", As: h.tom, Do: say, Body: `{"text":`, Status: http.StatusBadRequest, Has: "Bad request!"},
		{Name: "a huge body", As: h.tom, Do: say, Body: `{"text":"` + strings.Repeat("x", 2<<20) + `"}`, Status: http.StatusRequestEntityTooLarge, Has: "Request Entity Too Large"},
		{Name: "another's sender is ignored", As: h.tom, Do: say, Body: `{"text":"me","senderId":"nina","type":"tip"}`, Status: http.StatusOK, Has: `"username":"tom"`},
		{Name: "a guest reads", Do: "GET /messages/conversations/public/" + h.room.ID + "?limit=2", Status: http.StatusOK, Has: `"total":3`},
		{Name: "a page of 1000 is too much", Do: "GET /messages/conversations/public/" + h.room.ID + "?limit=1000", Status: http.StatusUnprocessableEntity},
		{Name: "deleting what is not there", As: h.tom, Do: "DELETE /messages/nothing", Status: http.StatusNotFound},
		{Name: "a member does not clear", As: h.tom, Do: "DELETE /messages/" + h.room.ID + "/remove-all-message", Status: http.StatusForbidden, Has: "Forbidden in the action!"},
		{Name: "an admin clears", As: h.admin, Do: "DELETE /messages/" + h.room.ID + "/remove-all-message", Status: http.StatusOK},
		{Name: "nothing is left", Do: "GET /messages/conversations/public/" + h.room.ID, Status: http.StatusOK, Has: `{"data":[],"total":0}`},
	}.Run(t, h.Routes)
}

// Everybody but the room's performer has a rate limit.
func TestRateLimitOfRoom(t *testing.T) {
	h := setup(t)
	say := func(who account.Caller) (int, string) {
		h.Limiter.(*limiter).refused = who.ID
		answer := testkit.Call(testkit.Router(h.Routes), who, "POST /messages/stream/public/conversations/"+h.room.ID, `{"text":"again"}`, nil)
		return answer.Code, answer.Header().Get("Retry-After")
	}
	for _, who := range []account.Caller{h.tom, h.admin} {
		if status, wait := say(who); status != http.StatusTooManyRequests || wait != "1" {
			t.Errorf("%s: answered %d with Retry-After %q", who.ID, status, wait)
		}
	}
	if status, _ := say(h.nina); status != http.StatusOK {
		t.Errorf("the performer in her own room: answered %d", status)
	}
}

// Only the performer, members and staff write in a public room.
func TestStudiosDoNotWriteInRooms(t *testing.T) {
	h := setup(t)
	stella := testkit.Person(t, h.DB, account.Studio, "stella")
	_, err := h.Say(t.Context(), stella, Draft{ConversationID: h.room.ID, Text: "Come to us!"})
	if !errors.Is(err, account.ErrForbidden) {
		t.Errorf("a studio in a stranger's room: %v, want a refusal", err)
	}
	if texts := h.texts(t, h.tom); len(texts) != 0 {
		t.Errorf("the room reads %q", texts)
	}
}

// Tom's private show with Nina has a conversation of its own.
func TestPrivateConversation(t *testing.T) {
	h := setup(t)
	var talk string
	change := func(do func(ctx context.Context, tx *db.Tx) error) {
		t.Helper()
		if err := h.DB.Write(t.Context(), do); err != nil {
			t.Fatal(err)
		}
	}
	change(func(ctx context.Context, tx *db.Tx) (err error) {
		if talk, err = h.OpenStream(ctx, tx, "private", "show", "nina"); err != nil {
			return err
		}
		return h.Admit(ctx, tx, talk, "tom")
	})
	say := func(who account.Caller) error {
		_, err := h.Say(t.Context(), who, Draft{ConversationID: talk, Text: "hello"})
		return err
	}
	for name, c := range map[string]struct {
		who  account.Caller
		want error
	}{
		"Tom": {h.tom, nil}, "Nina": {h.nina, nil}, "Ann": {h.ann, errNoConversation}, "a guest": {account.Caller{}, errNoConversation},
	} {
		if err := say(c.who); !errors.Is(err, c.want) {
			t.Errorf("%s writes: %v, want %v", name, err, c.want)
		}
		if _, err := h.History(t.Context(), c.who, talk, Choice{Limit: 25}); !errors.Is(err, c.want) {
			t.Errorf("%s reads: %v, want %v", name, err, c.want)
		}
		err := h.DB.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			ours, err := h.IsOf(ctx, tx, talk, "nina", c.who.ID)
			if c.who.ID != "nina" && ours != (c.want == nil) {
				t.Errorf("%s tips into the talk: %v", name, ours)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	change(func(ctx context.Context, tx *db.Tx) error { return h.Dismiss(ctx, tx, talk, "tom") })
	if err := say(h.tom); !errors.Is(err, errClosed) {
		t.Errorf("Tom writes after he left: %v", err)
	}
	if found, err := h.History(t.Context(), h.tom, talk, Choice{Limit: 25}); err != nil || len(found.Messages) != 2 {
		t.Errorf("Tom reads %d lines of what was said (%v)", len(found.Messages), err)
	}
	change(func(ctx context.Context, tx *db.Tx) error { return h.Close(ctx, tx, talk) })
	if err := say(h.nina); !errors.Is(err, errClosed) {
		t.Errorf("Nina writes after the end: %v", err)
	}
}

// Whatever way a line is deleted, lastMessage is the newest line that is not.
func TestLastMessageIsNotDeleted(t *testing.T) {
	h := setup(t)
	last := func(want string) {
		t.Helper()
		c, err := h.Find(t.Context(), account.Caller{}, h.room.ID)
		if err != nil || c.LastMessage != want {
			t.Errorf("a guest's last message is %q (%v), want %q", c.LastMessage, err, want)
		}
	}
	remove := func(who account.Caller, m Message) {
		t.Helper()
		if err := h.Remove(t.Context(), who, m.ID, ""); err != nil {
			t.Fatal(err)
		}
	}
	old := h.say(t, h.ann, "cleared")
	if err := h.Clear(t.Context(), h.nina, h.room.ID); err != nil {
		t.Fatal(err)
	}
	last("")
	hello, address := h.say(t, h.ann, "hello"), h.say(t, h.tom, "my address is 1 Main St")
	newest := h.say(t, h.ann, "newest")
	remove(h.nina, newest)
	last("my address is 1 Main St")
	remove(h.tom, address)
	last("hello")
	remove(h.admin, hello)
	last("")
	remove(h.nina, old)
	last("")
	h.say(t, h.ann, "later")
	last("later")
}
