package finance_test

import (
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

var calls = []string{
	"income", "balances", "receivables", "transfers", "transfers/nobody", "people/tom",
	"income/export", "balances/export", "receivables/export", "transfers/export", "people/tom/export", "people/tom/paper",
}

// The books are for admins alone.
func TestGuards(t *testing.T) {
	h, _ := day(t)
	router := testkit.Router(h.Routes)
	for _, path := range calls {
		do := "GET /admin/finance/" + path
		for _, who := range []account.Caller{tom, nina, loft} {
			if got := testkit.Call(router, who, do, "", nil); got.Code != http.StatusForbidden {
				t.Errorf("%s answers a %s with %d", do, who.Role, got.Code)
			}
		}
		if got := testkit.Call(router, account.Caller{}, do, "", nil); got.Code != http.StatusUnauthorized {
			t.Errorf("%s answers a guest with %d", do, got.Code)
		}
		if got := testkit.Call(router, ada, do, "", nil); (got.Code == http.StatusOK) == strings.HasSuffix(path, "nobody") {
			t.Errorf("%s answers an admin with %d: %s", do, got.Code, got.Body)
		}
	}
	if looks := h.lookedAt(t); len(looks) != 3 {
		t.Errorf("the looks on record are %q, want those of the admin at three statements", looks)
	}
}

func TestHTTP(t *testing.T) {
	h, ids := day(t)
	const finance = "GET /admin/finance/"
	ok, bad := http.StatusOK, http.StatusUnprocessableEntity
	testkit.Scenarios{
		{Name: "the site's income", As: ada, Do: finance + "income", Status: ok,
			Has: `"kind":"tip","count":2,"gross":150,"refunded":50,"fee":30,"feeBack":10,"losses":0,"rewards":0,"other":0,"net":20`},
		{Name: "and its change", As: ada, Do: finance + "income", Status: ok, Has: `"opening":0,"closing":-15,"change":-15`},
		{Name: "of a time without any", As: ada, Do: finance + "income?toDate=2026-11-01T00:00:00Z", Status: ok, Has: `"kinds":[]`},
		{Name: "the trial balance", As: ada, Do: finance + "balances", Status: ok, Has: `{"class":"payout","opening":0,"debits":0,"credits":10,"closing":10,"off":0}`},
		{Name: "sums to nothing", As: ada, Do: finance + "balances", Status: ok, Has: `"sum":0,"sound":true`},
		{Name: "with what is owed in money", As: ada, Do: finance + "balances", Status: ok, Has: `"outstanding":85,"receivables":70,"worth":{"currency":"USD","earnings":"3.75","payouts":"0.50"}`},
		{Name: "who owes", As: ada, Do: finance + "receivables", Status: ok, Has: `"username":"the tom"},"owed":70,"since":"2026-11-02T12:05:00Z","days":0`},
		{Name: "who owed before", As: ada, Do: finance + "receivables?toDate=2026-11-02T12:04:00Z", Status: ok, Has: `"data":[]`},

		{Name: "all transfers", As: ada, Do: finance + "transfers", Status: ok, Has: `"kind":"payout"`, Lacks: `"next":"0`},
		{Name: "a page of them", As: ada, Do: finance + "transfers?limit=2", Status: ok, Has: `"next":"` + ids["reward"] + `"`},
		{Name: "the next page", As: ada, Do: finance + "transfers?limit=2&before=" + ids["reward"], Status: ok, Has: `"next":"` + ids["loss"] + `"`, Lacks: `"referral"`},
		{Name: "by a leg in words", As: ada, Do: finance + "transfers?account=site:revenue&kind=tip&limit=1", Status: ok,
			Has: `"source":{"account":"site:revenue","class":"site:revenue"},"target":{"account":"wallet:tom","class":"wallet","owner":{"_id":"tom","username":"the tom"}},"amount":10`},
		{Name: "by person and amount", As: ada, Do: finance + "transfers?person=the%20tom&least=299.99&most=300", Status: ok, Has: ids["purchase"], Lacks: ids["tip"]},
		{Name: "by the beginning of a key", As: ada, Do: finance + "transfers?q=tip:", Status: ok, Has: ids["tip"], Lacks: ids["purchase"]},
		{Name: "of nothing", As: ada, Do: finance + "transfers?q=tip:%25", Status: ok, Has: `"data":[]`},
		{Name: "one of them", As: ada, Do: finance + "transfers/" + ids["second"], Status: ok, Has: `"reversedBy":"` + ids["back"] + `"`},
		{Name: "with its split and day", As: ada, Do: finance + "transfers/" + ids["second"], Status: ok,
			Has: `"split":{"gross":50,"siteFee":10,"studioNet":20,"net":20,"back":false}`},
		{Name: "which is open", As: ada, Do: finance + "transfers/" + ids["second"], Status: ok, Has: `"day":"2026-11-02","dayClosed":false`},
		{Name: "none", As: ada, Do: finance + "transfers/nobody", Status: http.StatusNotFound, Has: "This transfer does not exist."},

		{Name: "a statement", As: ada, Do: finance + "people/tom", Status: ok, Has: `{"class":"receivable","opening":0,"in":30,"out":100,"closing":-70}`},
		{Name: "a page of it", As: ada, Do: finance + "people/tom?limit=2", Status: ok, Has: `"amount":-100,"balance":200`},
		{Name: "the next one", As: ada, Do: finance + "people/tom?limit=2&after=" + ids["tip"], Status: ok, Has: `"amount":-50,"balance":150`, Lacks: `"wallet":{"paid"`},
		{Name: "by username", As: ada, Do: finance + "people/the%20nina?account=earn", Status: ok, Has: `"other":{"_id":"tom","username":"the tom"}`},
		{Name: "an account that she has not", As: ada, Do: finance + "people/nina?account=receivable", Status: ok, Has: `"shown":"","lines":[]`},
		{Name: "of nobody", As: ada, Do: finance + "people/nobody", Status: http.StatusNotFound, Has: "This account does not exist."},

		{Name: "a span backwards", As: ada, Do: finance + "income?fromDate=2026-11-02T00:00:00Z&toDate=2026-11-01T00:00:00Z", Status: bad, Has: "Must not be before fromDate"},
		{Name: "no time", As: ada, Do: finance + "balances?fromDate=yesterday", Status: bad, Has: `"property":"fromDate"`},
		{Name: "no time of a file", As: ada, Do: finance + "balances/export?toDate=tomorrow", Status: bad, Has: "Must be a time such as"},
		{Name: "too short a text", As: ada, Do: finance + "transfers?q=ti", Status: bad, Has: "Must have at least 3 characters"},
		{Name: "too long a text", As: ada, Do: finance + "transfers?q=" + strings.Repeat("x", 201), Status: bad, Has: `"property":"q"`},
		{Name: "no amount", As: ada, Do: finance + "transfers?least=many", Status: bad, Has: "Must be an amount of tokens"},
		{Name: "a negative amount", As: ada, Do: finance + "transfers?most=-1", Status: bad, Has: `"property":"most"`},
		{Name: "amounts backwards", As: ada, Do: finance + "transfers?least=5&most=4", Status: bad, Has: "Must not be below least"},
		{Name: "nobody's transfers", As: ada, Do: finance + "transfers?person=nobody", Status: http.StatusNotFound, Has: "This account does not exist."},
		{Name: "too large a page", As: ada, Do: finance + "transfers?limit=101", Status: bad, Has: `"property":"limit"`},
		{Name: "no such account", As: ada, Do: finance + "people/tom?account=cellar", Status: bad, Has: `"property":"account"`},
		{Name: "a file of nobody", As: ada, Do: finance + "people/nobody/paper", Status: http.StatusNotFound, Has: "This account does not exist."},

		{Name: "the income as a file", As: ada, Do: finance + "income/export", Status: ok, Has: "total,2,150.00,50.00,30.00,10.00,30.00,5.00,0.00,-15.00\r\n"},
		{Name: "the trial balance as a file", As: ada, Do: finance + "balances/export", Status: ok, Has: "total,0.00,", Lacks: "@"},
		{Name: "what is owed as a file", As: ada, Do: finance + "receivables/export", Status: ok, Has: "tom,the tom,70.00,2026-11-02T12:05:00.000Z,0\r\n"},
		{Name: "transfers as a file, a line for each leg", As: ada, Do: finance + "transfers/export?q=tip:&account=site:revenue", Status: ok,
			Has: "," + ids["second"] + ",tip,tip-2,the tom,the nina,wallet:tom,site:revenue,10.00,,,tip:", Lacks: ids["purchase"]},
		{Name: "of nothing as a file", As: ada, Do: finance + "transfers/export?least=100000", Status: ok, Has: "time,id,kind,", Lacks: "2026-"},
		{Name: "of somebody as a file", As: ada, Do: finance + "transfers/export?person=the%20tom&kind=purchase", Status: ok, Has: ",world:card,wallet:tom,300.00,"},
		{Name: "of nobody as a file", As: ada, Do: finance + "transfers/export?person=nobody", Status: http.StatusNotFound, Has: "This account does not exist."},
		{Name: "with no amount as a file", As: ada, Do: finance + "transfers/export?least=many", Status: bad, Has: "Must be an amount of tokens"},
		{Name: "with too short a text as a file", As: ada, Do: finance + "transfers/export?q=ti", Status: bad, Has: "Must have at least 3 characters"},
		{Name: "a statement as a file", As: ada, Do: finance + "people/tom/export", Status: ok, Has: "receivable:tom,,closing,,,,,-70.00,\r\n"},
		{Name: "a statement on paper", As: ada, Do: finance + "people/tom/paper", Status: ok, Has: "%PDF-"},
	}.Run(t, h.Routes)
}
