package studio_test

import (
	"encoding/json"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/studio"
	"limelight/internal/testkit"
)

// keeps sends a document and returns its id.
func (h fixture) keeps(t *testing.T, by account.Caller, fields map[string]string) string {
	t.Helper()
	code, body := h.post(t, by, "/studio/documents", fields, map[string][]byte{"document": testkit.Picture(t)})
	if code != 200 {
		t.Fatalf("a document is answered %d %s", code, body)
	}
	var got struct{ Data studio.KeptDocument }
	check(t, json.Unmarshal([]byte(body), &got))
	return got.Data.ID
}

// A contract is seen by the studio and by whom it is about, who signs it once; nobody else sees it, and
// staff of the site say why they look.
func TestDocuments(t *testing.T) {
	h := setup(t)
	stella, rival := h.verified(t, "stella"), h.verified(t, "rival")
	nina, lena := testkit.Person(t, h.db, account.Performer, "nina"), testkit.Person(t, h.db, account.Performer, "lena")
	ada := testkit.Person(t, h.db, account.Admin, "ada")
	check(t, h.join(t, stella.ID, "nina"))
	if code, body := h.post(t, h.open(t, "plain"), "/studio/documents", map[string]string{"title": "Contract", "kind": "contract"},
		map[string][]byte{"document": testkit.Picture(t)}); code != 403 || !strings.Contains(body, "studio_unverified") {
		t.Errorf("a document of a studio that nobody has verified is answered %d %s", code, body)
	}
	if code, body := h.post(t, stella, "/studio/documents", map[string]string{"title": "Contract", "kind": "contract", "member": "lena"},
		map[string][]byte{"document": testkit.Picture(t)}); code != 404 {
		t.Errorf("a document about a stranger is answered %d %s", code, body)
	}
	if code, body := h.post(t, stella, "/studio/documents", map[string]string{"title": "Contract", "kind": "contract"},
		map[string][]byte{"document": []byte("<html>")}); code != 422 {
		t.Errorf("a page as document is answered %d %s", code, body)
	}
	contract := h.keeps(t, stella, map[string]string{"title": "Contract", "kind": "contract", "member": "nina", "toSign": "true"})
	licence := h.keeps(t, stella, map[string]string{"title": "Trade licence", "kind": "other"})
	testkit.Scenarios{
		{Name: "the studio lists both", As: stella, Do: "GET /studio/documents", Status: 200, Has: `"total":2`},
		{Name: "another one none", As: rival, Do: "GET /studio/documents", Status: 200, Has: `"total":0`},
		{Name: "nor opens it", As: rival, Do: "GET /studio/documents/" + contract + "/file", Status: 404},
		{Name: "nor removes it", As: rival, Do: "DELETE /studio/documents/" + contract, Status: 404},
		{Name: "Nina sees hers", As: nina, Do: "GET /performers/studio/documents", Status: 200, Has: `"total":1`},
		{Name: "and opens it", As: nina, Do: "GET /performers/studio/documents/" + contract + "/file", Status: 200},
		{Name: "not the studio's own", As: nina, Do: "GET /performers/studio/documents/" + licence + "/file", Status: 404},
		{Name: "Lena nothing", As: lena, Do: "GET /performers/studio/documents/" + contract + "/file", Status: 404},
		{Name: "Lena does not sign", As: lena, Do: "POST /performers/studio/documents/" + contract + "/sign", Body: `{"name":"Lena Li"}`, Status: 404},
		{Name: "Nina signs", As: nina, Do: "POST /performers/studio/documents/" + contract + "/sign", Body: `{"name":"Nina Nord"}`, Status: 200, Has: `"signedName":"Nina Nord"`},
		{Name: "once", As: nina, Do: "POST /performers/studio/documents/" + contract + "/sign", Body: `{"name":"Nina Nord"}`, Status: 409},
		{Name: "what is signed stays", As: stella, Do: "DELETE /studio/documents/" + contract, Status: 409, Has: `"error":"document_signed"`},
		{Name: "the rest goes", As: stella, Do: "DELETE /studio/documents/" + licence, Status: 200},
		{Name: "it is on record", As: stella, Do: "GET /studio/history", Status: 200, Has: `"action":"studio_document.signed"`},
		{Name: "staff say why", As: ada, Do: "GET /admin/studio-documents/" + contract + "/file", Status: 422},
		{Name: "and look", As: ada, Do: "GET /admin/studio-documents/" + contract + "/file?reason=a+dispute", Status: 200},
		{Name: "they list", As: ada, Do: "GET /admin/studios/" + stella.ID + "/documents", Status: 200, Has: `"total":1`},
		{Name: "nobody's", As: ada, Do: "GET /admin/studios/none/documents", Status: 404, Has: "This studio does not exist."},
		{Name: "a studio does not", As: stella, Do: "GET /admin/studios/" + stella.ID + "/documents", Status: 403},
	}.Run(t, h.Routes)
	if acts := strings.Join(testkit.Acts(t, h.db), "\n"); !strings.Contains(acts, "studio_document.opened account:nina") {
		t.Errorf("the looks are not on record: %s", acts)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM files`); n != 1 {
		t.Errorf("%d files are kept, want the signed one", n)
	}
}
