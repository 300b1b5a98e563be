package show

import (
	"bytes"
	"errors"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/sfu"
	"limelight/internal/show/lifecycle"
	"limelight/internal/show/snapshots"
	"limelight/internal/testkit"
)

var ada = account.Caller{ID: "ada", Role: account.Admin, Proved: true}

// Ada sees what is on stage and how many are there; who is in a paid show, nobody
// tells her. Before she looks she says why.
func TestMonitor(t *testing.T) {
	r, p := opened(t, Asking{})
	r.looksIn(t, r.ann, false)
	look := "GET /admin/shows/" + p.show.ID + "/picture"
	testkit.Scenarios{
		{Name: "a private show", As: ada, Do: "GET /admin/shows", Status: http.StatusOK, Has: `"type":"private"`},
		{Name: "and how many are in it", As: ada, Do: "GET /admin/shows", Status: http.StatusOK, Has: `"members":1,"peekers":1`},
		{Name: "not for a performer", As: r.nina, Do: "GET /admin/shows", Status: http.StatusForbidden},
		{Name: "nor for its member", As: r.tom, Do: look + "?reason=curious", Status: http.StatusForbidden},
		{Name: "no look without a reason", As: ada, Do: look + "?reason=%20", Status: http.StatusUnprocessableEntity},
		{Name: "a reason too long", As: ada, Do: look + "?reason=" + strings.Repeat("a", maxReason+1), Status: http.StatusUnprocessableEntity, Has: "500"},
		{Name: "no such show", As: ada, Do: "GET /admin/shows/none/picture?reason=report", Status: http.StatusNotFound},
	}.Run(t, r.Routes)
	if acts := testkit.Acts(t, r.DB); len(acts) > 0 {
		t.Errorf("what was refused is on record: %q", acts)
	}
	answer := testkit.Call(testkit.Router(r.Routes), ada, "GET /admin/shows", "", nil).Body.String()
	for _, name := range []string{"tom", "ann"} {
		if bytes.Contains([]byte(answer), []byte(name)) {
			t.Errorf("the back office reads %s in %s", name, answer)
		}
	}
	if err := r.End(t.Context(), r.tom, p.show.ConversationID); err != nil {
		t.Fatal(err)
	}
	if _, err := r.LookAt(t.Context(), p.show.ID, "report"); !errors.Is(err, errNoLook) {
		t.Errorf("a look at what is over: %v", err)
	}
}

// staffLooks proves, on the real engine, that a look at a private show is blurred
// and on record, and that no card could show it.
func (h *fixture) staffLooks(t *testing.T, private lifecycle.Show) {
	t.Helper()
	picture, err := h.LookAt(t.Context(), private.ID, "somebody reported it")
	if lines := testkit.Lines(t, h.DB); len(lines) != 1 || lines[0].Subject != "show:"+private.ID || lines[0].Reason != "somebody reported it" {
		t.Errorf("on record is %+v", lines)
	}
	if errors.Is(err, sfu.ErrNoDecoder) {
		t.Log("no ffmpeg on this machine, so no picture can be taken: apt-get install ffmpeg")
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	size, err := jpeg.DecodeConfig(bytes.NewReader(picture))
	if err != nil || size.Width > blurredWidth {
		t.Errorf("the picture is %d points wide (%v)", size.Width, err)
	}
	if _, err := h.Pictures.Open(t.Context(), snapshots.PictureKey(private.PerformerID)); err == nil && h.now(t, private.ID).Snapshot != "" {
		t.Error("the private show has a picture for its card")
	}
}
