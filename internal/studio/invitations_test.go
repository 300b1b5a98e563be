package studio_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/studio"
	"limelight/internal/testkit"
)

// verified makes a studio whose document was accepted.
func (h fixture) verified(t *testing.T, name string) account.Caller {
	t.Helper()
	st := h.open(t, name)
	check(t, h.db.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.SetVerification(ctx, tx, st.ID, true, "", time.Time{})
	}))
	return st
}

// invite sends an invitation and returns its id.
func (h fixture) invite(t *testing.T, by account.Caller, to string) string {
	t.Helper()
	answer := testkit.Call(h.web, by, "POST /studio/invitations", `{"to":"`+to+`","rates":{"tip":55}}`, nil)
	if answer.Code != 200 {
		t.Fatalf("inviting %s is answered %d %s", to, answer.Code, answer.Body)
	}
	var got struct{ Data studio.Invitation }
	check(t, json.Unmarshal(answer.Body.Bytes(), &got))
	return got.Data.ID
}

// Nina says yes, and shares on what was offered from then on.
func TestInvitationAccepted(t *testing.T) {
	h := setup(t)
	stella, rival, plain := h.verified(t, "stella"), h.verified(t, "rival"), h.open(t, "plain")
	nina, lena := testkit.Person(t, h.db, account.Performer, "nina"), testkit.Person(t, h.db, account.Performer, "lena")
	id := h.invite(t, stella, "Nina")
	other := h.invite(t, rival, "nina@example.com")
	if told := h.invited.All(t); len(told) != 2 || told[0].PerformerID != "nina" || told[1].PerformerID != "nina" {
		t.Errorf("told of invitations: %+v", told)
	}
	testkit.Scenarios{
		{Name: "not without a verified studio", As: plain, Do: "POST /studio/invitations", Body: `{"to":"nina"}`, Status: 403, Has: "studio_unverified"},
		{Name: "once", As: stella, Do: "POST /studio/invitations", Body: `{"to":"nina"}`, Status: 409},
		{Name: "Nina reads of both", As: nina, Do: "GET /performers/studio/invitations", Status: 200, Has: `"total":2`},
		{Name: "with what she would get", As: nina, Do: "GET /performers/studio/invitations", Status: 200, Has: `"tip":55,`},
		{Name: "Lena does not", As: lena, Do: "GET /performers/studio/invitations", Status: 200, Has: `"total":0`},
		{Name: "nor may she accept", As: lena, Do: "POST /performers/studio/invitations/" + id + "/accept", Status: 404},
		{Name: "Nina accepts", As: nina, Do: "POST /performers/studio/invitations/" + id + "/accept", Status: 200},
		{Name: "once", As: nina, Do: "POST /performers/studio/invitations/" + id + "/accept", Status: 404},
		{Name: "and is in the studio", As: stella, Do: "GET /studio/members", Status: 200, Has: `"username":"nina"`},
		{Name: "on the offered shares", As: nina, Do: "GET /settings/performer/commission", Status: 200, Has: `"tip":55,`},
		{Name: "no second studio", As: nina, Do: "POST /performers/studio/invitations/" + other + "/accept", Status: 409, Has: `"error":"in_studio"`},
		{Name: "the studio sees who it was", As: stella, Do: "GET /studio/invitations?state=accepted", Status: 200, Has: `"performer":{"_id":"nina"`},
		{Name: "the rival does not", As: rival, Do: "GET /studio/invitations", Status: 200, Lacks: `"_id":"nina"`},
		{Name: "a member is not invited", As: stella, Do: "POST /studio/invitations", Body: `{"to":"nina"}`, Status: 409, Has: "your studio already"},
	}.Run(t, h.Routes)
	if told := h.answered.All(t); len(told) != 1 || !told[0].Accepted {
		t.Errorf("answers: %+v", told)
	}
}

// A studio cannot tell by its invitations whether there is somebody of a name, or who hides from it.
func TestInvitationsTellNothing(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	testkit.Person(t, h.db, account.Performer, "nina")
	testkit.Person(t, h.db, account.Performer, "shy")
	testkit.Person(t, h.db, account.Member, "tom")
	var first string
	for _, to := range []string{"nina", "shy", "tom", "nobody", "nobody@example.com", "nina@example.com"} {
		answer := testkit.Call(h.web, stella, "POST /studio/invitations", `{"to":"`+to+`"}`, nil)
		var got struct{ Data map[string]any }
		check(t, json.Unmarshal(answer.Body.Bytes(), &got))
		delete(got.Data, "_id")
		delete(got.Data, "to")
		text, err := json.Marshal(got.Data)
		check(t, err)
		if first == "" {
			first = string(text)
		}
		if answer.Code != 200 || string(text) != first {
			t.Errorf("%s is answered %d %s, nina %s", to, answer.Code, text, first)
		}
	}
	for _, told := range h.invited.All(t) {
		if told.PerformerID != "nina" {
			t.Errorf("%s was told", told.PerformerID)
		}
	}
}

// Who declines is left in peace for a month, and the studio does not notice.
func TestDeclinedInvitation(t *testing.T) {
	h := setup(t)
	stella, nina := h.verified(t, "stella"), testkit.Person(t, h.db, account.Performer, "nina")
	id := h.invite(t, stella, "nina")
	testkit.Scenarios{
		{Name: "she declines", As: nina, Do: "POST /performers/studio/invitations/" + id + "/decline", Status: 200},
		{Name: "it is told", As: stella, Do: "GET /studio/invitations", Status: 200, Has: `"state":"declined"`},
	}.Run(t, h.Routes)
	h.invite(t, stella, "nina")
	if told := h.invited.All(t); len(told) != 1 {
		t.Errorf("Nina was asked %d times, want once", len(told))
	}
	h.clock.Advance(31 * 24 * time.Hour)
	check(t, h.Sweep(t.Context()))
	h.invite(t, stella, "nina")
	if told := h.invited.All(t); len(told) != 2 {
		t.Errorf("Nina was asked %d times after a month, want twice", len(told))
	}
}

// An invitation ends after two weeks, or when it is taken back.
func TestInvitationEnds(t *testing.T) {
	h := setup(t)
	stella, nina := h.verified(t, "stella"), testkit.Person(t, h.db, account.Performer, "nina")
	id := h.invite(t, stella, "nina")
	rival := h.verified(t, "rival")
	testkit.Scenarios{
		{Name: "not by another studio", As: rival, Do: "DELETE /studio/invitations/" + id, Status: 404},
		{Name: "taken back", As: stella, Do: "DELETE /studio/invitations/" + id, Status: 200, Has: `"state":"withdrawn"`},
		{Name: "too late", As: nina, Do: "POST /performers/studio/invitations/" + id + "/accept", Status: 404},
	}.Run(t, h.Routes)
	id = h.invite(t, stella, "nina")
	h.clock.Advance(14 * 24 * time.Hour)
	testkit.Scenarios{
		{Name: "expired", As: nina, Do: "POST /performers/studio/invitations/" + id + "/accept", Status: 404},
		{Name: "and says so", As: stella, Do: "GET /studio/invitations?state=expired", Status: 200, Has: `"total":1`},
		{Name: "none is open", As: stella, Do: "GET /studio/invitations?state=open", Status: 200, Has: `"total":0`},
	}.Run(t, h.Routes)
	check(t, h.Sweep(t.Context()))
	h.invite(t, stella, "nina")
}

// A member and a studio part when both want it.
func TestPartingByConsent(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	nina, busy := testkit.Person(t, h.db, account.Performer, "nina"), testkit.Person(t, h.db, account.Performer, "busy")
	lena := testkit.Person(t, h.db, account.Performer, "lena")
	for _, who := range []string{"nina", "busy", "lena"} {
		check(t, h.join(t, stella.ID, who))
	}
	testkit.Scenarios{
		{Name: "Nina asks", As: nina, Do: "POST /performers/studio/leave", Body: `{"reason":"I move"}`, Status: 200, Has: `"state":"open"`},
		{Name: "once", As: nina, Do: "POST /performers/studio/leave", Body: `{}`, Status: 409, Has: `"error":"parting_open"`},
		{Name: "and is still there", As: stella, Do: "GET /studio/members", Status: 200, Has: `"total":3`},
		{Name: "the studio reads it", As: stella, Do: "GET /studio/partings", Status: 200, Has: `"reason":"I move"`},
		{Name: "she cannot agree for it", As: nina, Do: "POST /performers/studio/parting/agree", Body: `{}`, Status: 404},
		{Name: "refused with a reason only", As: stella, Do: "POST /studio/members/nina/parting/refuse", Body: `{}`, Status: 422},
		{Name: "refused", As: stella, Do: "POST /studio/members/nina/parting/refuse", Body: `{"answer":"Your contract"}`, Status: 200},
		{Name: "which she reads", As: nina, Do: "GET /performers/studio", Status: 200, Has: `"answer":"Your contract"`},
		{Name: "she asks again", As: nina, Do: "POST /performers/studio/leave", Body: `{}`, Status: 200},
		{Name: "agreed", As: stella, Do: "POST /studio/members/nina/parting/agree", Body: `{}`, Status: 200, Has: `"state":"done"`},
		{Name: "she is out", As: nina, Do: "GET /performers/studio", Status: 200, Lacks: `"studio"`},
		{Name: "the studio lets Lena go", As: stella, Do: "POST /studio/members/lena/release", Body: `{}`, Status: 200},
		{Name: "who wants to go herself", As: lena, Do: "POST /performers/studio/leave", Body: `{}`, Status: 200, Has: `"state":"done"`},
		{Name: "a stranger", As: stella, Do: "POST /studio/members/nina/release", Body: `{}`, Status: 404},
		{Name: "who is on stage", As: busy, Do: "POST /performers/studio/leave", Body: `{}`, Status: 200},
		{Name: "leaves when it is over", As: stella, Do: "POST /studio/members/busy/parting/agree", Body: `{}`, Status: 200, Has: `"state":"agreed"`},
		{Name: "and not before", As: stella, Do: "GET /studio/members", Status: 200, Has: `"username":"busy"`},
	}.Run(t, h.Routes)
}

// A studio that does not answer does not hold anybody.
func TestPartingWithoutAnswer(t *testing.T) {
	h := setup(t)
	stella, nina := h.verified(t, "stella"), testkit.Person(t, h.db, account.Performer, "nina")
	check(t, h.join(t, stella.ID, "nina"))
	testkit.Scenarios{
		{Name: "Nina asks", As: nina, Do: "POST /performers/studio/leave", Body: `{}`, Status: 200},
		{Name: "and thinks better of it", As: nina, Do: "POST /performers/studio/parting/withdraw", Body: `{}`, Status: 200},
		{Name: "and asks", As: nina, Do: "POST /performers/studio/leave", Body: `{}`, Status: 200},
	}.Run(t, h.Routes)
	h.clock.Advance(14*24*time.Hour - time.Second)
	check(t, h.Sweep(t.Context()))
	if of := h.studioOf(t, "nina"); of != stella.ID {
		t.Errorf("a second before the two weeks are over Nina's studio is %q", of)
	}
	h.clock.Advance(time.Second)
	check(t, h.Sweep(t.Context()))
	if of := h.studioOf(t, "nina"); of != "" {
		t.Errorf("after two weeks without an answer Nina's studio is %q", of)
	}
	told := h.partings.All(t)
	if last := told[len(told)-1]; last.State != studio.PartingDone || !last.Silent {
		t.Errorf("the end was told as %+v", last)
	}
}

func (h fixture) studioOf(t *testing.T, performerID string) (of string) {
	t.Helper()
	check(t, h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
		of, err = h.StudioOf(ctx, tx, performerID)
		return err
	}))
	return of
}

// Several members are offered the same; each answers for herself, and until then it can be taken back.
func TestProposals(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	rival := h.verified(t, "rival")
	nina, lena := testkit.Person(t, h.db, account.Performer, "nina"), testkit.Person(t, h.db, account.Performer, "lena")
	mona := testkit.Person(t, h.db, account.Performer, "mona")
	check(t, h.join(t, stella.ID, "nina"))
	check(t, h.join(t, stella.ID, "lena"))
	check(t, h.join(t, rival.ID, "mona"))
	testkit.Scenarios{
		{Name: "Lena has more of tips already", As: stella, Do: "PUT /studio/commission/member/lena", Body: `{"tip":70}`, Status: 200},
		{Name: "a preview", As: stella, Do: "POST /studio/commission/preview", Body: `{"members":["nina","lena"],"rates":{"tip":65}}`, Status: 200, Has: `"waiting":1,"atOnce":1`},
		{Name: "changes nothing", As: nina, Do: "GET /settings/performer/commission", Status: 200, Has: `"tip":60,`},
		{Name: "not somebody else's", As: stella, Do: "POST /studio/commission/proposals", Body: `{"members":["nina","mona"],"rates":{"tip":65}}`, Status: 404},
		{Name: "then nobody's", As: nina, Do: "GET /settings/performer/commission", Status: 200, Has: `"tip":60,`},
		{Name: "nobody", As: stella, Do: "POST /studio/commission/proposals", Body: `{"members":[],"rates":{"tip":65}}`, Status: 422},
		{Name: "nothing", As: stella, Do: "POST /studio/commission/proposals", Body: `{"members":["nina"],"rates":{}}`, Status: 422},
		{Name: "Mona's is untouched", As: mona, Do: "GET /settings/performer/commission", Status: 200, Lacks: `"offer"`},
	}.Run(t, h.Routes)
	answer := testkit.Call(h.web, stella, "POST /studio/commission/proposals", `{"members":["nina","lena"],"rates":{"tip":65}}`, nil)
	var got struct{ Data studio.Proposal }
	check(t, json.Unmarshal(answer.Body.Bytes(), &got))
	testkit.Scenarios{
		{Name: "Nina has more at once", As: nina, Do: "GET /settings/performer/commission", Status: 200, Has: `"tip":65,`},
		{Name: "Lena is asked", As: lena, Do: "GET /settings/performer/commission", Status: 200, Has: `"offer"`},
		{Name: "it is on record to whom", As: stella, Do: "GET /studio/history", Status: 200, Has: `"after":"tip 65.00%: lena, nina"`},
		{Name: "another studio takes nothing back", As: rival, Do: "DELETE /studio/commission/proposals/" + got.Data.ID, Status: 404},
		{Name: "taken back", As: stella, Do: "DELETE /studio/commission/proposals/" + got.Data.ID, Status: 200, Has: `"offers":1`},
		{Name: "Lena is not asked any more", As: lena, Do: "GET /settings/performer/commission", Status: 200, Lacks: `"offer"`},
		{Name: "one alone", As: stella, Do: "PUT /studio/commission/member/lena", Body: `{"tip":50}`, Status: 200, Has: `"offer"`},
		{Name: "is taken back alone", As: stella, Do: "DELETE /studio/commission/member/lena/offer", Status: 200, Has: `"offers":1`},
		{Name: "once", As: stella, Do: "DELETE /studio/commission/member/lena/offer", Status: 404},
	}.Run(t, h.Routes)
}

// Who asks is mailed about at once and whatever they have chosen, so that nobody asks without end.
func TestAskingIsBounded(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	nina := testkit.Person(t, h.db, account.Performer, "nina")
	check(t, h.join(t, stella.ID, "nina"))
	for name, c := range map[string]struct {
		as             account.Caller
		do, body, undo string
		admits         int
	}{
		"leaving":     {nina, "POST /performers/studio/leave", `{}`, "POST /performers/studio/parting/withdraw", 5},
		"letting go":  {stella, "POST /studio/members/nina/release", `{}`, "POST /studio/members/nina/parting/withdraw", 5},
		"one offer":   {stella, "PUT /studio/commission/member/nina", `{"tip":10}`, "DELETE /studio/commission/member/nina/offer", 20},
		"many offers": {stella, "POST /studio/commission/proposals", `{"members":["nina"],"rates":{"tip":10}}`, "DELETE /studio/commission/member/nina/offer", 20},
	} {
		for n := range c.admits + 1 {
			want := 200
			if n == c.admits {
				want = 429
			}
			if got := testkit.Call(h.web, c.as, c.do, c.body, nil); got.Code != want {
				t.Fatalf("%s, time %d: %d %s", name, n+1, got.Code, got.Body)
			}
			testkit.Call(h.web, c.as, c.undo, `{}`, nil)
		}
	}
}
