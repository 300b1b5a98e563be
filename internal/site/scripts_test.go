package site

import (
	"strings"
	"testing"
)

func TestCustomScripts(t *testing.T) {
	s := &Site{}
	now := defaultsFor(t)
	now.HeaderScript, now.AfterBodyScript, now.GaCode = "<SCRIPT>one()</SCRIPT>", "<script src=a></script>", "G-ABC123"
	head, end := s.customScripts("/", now)
	if strings.Count(head+end, `nonce="`+noncePlace+`"`) != 4 || !strings.Contains(head, "one()") {
		t.Errorf("the scripts carry no nonce: %s %s", head, end)
	}
	for _, path := range []string{"/cams", "/Cams", "/category/music", "/page/terms/", "/vip-models"} {
		if head, _ := s.customScripts(path, now); head == "" {
			t.Errorf("%s carries no custom scripts", path)
		}
	}
	for _, path := range []string{
		"/admin/settings", "/auth/login/user", "/studio/login", "/account/user/account-settings", "/Admin/settings", "/AUTH/login/user",
		"/Studio/login", "//admin", "/room/../admin", "/room/nina", "/cams/../auth/login/user", "/contact", "/live", "/403", "/sandbox/pay", "/new-page",
	} {
		if head, end := s.customScripts(path, now); head+end != "" {
			t.Errorf("%s carries custom scripts", path)
		}
	}
	now.GaCode = `x";alert(1)//`
	if head, _ := s.customScripts("/", now); strings.Contains(head, "alert") {
		t.Error("a measurement code became a script")
	}
	s.NoCustomScripts = true
	if head, end := s.customScripts("/", now); head+end != "" {
		t.Error("custom scripts cannot be turned off")
	}
}

// The nonce stands where the build and the operator left room for it, and nowhere
// in what people wrote.
func TestNonceIsNotForPeople(t *testing.T) {
	parts, err := cutPage([]byte(`<html><script nonce="__NONCE__"></script><title></title><!--head--><!--shell--><!--boot--></html>`))
	if err != nil {
		t.Fatal(err)
	}
	b := boot{Title: "I am __NONCE__", Shell: "<p>__NONCE__</p>", HeadScript: nonced("<script>a()</script>"), Scripts: []string{"/a.js"}}
	b.Data.Route = []query{{Data: "__NONCE__"}}
	page, err := (&Site{parts: parts}).render(b, "n0nce")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(page.String(), "n0nce"); n != 3 || strings.Count(page.String(), noncePlace) < 3 {
		t.Errorf("the nonce stands %d times in %s", n, page)
	}
}
