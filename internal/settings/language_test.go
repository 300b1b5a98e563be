package settings

import (
	"testing"

	"limelight/internal/kit/lang"
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
