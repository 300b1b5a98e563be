package notices_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"

	"limelight/internal/account"
	"limelight/internal/testkit"
)

// What somebody was told stays theirs to read, in the language they read now.
func TestCentre(t *testing.T) {
	h := setup(t)
	for i := range 3 {
		send(t, h, begun, h.people["tom"], fmt.Sprint("LL-", i))
		h.clock.Advance(minute)
	}
	send(t, h, parcelSent, h.people["nina"], "LL-9")
	first := call[page](t, h, tom, "GET /notices?limit=2", "")
	if len(first.Data) != 2 || first.Data[0].Title != "Your order LL-2 is being prepared" || first.Data[0].Link != "/account/user/orders" || first.Next == "" {
		t.Fatalf("the first page is %+v", first)
	}
	rest := call[page](t, h, tom, "GET /notices?after="+first.Next, "")
	if len(rest.Data) != 1 || rest.Next != "" || rest.Data[0].Text != "LL-0" {
		t.Errorf("the second page is %+v", rest)
	}
	spanish := tom
	spanish.Language = "es"
	if title := call[page](t, h, spanish, "GET /notices", "").Data[0].Title; title != "Estamos preparando tu pedido LL-2" {
		t.Errorf("in Spanish it is %q", title)
	}
	if none := call[page](t, h, tom, "GET /notices?group=tip", ""); len(none.Data) != 0 {
		t.Errorf("of tips there are %+v", none)
	}
	ninas := call[page](t, h, nina, "GET /notices", "").Data[0].ID
	testkit.Scenarios{
		{Name: "not a visitor", Do: "GET /notices", Status: http.StatusUnauthorized},
		{Name: "a group that is none", As: tom, Do: "GET /notices?group=other", Status: http.StatusUnprocessableEntity},
		{Name: "unread", As: tom, Do: "GET /notices/unread", Status: http.StatusOK, Has: `"total":3`},
		{Name: "up to one", As: tom, Do: "POST /notices/read", Body: `{"upTo":"` + rest.Data[0].ID + `"}`, Status: http.StatusOK, Has: `"total":2`},
		{Name: "one", As: tom, Do: "POST /notices/read", Body: `{"ids":["` + first.Data[0].ID + `"]}`, Status: http.StatusOK, Has: `"total":1`},
		{Name: "somebody else's", As: tom, Do: "POST /notices/read", Body: `{"ids":["` + ninas + `"]}`, Status: http.StatusOK, Has: `"total":1`},
		{Name: "hers is unread", As: nina, Do: "GET /notices/unread", Status: http.StatusOK, Has: `"total":1`},
		{Name: "he cannot remove hers", As: tom, Do: "DELETE /notices/" + ninas, Status: http.StatusNotFound, Has: "This notice does not exist."},
		{Name: "all", As: tom, Do: "POST /notices/read", Body: `{}`, Status: http.StatusOK, Has: `"total":0`},
		{Name: "she removes hers", As: nina, Do: "DELETE /notices/" + ninas, Status: http.StatusOK},
		{Name: "nothing is left", As: nina, Do: "GET /notices/unread", Status: http.StatusOK, Has: `"total":0`},
	}.Run(t, h.Routes)
}

// However notices come, are read and are removed: what counts as unread is what is shown as unread.
func TestUnreadIsWhatIsShown(t *testing.T) {
	h := setup(t)
	random := rand.New(rand.NewPCG(7, 7))
	for step := range testkit.Rounds(300, 60) {
		who := []account.Caller{tom, nina}[random.IntN(2)]
		list := call[page](t, h, who, "GET /notices?limit=100", "").Data
		any := func() string {
			if len(list) == 0 {
				return "none"
			}
			return list[random.IntN(len(list))].ID
		}
		switch random.IntN(8) {
		case 0:
			call[total](t, h, who, "POST /notices/read", `{"upTo":"`+any()+`"}`)
		case 1:
			call[total](t, h, who, "POST /notices/read", `{"ids":["`+any()+`","`+any()+`"]}`)
		case 2:
			testkit.Call(h.handler, who, "DELETE /notices/"+any(), "", nil)
		case 3:
			h.wants(t, who, fmt.Sprintf(`{"digest":"daily","discreet":true,"groups":{"purchase":{"app":%t,"mail":%t,"push":true}}}`, step%2 == 0, step%3 == 0))
		case 4:
			send(t, h, sold, h.people[who.ID], fmt.Sprint("title ", random.IntN(20)))
		case 5:
			h.later(t, 20*minute)
		default:
			send(t, h, begun, h.people[who.ID], fmt.Sprint("LL-", step))
		}
		for _, one := range []account.Caller{tom, nina} {
			unread := 0
			for _, n := range call[page](t, h, one, "GET /notices?limit=100", "").Data {
				if !n.IsRead {
					unread++
				}
			}
			if said := call[total](t, h, one, "GET /notices/unread", "").Total; said != unread {
				t.Fatalf("step %d: %s has %d unread, and is told %d", step, one.ID, unread, said)
			}
		}
	}
}

// The back office sees every kind as its reader does, in each language.
func TestPreview(t *testing.T) {
	h := setup(t)
	testkit.Scenarios{
		{Name: "the kinds", As: ada, Do: "GET /admin/notices", Status: http.StatusOK, Has: `"id":"test.sold","group":"purchase","essential":false`},
		{Name: "not for members", As: tom, Do: "GET /admin/notices", Status: http.StatusForbidden},
		{Name: "in Spanish", As: ada, Do: "GET /admin/notices/test.begun/preview?language=es", Status: http.StatusOK, Has: "Estamos preparando tu pedido LL-7"},
		{Name: "with how it ends", As: ada, Do: "GET /admin/notices/test.begun/preview", Status: http.StatusOK, Has: "No more mails of this kind"},
		{Name: "what is essential does not", As: ada, Do: "GET /admin/notices/test.parcel_sent/preview", Status: http.StatusOK, Lacks: "No more mails of this kind"},
		{Name: "as a push, which tells nobody more than that there is one", As: ada, Do: "GET /admin/notices/test.begun/preview", Status: http.StatusOK, Has: `"push":{"title":"You have news","text":""}`},
		{Name: "as an open push", As: ada, Do: "GET /admin/notices/test.begun/preview?open=true", Status: http.StatusOK, Has: `"push":{"title":"Your order LL-7 is being prepared","text":"LL-7"}`},
		{Name: "as an open mail", As: ada, Do: "GET /admin/notices/test.begun/preview?open=true", Status: http.StatusOK, Lacks: "neither a list of mails"},
		{Name: "in the list", As: ada, Do: "GET /admin/notices/test.begun/preview", Status: http.StatusOK, Has: `"app":{"title":"Your order LL-7 is being prepared","text":"LL-7","link":"/account/user/orders"}`},
		{Name: "what is mailed only is not", As: ada, Do: "GET /admin/notices/test.proved/preview", Status: http.StatusOK, Lacks: `"app"`},
		{Name: "no such kind", As: ada, Do: "GET /admin/notices/other/preview", Status: http.StatusNotFound},
		{Name: "no such sample", As: ada, Do: "GET /admin/notices/test.begun/preview?sample=9", Status: http.StatusNotFound},
		{Name: "no such language", As: ada, Do: "GET /admin/notices/test.begun/preview?language=xx", Status: http.StatusUnprocessableEntity},
		{Name: "not for members either", As: tom, Do: "GET /admin/notices/test.begun/preview", Status: http.StatusForbidden},
	}.Run(t, h.Routes)
}
