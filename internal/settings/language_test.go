package settings

import (
	"context"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/db"
	"limelight/internal/kit/lang"
	"limelight/internal/testkit"
)

// The back office reads what each setting is in the admin's language.
func TestSettingsAreTranslated(t *testing.T) {
	english, spanish := lang.To("en"), lang.To("es")
	for _, s := range declared.all {
		if s.label(english) != s.Label {
			t.Errorf("%s is called %q in English, want %q", s.Key, s.label(english), s.Label)
		}
		if s.label(spanish) == s.Label || s.Help != "" && spanish(s.Help) == s.Help {
			t.Errorf("%s is English in Spanish: %q, %q", s.Key, s.label(spanish), spanish(s.Help))
		}
	}
}

// What the operator writes may be given in further languages: it is read in the caller's.
func TestTextsInALanguage(t *testing.T) {
	h := setup(t)
	ada := account.Caller{ID: "ada", Role: account.Admin, Proved: true}
	tom, english := account.Caller{ID: "tom", Role: account.Member, Language: "es"}, account.Caller{ID: "eve", Role: account.Member}
	const change, public = "PUT /admin/settings", "GET /settings/public"
	testkit.Scenarios{
		{Name: "the program's own words", As: tom, Do: public, Status: 200, Has: `"singularTextModel":"Modelo"`, Lacks: "content for adults"},
		{Name: "the operator's, in every language", As: ada, Do: change, Status: 200, Has: `"key":"popupContent18Plus@es"`,
			Body: `{"popupContent18Plus":"<p>Adults</p>","singularTextModel":"Star","menus":[{"title":"Terms","path":"/page/terms","internal":true,"isOpenNewTab":false}]}`},
		{Name: "without a text of its own", As: tom, Do: public, Status: 200, Has: `"popupContent18Plus":"\u003cp\u003eAdults\u003c/p\u003e"`},
		{Name: "with one", As: ada, Do: change, Status: 200,
			Body: `{"popupContent18Plus@es":"<p>Adultos</p><script>alert(1)</script>","singularTextModel@es":"Estrella","menus@es":[{"title":"Términos","path":"/page/terms","internal":true,"isOpenNewTab":false}]}`},
		{Name: "read in it", As: tom, Do: public, Status: 200, Has: `"popupContent18Plus":"\u003cp\u003eAdultos\u003c/p\u003e"`, Lacks: "alert"},
		{Name: "the menu", As: tom, Do: public, Status: 200, Has: `"title":"Términos"`, Lacks: `"Terms"`},
		{Name: "by name", As: tom, Do: "POST /settings/keys", Body: `{"keys":["singularTextModel"]}`, Status: 200, Has: `"Estrella"`},
		{Name: "in English as it is", As: english, Do: public, Status: 200, Has: `"singularTextModel":"Star"`, Lacks: "Adultos"},
		{Name: "its past", As: ada, Do: "GET /admin/settings/popupContent18Plus@es/history", Status: 200, Has: `"total":1`},
		{Name: "undone", As: ada, Do: "POST /admin/settings/popupContent18Plus@es/rollback", Body: `{}`, Status: 200},
		{Name: "so", As: tom, Do: public, Status: 200, Lacks: "Adultos"},
		{Name: "checked as the text is", As: ada, Do: change, Body: `{"menus@es":[{"title":"x","path":"javascript:alert(1)","internal":false,"isOpenNewTab":false}]}`, Status: 422, Has: `"property":"menus@es[0].path"`},
		{Name: "not of what nobody reads", As: ada, Do: change, Body: `{"siteName@es":"x"}`, Status: 422},
		{Name: "and not public", As: tom, Do: "GET /settings/public?group=content", Status: 200, Lacks: "@es"},
	}.Run(t, h.Routes)
	err := h.db.Read(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		keys, err := Unrecorded(ctx, tx)
		if len(keys) > 0 {
			t.Errorf("%v have no recorded change", keys)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM audit_log WHERE subject = 'setting:popupContent18Plus@es'`); n != 2 {
		t.Errorf("%d changes are in the staff's log, want 2", n)
	}
}
