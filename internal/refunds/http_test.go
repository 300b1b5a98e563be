package refunds_test

import (
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/money"
	"limelight/internal/testkit"
)

func TestHTTP(t *testing.T) {
	h := setup(t)
	toms, sara := h.sale(t, "tom", "nina", money.Whole(100)), h.sale(t, "tom", "sara", money.Whole(50))
	h.payOut(t, "sara", 0)
	loft := account.Caller{ID: "loft", Role: account.Studio, Username: "loft"}
	ask := func(reference string) string {
		return `{"type":"sale","sourceId":"` + reference + `","reason":"mistake","text":"` + because + `"}`
	}
	list := testkit.Scenarios{
		{Name: "what may be asked about", As: tom, Do: "GET /refund-requests/payments", Status: http.StatusOK,
			Has: `"type":"sale","sourceId":"` + sara + `","label":"a thing","performerInfo":{"_id":"sara","username":"the sara"},"token":50,"refundable":50,` +
				`"paidAt":"2026-11-02T12:00:00Z","until":"2026-11-04T12:00:00Z","reasons":["mistake","other"]`},
		{Name: "not by a guest", Do: "GET /refund-requests/payments", Status: http.StatusUnauthorized},
		{Name: "not by a performer", As: nina, Do: "GET /refund-requests/payments", Status: http.StatusForbidden},
		{Name: "asked", As: tom, Do: "POST /refund-requests", Body: ask(toms), Status: http.StatusOK,
			Has: `"type":"sale","sourceId":"` + toms + `"`, Lacks: `ada"`},
		{Name: "asked twice", As: tom, Do: "POST /refund-requests", Body: ask(toms), Status: http.StatusConflict, Has: `"already_asked"`},
		{Name: "asked about what is not his", As: ann, Do: "POST /refund-requests", Body: ask(sara), Status: http.StatusNotFound},
		{Name: "asked by a performer", As: nina, Do: "POST /refund-requests", Body: ask(toms), Status: http.StatusForbidden},
		{Name: "asked by a studio", As: loft, Do: "POST /refund-requests", Body: ask(toms), Status: http.StatusForbidden},
		{Name: "asked by an admin", As: ada, Do: "POST /refund-requests", Body: ask(toms), Status: http.StatusForbidden},
		{Name: "asked by a guest", Do: "POST /refund-requests", Body: ask(toms), Status: http.StatusUnauthorized},
		{Name: "asked without words", As: tom, Do: "POST /refund-requests", Body: `{"type":"sale","sourceId":"` + sara + `","reason":"mistake","text":""}`,
			Status: http.StatusUnprocessableEntity, Has: "Must have 10 to 1000 characters"},
		{Name: "asked for no reason", As: tom, Do: "POST /refund-requests", Body: strings.Replace(ask(sara), "mistake", "greed", 1),
			Status: http.StatusUnprocessableEntity, Has: `"reason"`},
		{Name: "asked with a number for a name", As: tom, Do: "POST /refund-requests", Body: `{"type":7}`, Status: http.StatusUnprocessableEntity},
		{Name: "asked with half a body", As: tom, Do: "POST /refund-requests", Body: `{"type":`, Status: http.StatusBadRequest},
		{Name: "own requests", As: tom, Do: "GET /refund-requests/search?status=pending", Status: http.StatusOK, Has: `"total":1`},
		{Name: "nobody else's", As: ann, Do: "GET /refund-requests/search", Status: http.StatusOK, Has: `{"data":[],"total":0}`},
		{Name: "by a status that is none", As: tom, Do: "GET /refund-requests/search?status=lost", Status: http.StatusUnprocessableEntity},
		{Name: "too many at once", As: tom, Do: "GET /refund-requests/search?limit=101", Status: http.StatusUnprocessableEntity},
		{Name: "not a guest's", Do: "GET /refund-requests/search", Status: http.StatusUnauthorized},
		{Name: "the office's list", As: ada, Do: "GET /admin/refund-requests?status=pending&memberId=tom&performerId=nina&type=sale&sort=asc", Status: http.StatusOK,
			Has: `"userInfo":{"_id":"tom","username":"the tom"}`},
		{Name: "of another day", As: ada, Do: "GET /admin/refund-requests?fromDate=2026-11-03T00:00:00Z", Status: http.StatusOK, Has: `"total":0`},
		{Name: "of this day", As: ada, Do: "GET /admin/refund-requests?fromDate=2026-11-02T00:00:00Z&toDate=2026-11-02T12:00:00Z", Status: http.StatusOK, Has: `"total":1`},
		{Name: "of a span that ends before it begins", As: ada, Do: "GET /admin/refund-requests?fromDate=2026-11-03T00:00:00Z&toDate=2026-11-02T12:00:00Z",
			Status: http.StatusUnprocessableEntity},
		{Name: "not a member's list", As: tom, Do: "GET /admin/refund-requests", Status: http.StatusForbidden},
		{Name: "not a performer's list", As: nina, Do: "GET /admin/refund-requests", Status: http.StatusForbidden},
		{Name: "not a guest's list", Do: "GET /admin/refund-requests", Status: http.StatusUnauthorized},
	}
	list.Run(t, h.Routes)

	one := h.ask(t, sara)
	path := "/admin/refund-requests/" + one.ID
	testkit.Scenarios{
		{Name: "what a refund would be", As: ada, Do: "GET " + path, Status: http.StatusOK,
			Has: `"left":50,"split":{"token":50,"siteFee":15,"studioNet":14,"performerNet":0,"studioOwes":0,"performerOwes":21,"absorbed":0},"debts":[]`},
		{Name: "a part of it, borne by the site", As: ada, Do: "GET " + path + "?token=10&siteAbsorbs=true", Status: http.StatusOK,
			Has: `"split":{"token":10,"siteFee":7.2,"studioNet":2.8,"performerNet":0,"studioOwes":0,"performerOwes":0,"absorbed":4.2}`},
		{Name: "more than there is", As: ada, Do: "GET " + path + "?token=50.01", Status: http.StatusUnprocessableEntity, Has: "at most 50.00"},
		{Name: "what is no amount", As: ada, Do: "GET " + path + "?token=ten", Status: http.StatusUnprocessableEntity, Has: `"token"`},
		{Name: "nothing", As: ada, Do: "GET " + path + "?token=0", Status: http.StatusUnprocessableEntity},
		{Name: "a third of a hundredth", As: ada, Do: "GET " + path + "?token=0.003", Status: http.StatusUnprocessableEntity},
		{Name: "no request", As: ada, Do: "GET /admin/refund-requests/nothing", Status: http.StatusNotFound},
		{Name: "not to a member", As: tom, Do: "GET " + path, Status: http.StatusForbidden},
		{Name: "not to a guest", Do: "GET " + path, Status: http.StatusUnauthorized},
		{Name: "decided by a member", As: tom, Do: "PUT " + path, Body: `{"status":"resolved","note":"` + because + `"}`, Status: http.StatusForbidden},
		{Name: "decided by a guest", Do: "PUT " + path, Body: `{"status":"resolved","note":"` + because + `"}`, Status: http.StatusUnauthorized},
		{Name: "decided without a note", As: ada, Do: "PUT " + path, Body: `{"status":"resolved","note":""}`, Status: http.StatusUnprocessableEntity, Has: `"note"`},
		{Name: "decided as nothing", As: ada, Do: "PUT " + path, Body: `{"status":"pending","note":"` + because + `"}`, Status: http.StatusUnprocessableEntity},
		{Name: "more than was paid", As: ada, Do: "PUT " + path, Body: `{"status":"resolved","token":51,"note":"` + because + `"}`, Status: http.StatusUnprocessableEntity},
		{Name: "nothing of it", As: ada, Do: "PUT " + path, Body: `{"status":"resolved","token":0,"note":"` + because + `"}`, Status: http.StatusUnprocessableEntity, Has: `"token"`},
		{Name: "a half", As: ada, Do: "PUT " + path, Body: `{"status":"resolved","token":25,"note":"` + because + `"}`, Status: http.StatusOK,
			Has: `"status":"resolved","resolution":"partial","refunded":25,"note":"` + because + `"`},
		{Name: "twice", As: bea, Do: "PUT " + path, Body: `{"status":"rejected","note":"` + because + `"}`, Status: http.StatusConflict, Has: `"decided"`},
		{Name: "as it was split", As: ada, Do: "GET " + path + "?token=1", Status: http.StatusOK,
			Has: `"split":{"token":25,"siteFee":7.5,"studioNet":7,"performerNet":0,"studioOwes":0,"performerOwes":10.5,"absorbed":0},` +
				`"debts":[{"accountId":"sara","username":"the sara","owed":10.5,"repaid":0}]`},
		{Name: "who decided", As: ada, Do: "GET /admin/refund-requests?status=resolved", Status: http.StatusOK, Has: `"decidedBy":{"_id":"ada","username":"the ada"}`},
		{Name: "the member reads the answer, not who gave it", As: tom, Do: "GET /refund-requests/search?status=resolved", Status: http.StatusOK,
			Has: `"refunded":25,"note":"` + because + `"`, Lacks: `ada"`},
	}.Run(t, h.Routes)
	h.Audit(t)
}
