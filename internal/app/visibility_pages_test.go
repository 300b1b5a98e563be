package app_test

import (
	"bytes"
	"net/http"
	"regexp"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
	"limelight/internal/testkit"
)

// random is what differs between two answers of the same page.
var random = regexp.MustCompile(`nonce="[^"]*"`)

// Pages carry the data of the API's ways, and hide whom these hide: a performer's page
// is that of nobody, and the home page does not name her.
func TestHiddenPages(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann"})
	tom, ann := s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	home := func(v visitor) bool {
		return bytes.Contains(v.request(t, "GET", "/", nil).must(t, 200).body, []byte("nina"))
	}
	room := func(v visitor, username string) (int, string) {
		page := v.request(t, "GET", "/room/"+username, nil)
		text := bytes.ReplaceAll(page.body, []byte(username), []byte("NAME"))
		return page.status, string(random.ReplaceAll(text, nil))
	}
	for name, v := range map[string]visitor{"tom": tom, "ann": ann} {
		if status, _ := room(v, "nina"); status != http.StatusOK || !home(v) {
			t.Fatalf("before the block %s does not find her", name)
		}
	}
	s.in(t, account.Performer, "nina").do(t, "POST /performers/blocking/update",
		record{"userIds": []string{s.ids["tom"]}, "countries": []string{"NL"}}).must(t, 200)

	for name, v := range map[string]visitor{"tom": tom, "a guest of a blocked place": {site: s, address: dutch}} {
		status, page := room(v, "nina")
		if absent, nothing := room(v, "nobody"); status != http.StatusNotFound || status != absent || page != nothing {
			t.Errorf("%s: her page is answered %d, of nobody %d:\n%s\n%s", name, status, absent, page, nothing)
		}
		testkit.Eventually(t, name+" does not find her on the home page", func() bool { return !home(v) }) // its cache hears of the block
	}
	if status, _ := room(ann, "nina"); status != http.StatusOK || !home(ann) {
		t.Error("ann, who is not blocked, does not find her any more")
	}
}
