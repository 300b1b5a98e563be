package settings

import (
	"slices"

	"limelight/internal/kit/lang"
)

// What an operator writes for people to read may be given in further languages. Each such
// text is a setting of its own, behind the one it is of, so that it is changed, kept, undone
// and logged as every other: footerContent@es. The text itself is what English reads, and
// every language that has none of its own.

// further are the languages besides English, in the order of Current.translated.
var further = lang.All()[1:]

// translation is the declaration of a setting's text in the i-th language.
func (s Setting) translation(i int) Setting {
	text := Setting{
		Key: s.Key + "@" + further[i].Code, Group: s.Group, Kind: s.Kind, Max: s.Max, Default: "", of: s.Label, language: further[i].Name,
		Label: s.Label + " (" + further[i].Name + ")", Help: "Empty: as it is above.",
		field: func(c *Current) any { return s.field(&c.translated[i]) },
	}
	if s.Kind == Menu {
		text.Default = []MenuLink{}
	}
	return text
}

// withTranslations puts the texts in further languages behind what they are of.
func withTranslations(declared []Setting) (all []Setting) {
	for _, s := range declared {
		all = append(all, s)
		for i := range further {
			if s.Translated {
				all = append(all, s.translation(i))
			}
		}
	}
	return all
}

// in are the settings as the i-th language reads them: its own texts where there are some,
// and where the operator said nothing the program's own words in it.
func (c Current) in(i int) Current {
	c.translated = slices.Clone(c.translated)
	say := lang.To(further[i].Code)
	for _, s := range common {
		if !s.Translated {
			continue
		}
		switch own := s.field(&c.translated[i]).(type) {
		case *string:
			text, usual := s.field(&c).(*string), s.Default.(string)
			if *own != "" {
				*text = *own
			} else if *text == usual {
				*text = say(usual)
			}
		case *[]MenuLink:
			if len(*own) > 0 {
				*s.field(&c).(*[]MenuLink) = *own
			}
		}
	}
	return c
}

// In is Get as somebody who reads a language is told it.
func (s *Service) In(language string) Current {
	now := s.state.Load()
	if at := slices.IndexFunc(further, func(l lang.Language) bool { return l.Code == language }); at >= 0 {
		return now.spoken[at]
	}
	return now.current
}
