package app_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// words are texts of lines, each with a word that nothing else on the site has.
type words map[string]string

// told are the answers with one of the words, by the word and then by the call, of everything that this visitor can read.
func (w words) told(t *testing.T, c *crawl, v visitor) map[string][]string {
	t.Helper()
	found, asked := map[string][]string{}, 0
	for _, r := range c.routes {
		if r.Method != http.MethodGet {
			continue
		}
		for _, path := range c.fills(r) {
			got := v.request(t, "GET", path, nil)
			if got.status == http.StatusTooManyRequests {
				t.Fatalf("%s waits, so that it proves nothing: %s", got.call, got.body)
			}
			if got.status == http.StatusOK {
				asked++
			}
			for what, text := range w {
				if strings.Contains(string(got.body), text) {
					found[what] = append(found[what], r.Path)
				}
			}
		}
	}
	if asked < 20 {
		t.Fatalf("%d calls were answered: the walk is none", asked)
	}
	return found
}

// What was deleted is read by nobody in any answer: not as a line, a quote of it, the last line of a conversation, a
// notice, or in an export. What one of two people cleared is gone for them alone. Staff read a deleted line where it
// was reported, and nowhere else; in the database it is in no table but that of the messages, so that no mail, push or
// digest, which are made from the others, carries it.
func TestDeletedMeansDeleted(t *testing.T) {
	s := open(t, app.Resident{Role: account.Admin, Username: "ada"}, app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Studio, Username: "sam"}, app.Resident{Role: account.Member, Username: "tom"}, app.Resident{Role: account.Member, Username: "ann"})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	ada := s.in(t, account.Admin, "ada")
	room := s.guest().do(t, "GET /conversations/stream/public/"+s.ids["nina"], nil).must(t, 200).text("_id")
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	other := ann.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")

	lines, ids := words{}, map[string]string{}
	says := func(what string, v visitor, call, text string, more record) {
		t.Helper()
		body := record{"text": text}
		maps.Copy(body, more)
		lines[what], ids[what] = text, v.do(t, "POST /messages/"+call, body).must(t, 200).text("_id")
	}
	direct, public := "conversations/"+talk, "stream/public/conversations/"+room
	says("her line", nina, direct, "zaffre in the morning", nil)
	says("his answer", tom, direct, "yes, xebec", record{"replyTo": ids["her line"]})
	tom.do(t, "POST /messages/"+direct, record{"text": "this one stays", "replyTo": ids["her line"]}).must(t, 200, "zaffre in the morning")
	says("the line that he reports", nina, direct, "quokka to you", nil)
	says("a line that waits", tom, direct, "look at www.jynx.example/wyvern", nil)
	says("his last line", tom, direct, "good night, vizsla", nil)
	says("a line of the room", tom, public, "hello to all, yttrium", nil)
	says("his line of the room", tom, public, "another one, ocelot", nil)
	says("what ann wrote", ann, "conversations/"+other, "between ann and her, umlaut", nil)
	tom.do(t, "POST /conversations/"+talk+"/report", record{"reason": "abuse", "messageId": ids["the line that he reports"]}).must(t, 200)

	c := walks(t, &stocked{site: s})
	c.ids = map[string][]string{
		"": {talk, room, other, s.ids["nina"]}, "conversations": {talk, room, other}, "public": {talk, room, other, s.ids["nina"]},
		"messages": slices.Collect(maps.Values(ids)), "performers": {s.ids["nina"]}, "accounts": {s.ids["tom"], s.ids["nina"]},
	}
	people := map[string]visitor{"a guest": s.guest(), "nina": nina, "tom": tom, "ann": ann, "her studio": s.in(t, account.Studio, "sam"), "staff": ada}
	reads := func() map[string]map[string][]string {
		t.Helper()
		all := map[string]map[string][]string{}
		for name, v := range people {
			all[name] = lines.told(t, c, v)
		}
		return all
	}
	// The walk sees what there is: to whom it is told before is not told after.
	before := reads()
	for what := range lines {
		var by []string
		for name, told := range before {
			if len(told[what]) > 0 {
				by = append(by, name)
			}
		}
		slices.Sort(by)
		want := []string{"nina", "staff", "tom"}
		switch what {
		case "a line that waits":
			want = []string{"staff", "tom"}
		case "a line of the room", "his line of the room":
			want = []string{"a guest", "ann", "her studio", "nina", "staff", "tom"}
		case "what ann wrote":
			want = []string{"ann", "nina", "staff"}
		}
		if !slices.Equal(by, want) {
			t.Errorf("%s is read by %v, want %v", what, by, want)
		}
	}

	for what, v := range map[string]visitor{
		"her line": nina, "his answer": tom, "the line that he reports": nina, "a line that waits": tom, "his last line": tom,
		"a line of the room": nina, "his line of the room": tom,
	} {
		v.do(t, "DELETE /messages/"+ids[what], nil).must(t, 200)
	}
	ann.do(t, "DELETE /messages/"+other+"/remove-all-message", nil).must(t, 200)
	for name, told := range reads() {
		for what, calls := range told {
			reported := name == "staff" && what == "the line that he reports" && slices.Equal(calls, []string{"/api/admin/message-reports"})
			hers := (name == "nina" || name == "staff") && what == "what ann wrote" // who cleared it was ann
			if !reported && !hers {
				t.Errorf("%s reads %s by %v", name, what, calls)
			}
		}
		if _, still := told["the line that he reports"]; name == "staff" && !still {
			t.Error("staff do not see what was reported")
		}
	}

	d := outside(t, s.cfg)
	for _, table := range tables(t, s.cfg) {
		dumped(t, d, table, func(column, value string) {
			for what, text := range lines {
				hers := what == "what ann wrote" && column == "last_message"
				if strings.Contains(value, text) && (table != "messages" || column != "text") && !hers {
					t.Errorf("%s.%s keeps %s: %.200q", table, column, what, value)
				}
			}
		})
	}
}
