package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/kit/sfu/whiptest"
	"limelight/internal/testkit"
)

// Ann, who looks into Tom's private show, may spend no more; then the program is
// killed; then Tom may spend no more. Ann's seat ends at the end of what she has paid
// for and holds nobody up, the show outlives the crash, and both can end it. Nobody
// pays for what came after (behaviours.md, Limits inside a paid show).
func TestSpendingRefusedInARunningShow(t *testing.T) {
	t.Parallel()
	program, cfg := build(t), config(t)
	ids, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 1000}, app.Resident{Role: account.Member, Username: "ann", Tokens: 1000})
	if err != nil {
		t.Fatal(err)
	}
	s := &site{url: "http://" + cfg.Addr, cfg: cfg, ids: ids}
	running := run(t, program, cfg)
	s.in(t, account.Admin, "ada").do(t, "PUT /admin/settings", record{"freeSeconds": 0, "reconnectSeconds": 120, "mediaLossSeconds": 120}).must(t, 200)
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	nina.do(t, "POST /performers/broadcast-setting/update", record{
		"maxParticipants": 4, "minParticipants": 1, "record": false, "whoMayAsk": "everyone",
		"peekIn": record{"enabled": true, "price": 0, "seconds": 10},
	}).must(t, 200)
	nina.do(t, "POST /streaming/live", record{}).must(t, 200)

	asked := tom.do(t, "POST /streaming/private-chat/"+ids["nina"], record{}).must(t, 200)
	talk, show := "POST /streaming/private-chat/"+asked.text("conversation"), "GET /streaming/session/"+ids["nina"]+"/private"
	hers := nina.do(t, talk+"/accept", nil).must(t, 200)
	camera, err := whiptest.Publish(t.Context(), s.url+"/whip", hers.text("publish.whip.token"), whiptest.Card())
	if err != nil {
		t.Fatal(err)
	}
	screen := s.sits(t, tom, talk)
	testkit.Eventually(t, "Tom pays", func() bool { return tom.do(t, show, nil).must(t, 200).text("meter.status") == "running" })

	offer := ann.do(t, "POST /streaming/peek-in/"+ids["nina"], nil).must(t, 200).text("_id")
	ann.do(t, "POST /member/peek-in/"+offer, record{"renew": true}).must(t, 200)
	ann.do(t, "POST /member/cool-off", record{"hours": 1}).must(t, 200)
	left := ann.do(t, "GET /users/me", nil).must(t, 200).at("balance") // on a busy machine she may have renewed before
	receipt := "GET /streaming/shows/" + asked.text("sessionId") + "/receipt"
	testkit.Eventually(t, "her look ends with the ten seconds that she has paid for", func() bool { return ann.do(t, receipt, nil).status == 200 })
	ann.do(t, receipt, nil).must(t, 200, `"refused":"cool_off"`)
	if now := ann.do(t, "GET /users/me", nil).must(t, 200).at("balance"); now != left || left == 1000.0 {
		t.Errorf("she had %v tokens when she could spend no more, and has %v", left, now)
	}
	tom.do(t, show, nil).must(t, 200, `"status":"live"`)

	running.Process.Kill() // died tells
	died(t, running)
	camera.Close() // their browsers go with the page, and take no seat back by themselves
	screen.Close()
	run(t, program, cfg)
	tom.do(t, "POST /member/cool-off", record{"hours": 1}).must(t, 200)
	testkit.Eventually(t, "she is back", func() bool {
		back := nina.do(t, talk+"/join", nil)
		if back.status != 200 {
			return false
		}
		_, err := whiptest.Publish(t.Context(), s.url+"/whip", back.text("publish.whip.token"), whiptest.Card())
		return err == nil
	})
	s.sits(t, tom, talk)
	testkit.Eventually(t, "what is paid is watched", func() bool { return tom.do(t, show, nil).must(t, 200).text("status") == "live" })
	tom.do(t, talk+"/end", nil).must(t, 200)
	nina.do(t, "POST /streaming/stop", nil).must(t, 200)

	tom.do(t, receipt, nil).must(t, 200, `"minutes":1`)
	s.audit(t)
}
