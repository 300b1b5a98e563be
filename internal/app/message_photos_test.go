package app_test

import (
	"bytes"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// A photo of a message is for both of its conversation, in the history and by its address, until it is deleted or
// cleared; to everybody else it is what does not exist.
func TestPhotosOfMessages(t *testing.T) {
	s := open(t, app.Resident{Role: account.Performer, Username: "nina"}, app.Resident{Role: account.Member, Username: "tom"},
		app.Resident{Role: account.Member, Username: "ann"})
	nina, tom, ann := s.in(t, account.Performer, "nina"), s.in(t, account.Member, "tom"), s.in(t, account.Member, "ann")
	talk := tom.do(t, "POST /conversations", record{"source": "performer", "sourceId": s.ids["nina"]}).must(t, 200).text("_id")
	send := func(v visitor, clientID string, data []byte) answer {
		t.Helper()
		fields := map[string]string{"conversationId": talk, "clientId": clientID}
		return v.do(t, "POST /messages/private/file", newForm(fields).file("file", "beach.jpg", data))
	}
	sent := send(nina, "a", photo(t, 600, 400)).must(t, 200, `"type":"photo"`, `"width":600`)
	if again := send(nina, "a", photo(t, 600, 400)).must(t, 200); again.text("_id") != sent.text("_id") {
		t.Error("the same clientId twice became two photos")
	}
	tom.do(t, "GET /conversations", nil).must(t, 200, `"totalNotSeenMessages":1`, `"lastMessage":"","lastMessageType":"photo"`)
	tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, sent.text("photo.full"))

	full, nothing := sent.text("photo.full"), strings.Replace(sent.text("photo.full"), sent.text("_id"), s.ids["nina"], 1)
	seen := func(name string, v visitor, want bool) {
		t.Helper()
		got, none := v.request(t, "GET", full, nil), v.request(t, "GET", nothing, nil)
		if want != (got.status == 200) || !want && !bytes.Equal(got.body, none.body) {
			t.Errorf("%s: the photo is answered %d, want it seen: %v", name, got.status, want)
		}
	}
	for name, v := range map[string]visitor{"its sender": nina, "its recipient": tom} {
		seen(name, v, true)
	}
	for name, v := range map[string]visitor{"another member": ann, "a guest": s.guest()} {
		seen(name, v, false)
	}

	for name, data := range map[string][]byte{"no picture": []byte("GIF89a<script>"), "nothing": {}, "a picture that is cut off": photo(t, 600, 400)[:200]} {
		if got := send(tom, "", data); got.status != 422 {
			t.Errorf("%s is answered %s", name, got.sum())
		}
	}
	if got := send(tom, "", make([]byte, 22<<20)); got.status != 413 {
		t.Errorf("22 MB are answered %s", got.sum())
	}
	if got := send(ann, "", photo(t, 600, 400)); got.status != 404 {
		t.Errorf("a stranger's photo is answered %s", got.sum())
	}
	tom.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, `"total":1`)

	his := send(tom, "b", photo(t, 300, 200)).must(t, 200)
	tom.do(t, "DELETE /messages/"+talk+"/remove-all-message", nil).must(t, 200)
	seen("who cleared it", tom, false)
	seen("who did not clear it", nina, true)
	nina.do(t, "DELETE /messages/"+sent.text("_id"), nil).must(t, 200)
	seen("after it was deleted", nina, false)
	if got := nina.do(t, "GET /messages/conversations/"+talk, nil).must(t, 200, `"Message deleted"`); strings.Contains(string(got.body), full) {
		t.Errorf("a deleted photo has its address: %s", got.sum())
	}
	full = his.text("photo.full")
	seen("what was not deleted", nina, true)
}
