package app_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/kit/lang"
	"limelight/internal/ledger"
)

// Whatever the program writes into the books itself, it says in every language: what a transfer of any kind says is
// declared (ledger.Memo cannot be made otherwise but from a person's words), translated, and found again as it is kept.
func TestMemosAreSaidInEveryLanguage(t *testing.T) {
	formats := ledger.MemoFormats()
	if len(formats) < 20 {
		t.Fatalf("only %d memos are declared", len(formats))
	}
	for _, format := range formats {
		kept := strings.NewReplacer("%d", "7", "%v", "12.50").Replace(format)
		var m ledger.Memo
		if err := m.Scan(kept); err != nil {
			t.Fatal(err)
		}
		if got := m.In(lang.To(lang.English)); got != kept {
			t.Errorf("the memo %q reads %q in English", kept, got)
		}
		for _, one := range lang.All()[1:] {
			got := m.In(lang.To(one.Code))
			for _, arg := range regexp.MustCompile(`7|12\.50`).FindAllString(kept, -1) {
				if !strings.Contains(got, arg) {
					t.Errorf("the memo %q reads %q in %s, without its %s", kept, got, one.Name, arg)
				}
			}
			if got == kept {
				t.Errorf("the memo %q has no translation into %s", kept, one.Name)
			}
		}
	}
}

// A member's history and the books of staff are in the language of who reads them, as pages, answers and files, and the
// books keep what was written.
func TestMemosInTheBooks(t *testing.T) {
	k := openTill(t)
	k.ada.do(t, "PUT /admin/payments/gateways/manual", record{"isActive": true, "values": record{"most": "50000"}}).must(t, 200)
	k.ada.do(t, "POST /admin/payments/entries", record{
		"accountId": k.ids["tom"], "direction": "credit", "tokens": 30, "price": 100, "currency": "USD", "reason": "a bank transfer of today", "reference": "transfer 1",
	}).must(t, 200)
	transfer := k.ada.do(t, "GET /admin/finance/transfers?person=tom&kind=purchase", nil).must(t, 200).at("data").([]any)[0].(map[string]any)["_id"].(string)
	for language, memo := range map[string]string{"en": "By hand", "es": "A mano"} {
		tom, ada := k.tom.with("Accept-Language", language), k.ada.with("Accept-Language", language)
		tom.do(t, "GET /transactions/user/search", nil).must(t, 200, fmt.Sprintf(`"note":%q`, memo))
		for _, page := range []string{"people/tom?account=wallet", "transfers?person=tom", "transfers/" + transfer} {
			ada.do(t, "GET /admin/finance/"+page, nil).must(t, 200, fmt.Sprintf(`"memo":%q`, memo))
		}
		for _, file := range []string{"people/tom/export", "transfers/export?person=tom"} {
			ada.do(t, "GET /admin/finance/"+file, nil).must(t, 200, ","+memo+",")
		}
	}
	k.audit(t)
}
