package app_test

import (
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// A wrong password is refused also within ten minutes of a login, and counts as at
// /auth/step-up; none is asked for then.
func TestWrongPasswordWithPayoutDetails(t *testing.T) {
	k := openTill(t)
	nina := k.in(t, account.Performer, "nina")
	for call, body := range map[string]record{
		"POST /performers/bank-transfer/update": {"accountHolder": "Nina Müller", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFF"},
		"POST /payment-information":             {"type": "paxum", "accountHolder": "Nina Müller", "email": "nina@example.com"},
	} {
		body["currentPassword"] = "a guess"
		nina.do(t, call, body).must(t, 422, `"property":"currentPassword"`, "This is not your password.")
		nina.do(t, "GET /payment-information", nil).must(t, 200, `"total":0`)
	}
	guess := record{"accountHolder": "Nina Müller", "iban": "DE89 3704 0044 0532 0130 00", "currentPassword": "a guess"}
	last := 0
	for range 20 {
		if last = nina.do(t, "POST /performers/bank-transfer/update", guess).status; last == 429 {
			break
		}
	}
	if last != 429 {
		t.Errorf("guesses end with %d", last)
	}
	nina.do(t, "POST /auth/step-up", record{"password": "a guess"}).must(t, 429)
	delete(guess, "currentPassword")
	nina.do(t, "POST /performers/bank-transfer/update", guess).must(t, 200)
}

// 0 tokens are no payout, and not all there is.
func TestPayoutOfNothing(t *testing.T) {
	k := openTill(t)
	nina := k.in(t, account.Performer, "nina")
	nina.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer", "requestTokens": 0}).
		must(t, 422, `"property":"requestTokens"`, "above 0")
	nina.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer"}).must(t, 409)
}

// What was exported may have been paid: one of two admins alone neither gives its tokens
// back nor puts it into a second file, by discarding the batch or by saying that it
// bounced. Who asked for it learns nothing of that.
func TestOneAdminFreesNoExportedPayout(t *testing.T) {
	k := openTill(t)
	nina, request := k.approvedPayout(t, k.ada)
	decide, batches := "PUT /admin/payouts/requests/"+request, "POST /admin/payouts/batches"
	file := record{"rail": "csv", "requestIds": []string{request}}
	word := record{"reason": "The bank refused it.", "notPaid": true}

	b := batches + "/" + k.ada.do(t, batches, file).must(t, 200, `"state":"approved"`).text("_id")
	k.ada.do(t, b+"/export", nil).must(t, 200)
	k.ada.do(t, b+"/discard", record{"reason": "The bank refused it."}).must(t, 409, `"confirm_not_paid"`)
	k.ada.do(t, b+"/discard", word).must(t, 200, `"state":"approved"`, `"discardBy":"`+k.ids["ada"]+`"`)
	k.ada.do(t, b+"/discard", word).must(t, 409, `"second_admin"`)
	k.ada.do(t, decide, record{"status": "rejected", "note": "It was never paid."}).must(t, 409, `"in_batch"`)
	k.ada.do(t, batches, file).must(t, 409, `"not_ready"`)
	k.ada.do(t, b+"/export", nil).must(t, 409, `"discard_waits"`)
	testkit.Eventually(t, "bea was asked", func() bool {
		newest := k.ada.do(t, "GET /admin/mails?to=bea@example.com", nil).must(t, 200).text("data.0._id")
		mail := k.ada.do(t, "GET /admin/mails/"+newest, nil).must(t, 200)
		return strings.Contains(string(mail.body), "discard a payout batch of 8.00 USD whose file was exported")
	})
	nina.do(t, "GET /payout-requests/performer/"+request+"/view", nil).must(t, 200, `"status":"processing"`)

	k.bea.do(t, b+"/discard", word).must(t, 200, `"state":"discarded"`)
	k.ada.do(t, "GET /admin/audit-log?actorId="+k.ids["ada"], nil).must(t, 200, `"action":"payout_batch.discard_asked"`)
	k.ada.do(t, "GET /admin/audit-log?actorId="+k.ids["bea"], nil).must(t, 200, `"action":"payout_batch.discarded"`)
	seen := k.ada.do(t, "GET /admin/payouts/requests/"+request, nil).must(t, 200)
	if seen.text("releases.0.saidBy.username") != "ada" || seen.text("releases.0.agreedBy.username") != "bea" || seen.text("releases.0.exportedAt") == "" {
		t.Errorf("the request does not say where it was: %s", seen.body)
	}
	if body := nina.do(t, "GET /payout-requests/performer/"+request+"/view", nil).must(t, 200).body; strings.Contains(string(body), "releases") {
		t.Errorf("who asked for it reads %s", body)
	}

	k.ada.do(t, batches, file).must(t, 409, `"exported_before"`, "or it is paid twice")
	file["exportedBefore"] = true
	b = batches + "/" + k.ada.do(t, batches, file).must(t, 200).text("_id")
	k.ada.do(t, b+"/export", nil).must(t, 200)
	k.ada.do(t, b+"/discard", word).must(t, 200)
	k.bea.do(t, strings.Replace(b, "POST", "DELETE", 1)+"/discard", nil).must(t, 200)
	k.bea.do(t, b+"/paid", record{"reference": "bank 4711"}).must(t, 200)
	nina.do(t, "GET /payout-requests/performer/"+request+"/view", nil).must(t, 200, `"status":"done"`)
	k.audit(t)
}

// Who says that a payment bounced does not decide what becomes of it.
func TestOneAdminFreesNoBouncedPayout(t *testing.T) {
	k := openTillOf(t, []app.Resident{{Role: account.Performer, Username: "lena"}}, nil)
	_, request := k.approvedPayout(t, k.ada)
	other := k.alsoApproved(t, k.ada, "lena")
	b := "POST /admin/payouts/batches/" + k.ada.do(t, "POST /admin/payouts/batches", record{"rail": "csv", "requestIds": []string{request, other}}).must(t, 200).text("_id")
	k.ada.do(t, b+"/export", nil).must(t, 200)
	k.ada.do(t, b+"/paid", record{"reference": "bank 4711", "bounced": []string{request}}).must(t, 200)
	rejected := record{"status": "rejected", "note": "The account is closed."}
	k.ada.do(t, "PUT /admin/payouts/requests/"+request, rejected).must(t, 409, `"second_admin"`)
	again := record{"rail": "csv", "requestIds": []string{request}, "exportedBefore": true}
	k.ada.do(t, "POST /admin/payouts/batches", again).must(t, 409, `"second_admin"`)
	k.bea.do(t, "PUT /admin/payouts/requests/"+request, rejected).must(t, 200, `"status":"rejected"`, `"bounced":true`)
	k.ada.do(t, "GET /admin/audit-log?actorId="+k.ids["ada"], nil).must(t, 200, `"action":"payout.bounced"`)
	k.ada.do(t, "GET /admin/audit-log?actorId="+k.ids["bea"], nil).must(t, 200, `"action":"payout.release_agreed"`)
	k.audit(t)
}

// A site with one admin goes on, by a clear word of theirs.
func TestAnOnlyAdminDiscardsAnExportedBatch(t *testing.T) {
	cfg := config(t)
	cfg.Development = true
	people, err := app.Populate(t.Context(), cfg, app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "tom", Tokens: 500}, app.Resident{Role: account.Performer, Username: "nina"})
	if err == nil {
		err = app.Shape(t.Context(), cfg, payoutsAtOnce)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := start(t, cfg)
	s.ids = people
	k := till{site: s, ada: s.in(t, account.Admin, "ada"), tom: s.in(t, account.Member, "tom")}
	request := k.alsoApproved(t, k.ada, "nina")
	file := record{"rail": "csv", "requestIds": []string{request}}
	b := "POST /admin/payouts/batches/" + k.ada.do(t, "POST /admin/payouts/batches", file).must(t, 200).text("_id")
	k.ada.do(t, b+"/export", nil).must(t, 200)
	k.ada.do(t, b+"/discard", record{"reason": "The bank refused it."}).must(t, 409, `"confirm_not_paid"`)
	k.ada.do(t, b+"/discard", record{"reason": "The bank refused it.", "notPaid": true}).must(t, 200, `"state":"discarded"`)
	k.ada.do(t, "POST /admin/payouts/batches", file).must(t, 409, `"exported_before"`)
	file["exportedBefore"] = true
	k.ada.do(t, "POST /admin/payouts/batches", file).must(t, 200, `"state":"approved"`)
}

// payoutsAtOnce are settings under which what is earned can be paid out.
var payoutsAtOnce = record{"tokenPayoutRate": 1000, "payoutHoldDays": 0, "payoutFreezeHours": 0, "payoutLeastBank": 2}

// approvedPayout is a request of Nina's for 8 dollars that an admin has approved.
func (k till) approvedPayout(t *testing.T, by visitor) (nina visitor, requestID string) {
	t.Helper()
	k.grant(t, "tom", 500)
	k.agree(t, payoutsAtOnce)
	requestID = k.alsoApproved(t, by, "nina")
	return k.in(t, account.Performer, "nina"), requestID
}

func (k till) alsoApproved(t *testing.T, by visitor, username string) (requestID string) {
	t.Helper()
	her := k.in(t, account.Performer, username)
	for range 2 {
		k.tom.do(t, "POST /member/send-tip-token/"+k.ids[username], record{"token": 50}).must(t, 200)
	}
	her.do(t, "POST /performers/bank-transfer/update", record{"accountHolder": "A Person", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFF"}).must(t, 200)
	testkit.Eventually(t, "her income is free, its hold of nothing over", func() bool {
		return her.do(t, "GET /earning/performer/payout?paymentAccountType=bank_transfer", nil).must(t, 200).at("available") == 80.0
	})
	requestID = her.do(t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer"}).must(t, 200).text("_id")
	by.do(t, "PUT /admin/payouts/requests/"+requestID, record{"status": "processing"}).must(t, 200, `"status":"processing"`)
	return requestID
}
