package lang

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// translation is one text of a language, or its plural forms by CLDR's names, with
// which of the arguments decides, from 1: {"plural": 1, "one": "…", "other": "…"}.
type translation struct {
	text  string
	by    int
	forms map[string]string
}

// UnmarshalJSON reads a string or an object of forms.
func (t *translation) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, &t.text)
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(b, &parts); err != nil {
		return err
	}
	if err := json.Unmarshal(parts["plural"], &t.by); err != nil || t.by < 1 {
		return fmt.Errorf("plural: which argument is counted, from 1: %s", parts["plural"])
	}
	delete(parts, "plural")
	t.forms = map[string]string{}
	for name, text := range parts {
		var form string
		if err := json.Unmarshal(text, &form); err != nil {
			return err
		}
		t.forms[name] = form
	}
	if t.forms["other"] == "" {
		return fmt.Errorf("no form other among %s", b)
	}
	return nil
}

var formNames = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

func (t translation) forArgs(tag language.Tag, args []any) string {
	if t.forms == nil {
		return t.text
	}
	if t.by <= len(args) {
		if form, ok := t.forms[formNames[formOf(tag, args[t.by-1])]]; ok {
			return form
		}
	}
	return t.forms["other"]
}

// formOf takes the number as it is written: "1" is one, "1.50" is not.
func formOf(tag language.Tag, n any) plural.Form {
	whole, fraction, _ := strings.Cut(fmt.Sprint(n), ".")
	i, err := strconv.Atoi(whole)
	if err != nil {
		return plural.Other
	}
	visible, err := strconv.Atoi("0" + fraction)
	if err != nil {
		return plural.Other
	}
	trimmed := strings.TrimRight(fraction, "0")
	short, err := strconv.Atoi("0" + trimmed)
	if err != nil {
		return plural.Other
	}
	return plural.Cardinal.MatchPlural(tag, max(i, -i), len(fraction), len(trimmed), visible, short)
}
