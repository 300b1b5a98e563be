package funds_test

import (
	"net/http"
	"testing"

	"limelight/internal/funds"
	"limelight/internal/funds/adapters/sandbox"
	"limelight/internal/kit/lang"
	"limelight/internal/testkit"
)

// An admin reads every gateway's form in their language, and what is wrong in it.
func TestFormsAreTranslated(t *testing.T) {
	for _, m := range funds.Registry(sandbox.Parts{}) {
		for i, spanish := range m.Form.In(lang.To("es")) {
			english := m.Form[i]
			if english.Label == spanish.Label || english.Help == spanish.Help || english.Shape != "" && english.Shape == spanish.Shape {
				t.Errorf("%s: %s is English in Spanish: %q, %q, %q", m.ID, english.Name, spanish.Label, spanish.Help, spanish.Shape)
			}
			if english.Pattern != "" && english.Shape == "" {
				t.Errorf("%s: %s does not say what its pattern wants", m.ID, english.Name)
			}
		}
	}
}

func TestFormsInSpanish(t *testing.T) {
	h := setup(t)
	spanish := ada
	spanish.Language = "es"
	const gateways = "/admin/payments/gateways"
	testkit.Scenarios{
		{Name: "the form", As: spanish, Do: "GET " + gateways, Status: http.StatusOK, Has: `"label":"Clave de firma"`, Lacks: "Signature key"},
		{Name: "its name", As: spanish, Do: "GET " + gateways, Status: http.StatusOK, Has: `"name":"A mano"`},
		{Name: "in English as ever", As: ada, Do: "GET " + gateways, Status: http.StatusOK, Has: `"label":"Signature key"`},
		{Name: "a wrong field", As: spanish, Do: "PUT " + gateways + "/verotel", Body: `{"isActive":true,"values":{"shopId":"x","signatureKey":"12345678"}}`,
			Status: http.StatusUnprocessableEntity, Has: `"custom":"Debe ser un número"},"property":"shopId"`},
		{Name: "one that is none", As: spanish, Do: "PUT " + gateways + "/verotel", Body: `{"isActive":true,"values":{"shopId":"1","signatureKey":"12345678","more":"1"}}`,
			Status: http.StatusUnprocessableEntity, Has: "no tiene ese campo"},
		{Name: "saved", As: spanish, Do: "PUT " + gateways + "/ccbill", Body: `{"values":{}}`, Status: http.StatusOK, Has: `"label":"Subcuenta"`},
	}.Run(t, h.Routes)
}
