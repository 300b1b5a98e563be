package account

import "testing"

// A name is shown to strangers and stands in mails: it carries no link. Names with
// dots are names.
func TestNamesWithoutLinks(t *testing.T) {
	for _, name := range []string{
		"http://evil.example", "HTTPS://evil", "www.evil.example", "Visit evil.com", "evil.com/free", "evil.example/free",
		"Tom (evil.ru)", "tom@evil.net", "evil.co.uk", "xn--evil.xyz", "t.me/evil",
	} {
		if len(nameProblems(name)) == 0 {
			t.Errorf("%q was taken for a name", name)
		}
	}
	for _, name := range []string{
		"Tom", "J. R. R. Tolkien", "J.R.R. Tolkien", "Mary St.John", "Dr. No", "Zoë Müller-Lüdenscheidt", "O'Neill", "李小龙", "Tom & Ann", "",
	} {
		if problems := nameProblems(name); len(problems) > 0 {
			t.Errorf("%q was refused: %v", name, problems)
		}
	}
}
