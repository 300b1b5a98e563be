package fault

import "unicode/utf8"

// Length refuses a text that a person typed unless it has least to most characters; least 0
// allows none. Characters are code points, so that a text in any script has the same room.
func Length(property, text string, least, most int) error {
	switch n := utf8.RuneCountInString(text); {
	case n == 0 && least == 1:
		return Missing(property)
	case n > most && least <= 1:
		return Field(property, "Must have at most %d characters", most)
	case n < least || n > most:
		return Field(property, "Must have %d to %d characters", least, most)
	}
	return nil
}
