package app_test

import (
	"fmt"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// Her document expires while she is on air: she was told a week before, her show
// ends at that moment, and she cannot begin another.
func TestIdentityDocumentExpiresOnAir(t *testing.T) {
	t.Parallel()
	until := time.Now().AddDate(0, 0, 20)
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Member, Username: "tom"},
		app.Resident{Role: account.Performer, Username: "nina", Papers: until})
	wires := plug(t)
	ada, nina, ninaID := s.in(t, account.Admin, "ada"), s.in(t, account.Performer, "nina"), s.ids["nina"]
	live := nina.do(t, "POST /streaming/live", record{}).must(t, 200)
	camera, err := whiptest.Publish(t.Context(), s.url+"/whip", live.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	defer camera.Close()
	s.isLive(t, ninaID)
	toms := s.watches(t, s.in(t, account.Member, "tom"), ninaID)
	room := s.guest().do(t, "GET /conversations/stream/public/"+ninaID, nil).must(t, 200).text("_id")
	onGuest := wires.connect(t, "guest", s.guest()).enter(t, room)
	onNina := wires.connect(t, "nina", nina)

	s.expires(t, until.AddDate(0, 0, -6))
	ada.hasMail(t, "nina", "Your identity document is about to expire", until.UTC().Format("2 January 2006"))
	s.still(t, toms)

	s.expires(t, until.Add(time.Second))
	onGuest.hears(t, "show/ended", record{"conversationId": room, "reason": "moderator"})
	onNina.hears(t, "profile/changed", nil)
	within2s(t, map[string]<-chan struct{}{"Tom's picture": toms.Gone(), "her camera": camera.Lost()})
	ada.hasMail(t, "nina", "Your identity document has expired", "Please send a new one")
	nina.do(t, "POST /streaming/live", record{}).must(t, 409)
	s.guest().do(t, "POST /streaming/join/"+ninaID, nil).must(t, 404)
	s.audit(t)
}

// expires has the job look after identity documents at a given moment.
func (s *site) expires(t *testing.T, at time.Time) {
	t.Helper()
	if err := app.ExpireDocuments(t.Context(), s.cfg, at); err != nil {
		t.Fatal(err)
	}
}

// hasMail waits until the operator's mailbox has a mail to somebody that says so,
// and looks at the newest of this subject. Others may have come after it: mails
// about different things go out in no order.
func (v visitor) hasMail(t *testing.T, username, subject, text string) {
	t.Helper()
	var mail string
	testkit.Eventually(t, username+" gets a mail: "+subject, func() bool {
		list := v.do(t, "GET /admin/mails?to="+username+"@example.com", nil).must(t, 200)
		for i := range 25 {
			if list.text(fmt.Sprintf("data.%d.subject", i)) == subject {
				mail = list.text(fmt.Sprintf("data.%d._id", i))
				return true
			}
		}
		return false
	})
	v.do(t, "GET /admin/mails/"+mail, nil).must(t, 200, text)
}

// A studio would like to pay its performer less: she is asked, by mail and on the
// page she has open, and the studio hears her word. Nothing changes before it.
func TestAShareIsOffered(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Studio, Username: "sam"},
		app.Resident{Role: account.Performer, Username: "nina", Studio: "sam"}, app.Resident{Role: account.Member, Username: "tom", Tokens: 1000})
	wires := plug(t)
	ada, sam, nina, tom := s.in(t, account.Admin, "ada"), s.in(t, account.Studio, "sam"), s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom")
	onSam, onNina := wires.connect(t, "sam", sam), wires.connect(t, "nina", nina)
	offers := func(percent int) (offer string) {
		sam.do(t, "PUT /studio/commission/member/"+s.ids["nina"], record{"tip": percent}).must(t, 200)
		ada.hasMail(t, "nina", "Your studio would like to change your share", "Nothing changes until you say yes")
		return nina.do(t, "GET /settings/performer/commission", nil).must(t, 200).text("offer._id")
	}
	nets := func(tokens int) {
		t.Helper()
		had, _ := nina.do(t, "GET /performers/me", nil).must(t, 200).at("balance").(float64)
		tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 50}).must(t, 200)
		if has, _ := nina.do(t, "GET /performers/me", nil).must(t, 200).at("balance").(float64); int(has-had) != tokens {
			t.Errorf("of 50 tokens she nets %v, want %d", has-had, tokens)
		}
	}

	first := offers(50)
	onNina.hears(t, "commission/changed", nil)
	nets(24)
	nina.do(t, "POST /performers/commission-offer/"+first+"/decline", nil).must(t, 200)
	ada.hasMail(t, "sam", "Your offer was declined", "nina has declined")
	nets(24)

	second := offers(40)
	heard := onSam.count("commission/changed", nil)
	nina.do(t, "POST /performers/commission-offer/"+second+"/accept", nil).must(t, 200)
	ada.hasMail(t, "sam", "Your offer was accepted", "nina has accepted")
	testkit.Eventually(t, "the studio's page hears of it", func() bool { return onSam.count("commission/changed", nil) > heard })
	nets(16)
	s.audit(t)
}
