package ledger_test

import (
	"testing"

	"limelight/internal/kit/lang"
	"limelight/internal/ledger"
)

var (
	_ = ledger.DeclareMemo("Minute %d") // as package meter has them
	_ = ledger.DeclareMemo("Order %v cancelled")
	_ = ledger.DeclareMemo("Refunded on request")
	_ = ledger.DeclareMemo("Refunded on request; the site bears %v that the others no longer had")
)

// What lies in the books is said in the reader's language, however old it is, and a person's words stay theirs.
func TestMemoInTheReadersLanguage(t *testing.T) {
	for kept, want := range map[string]string{
		"Minute 7":                "Minuto 7",
		"Order L-20:7 cancelled":  "Pedido L-20:7 cancelado",
		"Refunded on request":     "Reembolsado a petición",
		"Evening, 100 % mine":     "Evening, 100 % mine",
		"Minute by minute":        "Minute by minute",
		"The best Minute 7 of it": "The best Minute 7 of it",
		"":                        "",
		"Refunded on request; the site bears 12.50 that the others no longer had": "Reembolsado a petición; el sitio asume 12.50 que los demás ya no tenían",
	} {
		var m ledger.Memo
		if err := m.Scan(kept); err != nil {
			t.Fatal(err)
		}
		if got := m.In(lang.To("es")); got != want {
			t.Errorf("%q reads %q in Spanish, want %q", kept, got, want)
		}
		if got := m.In(lang.To(lang.English)); got != kept {
			t.Errorf("%q reads %q in English", kept, got)
		}
	}
}
