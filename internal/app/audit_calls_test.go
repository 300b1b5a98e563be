package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// office is a site with everything that staff decide about.
type office struct {
	till
	t       *testing.T
	banner  string
	kind    string // a category
	batch   string
	entries int
}

func openOffice(t *testing.T) *office {
	t.Helper()
	o := &office{t: t, till: openTillOf(t, []app.Resident{
		{Role: account.Member, Username: "tim"}, {Role: account.Member, Username: "ted"}, {Role: account.Member, Username: "uma"},
		{Role: account.Performer, Username: "lena"}, {Role: account.Studio, Username: "sam"},
	}, record{"tokenPayoutRate": 1000, "payoutHoldDays": 0, "payoutFreezeHours": 0, "payoutLeastBank": 1, "payoutTwoAbove": 1})}
	o.grant(t, "tom", 5000)
	return o
}

// lines is how many lines ada has in the log, as bea counts them.
func (o *office) lines(t *testing.T) float64 {
	t.Helper()
	n, ok := o.bea.do(t, "GET /admin/audit-log?limit=1&actorId="+o.ids["ada"], nil).must(t, 200).at("total").(float64)
	if !ok {
		t.Fatal("the log says no total")
	}
	return n
}

// newest is what the newest lines of the log of ada's acts tell: the act, and of what kind of thing.
func (o *office) newest(t *testing.T, n float64) (said []string) {
	t.Helper()
	if n == 0 {
		return nil
	}
	page := fmt.Sprintf("GET /admin/audit-log?limit=%.0f&actorId=%s", n, o.ids["ada"])
	for _, l := range o.bea.do(t, page, nil).must(t, 200).at("data").([]any) {
		line := l.(record)
		kind, _, _ := strings.Cut(fmt.Sprint(line["subject"]), ":")
		said = append(said, fmt.Sprintf("%v of %s", line["action"], kind))
	}
	return said
}

// call is how a staff's call is made: its path and its body. What it needs is made
// when it is asked for, in the order of the site's routes.
type call = func() (path string, body any)

func with(path string, body any) call { return func() (string, any) { return path, body } }

func (o *office) calls() map[string]call {
	calls := map[string]call{}
	for _, of := range []map[string]call{o.peopleCalls(), o.paymentCalls(), o.payoutCalls(), o.pageCalls()} {
		for name, how := range of {
			calls[name] = how
		}
	}
	return calls
}

func (o *office) peopleCalls() map[string]call {
	documents := func(path string) func() (string, any) {
		return func() (string, any) { return "/admin/identity-checks/" + o.applies() + path, nil }
	}
	return map[string]call{
		"moderation.check":    documents(""),
		"moderation.document": documents("/documents/idVerification?reason=a+new+performer"),
		"moderation.verify": func() (string, any) {
			path, _ := documents("/verify")()
			return path, record{"type": "passport", "number": "C01X00T47", "country": "DE", "expiry": time.Now().AddDate(5, 0, 0).Format(time.DateOnly),
				"legalName": "A Person", "birthDate": "1995-03-02"}
		},
		"moderation.reject": func() (string, any) {
			path, _ := documents("/reject")()
			return path, record{"reason": "too dark"}
		},
		"moderation.suspend": with("/admin/accounts/"+o.ids["sam"]+"/suspend", record{"reason": "a complaint"}),
		"moderation.restore": with("/admin/accounts/"+o.ids["sam"]+"/restore", record{}),
		"admin.holdErasure": func() (string, any) {
			return "/admin/erasures/" + o.wishes("uma") + "/hold", record{"reason": "a court asks"}
		},
		"admin.releaseErasure":   func() (string, any) { return "/admin/erasures/" + o.wishes("uma") + "/hold", nil },
		"moderation.inviteAdmin": with("/admin/admins", record{"username": "cleo", "email": "cleo@example.com"}),
		"moderation.vip":         with("/admin/performers/"+o.ids["nina"]+"/vip", record{"vip": true}),
		"messages.closeReport": func() (string, any) {
			talk := o.talksTo("tim")
			o.in(o.t, account.Member, "tim").do(o.t, "POST /conversations/"+talk+"/report", record{"reason": "spam"}).must(o.t, 200)
			return "/admin/message-reports/" + o.bea.do(o.t, "GET /admin/message-reports", nil).must(o.t, 200).text("data.0._id") + "/close", nil
		},
		"messages.release": func() (string, any) { return "/admin/messages/" + o.holds("tim") + "/release", nil },
		"messages.refuse":  func() (string, any) { return "/admin/messages/" + o.holds("ted") + "/refuse", nil },
		"admin.mail": func() (string, any) {
			return "/admin/mails/" + o.bea.do(o.t, "GET /admin/mails", nil).must(o.t, 200).text("data.0._id"), nil
		},
		"recording.look": func() (string, any) { return "/admin/recordings/" + o.records() + "/address", nil },
		"recording.takeDown": func() (string, any) {
			return "/admin/recordings/" + o.records() + "/take-down", record{"reason": "a complaint"}
		},
		"recording.restore": func() (string, any) {
			id := o.records()
			o.bea.do(o.t, "POST /admin/recordings/"+id+"/take-down", record{"reason": "a complaint"}).must(o.t, 200)
			return "/admin/recordings/" + id + "/restore", record{"reason": "a mistake"}
		},
		"recording.deleteAny": func() (string, any) {
			return "/admin/recordings/" + o.records() + "/delete", record{"reason": "a complaint"}
		},
		"studio.anyDocuments": with("/admin/studios/"+o.ids["sam"]+"/documents", nil),
		"studio.anyDocumentFile": func() (string, any) {
			kept := newForm(map[string]string{"title": "Licence", "kind": "other"}).file("document", "licence.jpg", photo(o.t, 600, 600))
			id := o.in(o.t, account.Studio, "sam").do(o.t, "POST /studio/documents", kept).must(o.t, 200).text("_id")
			return "/admin/studio-documents/" + id + "/file?reason=a+dispute", nil
		},
		"notices.preview":         with("/admin/notices/order.buyer/preview", nil),
		"commissions.setDefaults": with("/admin/commissions", record{"rates": []record{{"kind": "tip", "site": 21}}}),
		"commissions.view":        with("/admin/commissions/accounts/"+o.ids["nina"], nil),
		"commissions.set":         with("/admin/commissions/accounts/"+o.ids["nina"], record{"rates": []record{{"kind": "tip", "site": 10}}, "reason": "agreed"}),
		"commissions.simulate":    with("/admin/commissions/simulate", record{"accountId": o.ids["nina"], "rates": []record{{"kind": "tip", "site": 10}}}),
	}
}

// records is a finished recording of Nina's, whose bytes nobody reads.
func (o *office) records() string {
	o.entries++
	id := fmt.Sprintf("recording%d", o.entries)
	books := outside(o.t, o.cfg)
	for _, row := range []string{
		fmt.Sprintf(`INSERT INTO shows (id, performer_id, conversation_id, type, status, started_at, ended_at) VALUES ('of-%s', '%s', 'c', 'public', 'ended', 1, 2)`, id, o.ids["nina"]),
		fmt.Sprintf(`INSERT INTO show_recordings (id, show_id, performer_id, type, title, started_at, ended_at, touched_at, pieces, bytes, index_bytes)
			VALUES ('%s', 'of-%s', '%s', 'public', '', 1, 2, 2, 1, 5, 5)`, id, id, o.ids["nina"]),
	} {
		if _, err := books.ExecContext(o.t.Context(), row); err != nil {
			o.t.Fatal(err)
		}
	}
	return id
}

// wishes is the wish of a member to be erased, whether they had it before or not.
func (o *office) wishes(name string) string {
	o.in(o.t, account.Member, name).do(o.t, "POST /users/me/erasure", nil)
	return o.finds("GET /admin/erasures", "username", name)
}

// talksTo is the conversation of a member with nina.
func (o *office) talksTo(name string) string {
	body := record{"source": "performer", "sourceId": o.ids["nina"]}
	return o.in(o.t, account.Member, name).do(o.t, "POST /conversations", body).must(o.t, 200).text("_id")
}

// holds is a message of a member who never bought anything, which waits for staff.
func (o *office) holds(name string) string {
	body := record{"text": "https://example.com"}
	return o.in(o.t, account.Member, name).do(o.t, "POST /messages/conversations/"+o.talksTo(name), body).must(o.t, 200, `"isHeld":true`).text("_id")
}

// applies is a fresh identity check of somebody new.
func (o *office) applies() string {
	o.entries++
	name := fmt.Sprintf("anew%d", o.entries)
	fields := map[string]string{"username": name, "email": name + "@example.com", "password": app.Password, "dateOfBirth": "1995-03-02", "gender": "female"}
	o.guest().from(fmt.Sprintf("198.51.100.%d", o.entries)).do(o.t, "POST /auth/performers/register", newForm(fields).
		file("idVerification", "passport.jpg", photo(o.t, 800, 500)).
		file("documentVerification", "face.jpg", photo(o.t, 600, 600))).must(o.t, 200)
	return o.finds("GET /admin/identity-checks?limit=100", "account.username", name)
}

// finds waits for the record of a list in which a field has a value, and is its id.
func (o *office) finds(list, field, value string) (id string) {
	o.t.Helper()
	testkit.Eventually(o.t, list+" has "+value, func() bool {
		found := o.bea.do(o.t, list, nil).must(o.t, 200)
		for i := range 100 {
			if found.text(fmt.Sprintf("data.%d.%s", i, field)) == value {
				id = found.text(fmt.Sprintf("data.%d._id", i))
				return true
			}
		}
		return false
	})
	return id
}

func (o *office) paymentCalls() map[string]call {
	intent := func(username, button, path string, body any) call {
		return func() (string, any) { return "/admin/payments/intents/" + o.pays(username, button) + path, body }
	}
	reason := "as agreed with the member"
	return map[string]call{
		"funds.addPackage":    with("/admin/payments/packages", record{"name": "Tiny", "price": 100, "currency": "USD", "tokens": 10}),
		"funds.changePackage": with("/admin/payments/packages/"+o.large, record{"name": "Larger", "price": 8990, "currency": "USD", "tokens": 1000, "isActive": true}),
		"funds.dropPackage":   with("/admin/payments/packages/"+o.large, nil),
		"social.setUp": with("/admin/social-connect/twitter", record{
			"active": false, "signIn": false, "askEmail": false, "clientId": "client",
			"authorizeUrl": "https://x.com/a", "tokenUrl": "https://x.com/t", "revokeUrl": "https://x.com/r", "apiUrl": "https://api.x.com",
		}),
		"funds.setUp": with("/admin/payments/gateways/manual", record{"isActive": true, "values": record{"most": "50000"}}),
		"funds.approveProposal": func() (string, any) {
			return "/admin/payments/proposals/" + o.proposesGateway() + "/approve", record{}
		},
		"funds.rejectProposal": func() (string, any) {
			return "/admin/payments/proposals/" + o.proposesGateway() + "/reject", record{}
		},
		"funds.look":         intent("tom", "pay", "", nil),
		"funds.reconcileOne": intent("tom", "pay", "/reconcile", record{}),
		"funds.reconcile":    with("/admin/payments/reconcile", record{}),
		"funds.outcome":      intent("tim", "dispute", "/outcome", record{"outcome": "lost", "reason": reason}),
		"funds.giveBack":     intent("tom", "pay", "/refund", record{"reason": reason}),
		"funds.odd":          func() (string, any) { return "/admin/payments/quarantine/" + o.odd(), nil },
		"funds.resolve": func() (string, any) {
			return "/admin/payments/quarantine/" + o.odd() + "/decide", record{"decision": "drop", "reason": reason}
		},
		"funds.decideCase": func() (string, any) {
			o.pays("ted", "pay")
			o.in(o.t, account.Member, "ted").do(o.t, "POST /member/send-tip-token/"+o.ids["nina"], record{"token": 50}).must(o.t, 200)
			o.pays("ted", "dispute")
			return "/admin/payments/receivables/" + o.finds("GET /admin/payments/receivables?limit=100", "username", "ted") + "/decide",
				record{"decision": "writeOff", "reason": reason}
		},
		"funds.enter": with("/admin/payments/entries", o.entry(5)),
		"funds.decideEntry": func() (string, any) {
			entered := o.bea.do(o.t, "POST /admin/payments/entries", o.entry(501)).must(o.t, 200).text("_id")
			return "/admin/payments/entries/" + entered + "/decide", record{"decision": "approve", "reason": reason}
		},
		"finance.transfer": func() (string, any) {
			return "/admin/finance/transfers/" + o.bea.do(o.t, "GET /admin/finance/transfers", nil).must(o.t, 200).text("data.0._id"), nil
		},
		"finance.statement":        with("/admin/finance/people/"+o.ids["nina"], nil),
		"finance.statement.export": with("/admin/finance/people/"+o.ids["nina"]+"/export", nil),
		"finance.statement.paper":  with("/admin/finance/people/"+o.ids["nina"]+"/paper", nil),
		"refunds.admin.view":       func() (string, any) { return "/admin/refund-requests/" + o.asksBack(), nil },
		"refunds.admin.decide": func() (string, any) {
			return "/admin/refund-requests/" + o.asksBack(), record{"status": "rejected", "note": "It was earned."}
		},
	}
}

// pays is a payment of a member on the sandbox's page. What is disputed was paid.
func (o *office) pays(username, button string) string {
	o.t.Helper()
	k := o.till
	k.tom = o.in(o.t, account.Member, username)
	b := k.buys(o.t, o.small)
	b.plays(o.t, "pay")
	if button != "pay" {
		b.plays(o.t, button)
	}
	return b.id
}

func (o *office) entry(tokens int) record {
	o.entries++
	return record{"accountId": o.ids["tom"], "direction": "credit", "tokens": tokens, "price": 100, "currency": "USD",
		"reason": "a bank transfer of today", "reference": fmt.Sprintf("transfer %d", o.entries)}
}

// odd is an event in quarantine.
func (o *office) odd() string {
	o.entries++
	id := fmt.Sprintf("odd%d", o.entries)
	tamper(o.t, outside(o.t, o.cfg), `
		INSERT INTO funds_quarantine (id, gateway, intent_id, notification_id, event, differences, digest, state, created_at)
		VALUES ('`+id+`', 'sandbox', '', '', '{}', '[]', '`+id+`', 'open', 1)`)
	return id
}

// asksBack is a member's request for a refund of a tip.
func (o *office) asksBack() string {
	tip := o.tom.do(o.t, "POST /member/send-tip-token/"+o.ids["lena"], record{"token": 25}).must(o.t, 200).text("_id")
	return o.tom.do(o.t, "POST /refund-requests", record{"type": "tip", "sourceId": tip, "reason": "duplicate", "text": "I pressed twice."}).must(o.t, 200).text("_id")
}

func (o *office) payoutCalls() map[string]call {
	var first, second string
	batch := func(path string, body any) call {
		return func() (string, any) { return "/admin/payouts/batches/" + o.batch + path, body }
	}
	return map[string]call{
		"payouts.admin.view": func() (string, any) {
			first = o.earns("nina")
			return "/admin/payouts/requests/" + first, nil
		},
		"payouts.admin.decide":    func() (string, any) { return "/admin/payouts/requests/" + first, record{"status": "processing"} },
		"payouts.admin.statement": func() (string, any) { return "/admin/payouts/requests/" + first + "/statement", nil },
		"payouts.batches.create": func() (string, any) {
			o.bea.do(o.t, "PUT /admin/payouts/requests/"+first, record{"status": "processing"}).must(o.t, 200, `"status":"processing"`)
			second = o.earns("lena")
			o.ada.do(o.t, "PUT /admin/payouts/requests/"+second, record{"status": "processing"}).must(o.t, 200)
			o.bea.do(o.t, "PUT /admin/payouts/requests/"+second, record{"status": "processing"}).must(o.t, 200)
			o.batch = o.bea.do(o.t, "POST /admin/payouts/batches", record{"rail": "csv", "requestIds": []string{first}}).must(o.t, 200).text("_id")
			return "/admin/payouts/batches", record{"rail": "csv", "requestIds": []string{second}}
		},
		"payouts.batches.view":    batch("", nil),
		"payouts.batches.approve": batch("/approve", record{}),
		"payouts.batches.export":  batch("/export", record{}),
		"payouts.batches.paid":    batch("/paid", record{"reference": "bank 4711"}),
		"payouts.batches.discard": func() (string, any) {
			open := o.finds("GET /admin/payouts/batches?limit=100", "state", "frozen")
			return "/admin/payouts/batches/" + open + "/discard", record{"reason": "made twice"}
		},
		"payouts.batches.keep": func() (string, any) {
			made := "/admin/payouts/batches/" + o.bea.do(o.t, "POST /admin/payouts/batches", record{"rail": "csv", "requestIds": []string{second}}).must(o.t, 200).text("_id")
			o.ada.do(o.t, "POST "+made+"/approve", nil).must(o.t, 200)
			o.bea.do(o.t, "POST "+made+"/export", nil).must(o.t, 200)
			o.bea.do(o.t, "POST "+made+"/discard", record{"reason": "the bank refused it", "notPaid": true}).must(o.t, 200, `"state":"approved"`)
			return made + "/discard", nil
		},
	}
}

// earns is a payout request of a performer who has just been tipped.
func (o *office) earns(username string) string {
	for range 4 {
		o.tom.do(o.t, "POST /member/send-tip-token/"+o.ids[username], record{"token": 50}).must(o.t, 200)
	}
	her := o.in(o.t, account.Performer, username)
	her.do(o.t, "POST /performers/bank-transfer/update", record{"accountHolder": "A Person", "iban": "DE89 3704 0044 0532 0130 00", "bic": "COBADEFF"}).must(o.t, 200)
	testkit.Eventually(o.t, "her income is free", func() bool {
		free, _ := her.do(o.t, "GET /earning/performer/payout?paymentAccountType=bank_transfer", nil).must(o.t, 200).at("available").(float64)
		return free >= 40
	})
	return her.do(o.t, "POST /payout-requests/performer", record{"paymentAccountType": "bank_transfer"}).must(o.t, 200).text("_id")
}

func (o *office) pageCalls() map[string]call {
	post := record{"title": "Rules of the house", "content": "<p>Be kind.</p>"}
	return map[string]call{
		"categories.add": with("/admin/performer-categories", record{"name": "Music", "slug": "music"}),
		"categories.change": func() (string, any) {
			o.kind = o.finds("GET /performer-categories", "slug", "music")
			return "/admin/performer-categories/" + o.kind, record{"name": "Songs", "slug": "songs"}
		},
		"categories.remove": func() (string, any) { return "/admin/performer-categories/" + o.kind, nil },
		"performer.hideLink": func() (string, any) {
			o.in(o.t, account.Performer, "lena").do(o.t, "PUT /performers/links", record{"links": []record{{"label": "My page", "url": "https://example.com/lena"}}}).must(o.t, 200)
			return "/admin/performer-links/" + o.finds("GET /admin/performer-links", "username", "lena"), record{"hidden": true}
		},
		"pages.adminPost":  func() (string, any) { return "/admin/posts/" + o.posts(), nil },
		"pages.createPost": with("/admin/posts", post),
		"pages.updatePost": func() (string, any) { return "/admin/posts/" + o.posts(), post },
		"pages.deletePost": func() (string, any) { return "/admin/posts/" + o.posts(), nil },
		"pages.createBanner": func() (string, any) {
			return "/admin/banners", newForm(map[string]string{"title": "Hello"}).file("image", "b.jpg", photo(o.t, 1200, 400))
		},
		"pages.updateBanner": func() (string, any) {
			o.banner = o.finds("GET /admin/banners", "title", "Hello")
			return "/admin/banners/" + o.banner, record{"title": "Hello again"}
		},
		"pages.deleteBanner": func() (string, any) { return "/admin/banners/" + o.banner, nil },
		"assets.approve": func() (string, any) {
			return "/admin/asset-reviews/" + o.submits(o.t, o.in(o.t, account.Performer, "nina")) + "/approve", record{"version": submittedVersion}
		},
		"assets.reject": func() (string, any) {
			return "/admin/asset-reviews/" + o.submits(o.t, o.in(o.t, account.Performer, "nina")) + "/reject", record{"version": submittedVersion, "reason": "too dark"}
		},
		"assets.takeDown": func() (string, any) {
			id := o.approved()
			return "/admin/assets/" + id + "/take-down", record{"version": o.bea.finds(o.t, id), "endAccess": true, "reason": "a complaint"}
		},
		"assets.restore": func() (string, any) {
			id := o.approved()
			o.bea.takesDown(o.t, id, false).must(o.t, 200)
			return "/admin/assets/" + id + "/restore", record{"version": o.bea.finds(o.t, id), "reason": "a mistake"}
		},
		"settings.change":   with("/admin/settings", record{"siteName": "Evening"}),
		"settings.history":  with("/admin/settings/siteName/history", nil),
		"settings.rollback": with("/admin/settings/siteName/rollback", record{}),
		"settings.approve":  func() (string, any) { return "/admin/settings/proposals/" + o.proposes() + "/approve", record{} },
		"settings.reject":   func() (string, any) { return "/admin/settings/proposals/" + o.proposes() + "/reject", record{} },
		"files.siteImage": func() (string, any) {
			return "/admin/site-images", newForm(nil).file("image", "logo.jpg", photo(o.t, 400, 400))
		},
	}
}

// approved is a gallery of nina's that is on sale.
func (o *office) approved() string {
	id, _ := o.sells(o.t, o.in(o.t, account.Performer, "nina"), o.bea)
	return id
}

// proposes is a change of bea's that waits for a second admin.
func (o *office) proposes() string {
	o.entries++
	return o.bea.do(o.t, "PUT /admin/settings", record{"payoutTwoAbove": 100 + o.entries}).must(o.t, 200).text("proposals.0._id")
}

// proposesGateway is the id of a set-up that bea wants.
func (o *office) proposesGateway() string {
	o.entries++
	o.bea.do(o.t, "PUT /admin/payments/gateways/manual", record{"isActive": true, "values": record{"most": fmt.Sprint(1000 + o.entries)}}).must(o.t, 200, `"waits":true`)
	return o.bea.do(o.t, "GET /admin/payments/proposals", nil).must(o.t, 200).text("data.0._id")
}

// posts is the id of a post of bea's.
func (o *office) posts() string {
	o.entries++
	return o.bea.do(o.t, "POST /admin/posts", record{"title": fmt.Sprintf("Page %d", o.entries), "content": "<p>Hello.</p>"}).must(o.t, 200).text("_id")
}
