package rails_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"limelight/internal/payouts/rails"
)

// element is a rule of the schema pain.001.001.09 in the subset of EPC132-08:
// which children there may be, in this order, and what a leaf looks like. A child
// with ? may be absent, one with + may repeat.
type element struct {
	children string
	leaf     string
}

const (
	max35 = `^.{1,35}$`
	max70 = `^[A-Za-z0-9/\-?:().,'+ ]{1,70}$` // the EPC's letters, and its length of names
	ibans = `^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$`
	bics  = `^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$`
	sums  = `^[0-9]{1,15}\.[0-9]{2}$`
	count = `^[0-9]{1,15}$`
)

var schema = map[string]element{
	"/Document":                  {children: "CstmrCdtTrfInitn"},
	"/Document/CstmrCdtTrfInitn": {children: "GrpHdr PmtInf+"},
	"/GrpHdr":                    {children: "MsgId CreDtTm NbOfTxs CtrlSum? InitgPty"},
	"/GrpHdr/MsgId":              {leaf: max35},
	"/GrpHdr/CreDtTm":            {leaf: `^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`},
	"/GrpHdr/NbOfTxs":            {leaf: count},
	"/GrpHdr/CtrlSum":            {leaf: sums},
	"/GrpHdr/InitgPty":           {children: "Nm"},
	"/InitgPty/Nm":               {leaf: max70},
	"/PmtInf":                    {children: "PmtInfId PmtMtd NbOfTxs? CtrlSum? PmtTpInf ReqdExctnDt Dbtr DbtrAcct DbtrAgt ChrgBr CdtTrfTxInf+"},
	"/PmtInf/PmtInfId":           {leaf: max35},
	"/PmtInf/PmtMtd":             {leaf: `^TRF$`},
	"/PmtInf/NbOfTxs":            {leaf: count},
	"/PmtInf/CtrlSum":            {leaf: sums},
	"/PmtInf/PmtTpInf":           {children: "SvcLvl"},
	"/PmtTpInf/SvcLvl":           {children: "Cd"},
	"/SvcLvl/Cd":                 {leaf: `^SEPA$`},
	"/PmtInf/ReqdExctnDt":        {children: "Dt"},
	"/ReqdExctnDt/Dt":            {leaf: `^\d{4}-\d\d-\d\d$`},
	"/PmtInf/Dbtr":               {children: "Nm"},
	"/Dbtr/Nm":                   {leaf: max70},
	"/PmtInf/DbtrAcct":           {children: "Id"},
	"/DbtrAcct/Id":               {children: "IBAN"},
	"/Id/IBAN":                   {leaf: ibans},
	"/PmtInf/DbtrAgt":            {children: "FinInstnId"},
	"/DbtrAgt/FinInstnId":        {children: "BICFI? Othr?"},
	"/FinInstnId/BICFI":          {leaf: bics},
	"/FinInstnId/Othr":           {children: "Id"},
	"/Othr/Id":                   {leaf: `^NOTPROVIDED$`},
	"/PmtInf/ChrgBr":             {leaf: `^SLEV$`},
	"/PmtInf/CdtTrfTxInf":        {children: "PmtId Amt CdtrAgt? Cdtr CdtrAcct RmtInf?"},
	"/CdtTrfTxInf/PmtId":         {children: "EndToEndId"},
	"/PmtId/EndToEndId":          {leaf: max35},
	"/CdtTrfTxInf/Amt":           {children: "InstdAmt"},
	"/Amt/InstdAmt":              {leaf: `^[0-9]{1,9}\.[0-9]{2}$`},
	"/CdtTrfTxInf/CdtrAgt":       {children: "FinInstnId"},
	"/CdtrAgt/FinInstnId":        {children: "BICFI"},
	"/CdtTrfTxInf/Cdtr":          {children: "Nm"},
	"/Cdtr/Nm":                   {leaf: max70},
	"/CdtTrfTxInf/CdtrAcct":      {children: "Id"},
	"/CdtrAcct/Id":               {children: "IBAN"},
	"/CdtTrfTxInf/RmtInf":        {children: "Ustrd"},
	"/RmtInf/Ustrd":              {leaf: `^[A-Za-z0-9/\-?:().,'+ ]{1,140}$`},
}

// node is an element as it was read.
type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []node     `xml:",any"`
}

// check compares an element with its rule, found by the end of its path.
func (n node) check(t *testing.T, path string) {
	t.Helper()
	if n.XMLName.Space != "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" {
		t.Errorf("%s is of the namespace %q", path, n.XMLName.Space)
	}
	parts := strings.Split(path, "/")
	rule, known := schema["/"+strings.Join(parts[max(1, len(parts)-2):], "/")]
	if !known {
		rule, known = schema["/"+parts[len(parts)-1]]
	}
	if !known {
		t.Errorf("%s is no element that we know", path)
		return
	}
	if rule.leaf != "" {
		if len(n.Children) > 0 || !regexp.MustCompile(rule.leaf).MatchString(n.Text) {
			t.Errorf("%s is %q, want %s", path, n.Text, rule.leaf)
		}
		return
	}
	rest := n.Children
	for _, child := range strings.Fields(rule.children) {
		name := strings.TrimRight(child, "?+")
		found := 0
		for len(rest) > 0 && rest[0].XMLName.Local == name && (found == 0 || strings.HasSuffix(child, "+")) {
			rest[0].check(t, path+"/"+name)
			rest, found = rest[1:], found+1
		}
		if found == 0 && !strings.HasSuffix(child, "?") {
			t.Errorf("%s lacks %s", path, name)
		}
	}
	if len(rest) > 0 {
		t.Errorf("%s has %s where it may not be", path, rest[0].XMLName.Local)
	}
}

// texts are all leaves of a name.
func (n node) texts(name string) (list []string) {
	if n.XMLName.Local == name {
		list = append(list, n.Text)
	}
	for _, child := range n.Children {
		list = append(list, child.texts(name)...)
	}
	return list
}

func TestSEPA(t *testing.T) {
	nina := clean(t, rails.Destination{Method: rails.BankTransfer, Holder: `Nína "Ångström" & Søn <Łódź>`, IBAN: "NL91ABNA0417164300", BIC: "ABNANL2A"})
	long := clean(t, rails.Destination{Method: rails.BankTransfer, Holder: strings.Repeat("ß", 70), IBAN: "MT84MALT011000012345MTLCAST001S"})
	for _, bic := range []string{"COBADEFFXXX", ""} {
		o := order("EUR",
			rails.Payment{Reference: first, To: nina, Amount: 123_45},
			rails.Payment{Reference: second, To: long, Amount: 999_999_999_99},
			rails.Payment{Reference: third, To: nina, Amount: 1})
		o.Sender.BIC = bic
		file := made(t, rails.SEPA{}, o)
		wellFormed(t, file.Bytes)
		var document node
		if err := xml.Unmarshal(file.Bytes, &document); err != nil {
			t.Fatal(err)
		}
		document.check(t, "/Document")
		if sums := document.texts("CtrlSum"); !slices.Equal(sums, []string{"1000000123.45", "1000000123.45"}) {
			t.Errorf("the control sums are %v", sums)
		}
		if counts := document.texts("NbOfTxs"); !slices.Equal(counts, []string{"3", "3"}) {
			t.Errorf("the counts are %v", counts)
		}
		if ids := document.texts("EndToEndId"); !slices.Equal(ids, []string{first, second, third}) {
			t.Errorf("the references are %v", ids)
		}
		if names := document.texts("Nm"); names[0] != "Limelight O GmbH" || names[2] != "Nina Angstrom + Son Lodz" {
			t.Errorf("the names are %q", names)
		}
		if amounts := document.texts("InstdAmt"); !slices.Equal(amounts, []string{"123.45", "999999999.99", "0.01"}) {
			t.Errorf("the amounts are %v", amounts)
		}
		if n := bytes.Count(file.Bytes, []byte(`Ccy="EUR"`)); n != 3 {
			t.Errorf("%d amounts are in euros, want 3", n)
		}
	}
	o := order("EUR", rails.Payment{Reference: first, To: nina, Amount: 1_000_000_000_00})
	if _, err := (rails.SEPA{}).Batch(o); err == nil {
		t.Error("a thousand million euros go through SEPA")
	}
}

func wellFormed(t *testing.T, text []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(text))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("the file is no XML: %v", err)
		}
	}
}
