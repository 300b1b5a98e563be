package account

import (
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
)

func TestGuessable(t *testing.T) {
	for password, want := range map[string]bool{
		"password":                      true,
		"PASSWORDPASSWORD":              true,
		"Password 2026 Password":        false, // two words with a year between: not one dressed word
		"passwordpassword2026!":         true,
		"***Sunshine***12345":           true,
		"aaaaaaaaaaaaaaaa":              true,
		"abababababababab":              true,
		"1234567890123456":              true,
		"9876543210987654":              true,
		"qwertyuiopasdfgh":              true,
		"abcdefghijklmnop":              true,
		"correct horse battery staple":  true,
		"tom tom tom tom tom":           true,
		"limelightlimelight1":           true,
		"ｐａｓｓｗｏｒｄ１２３４５６７":               true, // full width
		"a river of small stones":       false,
		"Tom likes small river stones":  false,
		"monkeys on the dragon's table": false,
		"шесть белых лошадей":           false,
	} {
		if got := guessable(password, "Tom", "tom@example.org", "limelight"); got != want {
			t.Errorf("%q is guessable: %v, want %v", password, got, want)
		}
	}
}

// The hash of a fresh installation, once at full cost.
func TestFullCost(t *testing.T) {
	p := newHasher(Cost{})
	hash, err := p.hash(t.Context(), "a river of small stones")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=65536,t=3,p=1$") {
		t.Errorf("the hash is %s", hash)
	}
	if !strings.HasPrefix(p.nobody, "$argon2id$v=19$m=65536,t=3,p=1$") || len(p.nobody) != len(hash) {
		t.Errorf("comparing with nobody's hash costs something else: %s", p.nobody)
	}
	for _, stored := range []string{p.nobody, "", hash[:len(hash)-3] + "AAA"} {
		if same, _, err := p.matches(t.Context(), "a river of small stones", stored); same || err != nil {
			t.Errorf("%q matches: %v, %v", stored, same, err)
		}
	}
	if same, stale, err := p.matches(t.Context(), "a river of small stones", hash); !same || stale || err != nil {
		t.Errorf("the right password: %v %v %v", same, stale, err)
	}
}

func TestBrowser(t *testing.T) {
	for agent, want := range map[string]string{
		"": "Unknown device",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0": "Edge on Windows",
		"Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36":              "Chrome on Android",
		"curl/8.5.0":     "curl",
		"weird\x00thing": "weirdthing",
	} {
		if got := browser(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}

// A wrong password costs the same for an account whose password the program drew, of
// which there is a cheap hash, as for an account that does not exist.
func TestDrawnPasswordsCostTheSame(t *testing.T) {
	p := newHasher(Cost{MemoryKiB: 32 << 10, Iterations: 3})
	cheap, err := argon2id.CreateHash("drawn", &randomCost)
	if err != nil {
		t.Fatal(err)
	}
	nobody, drawn := time.Hour, time.Hour
	for range 12 { // by turns, so that other work on the machine slows both
		for hash, best := range map[string]*time.Duration{"": &nobody, cheap: &drawn} {
			began := time.Now()
			if same, _, err := p.matches(t.Context(), "wrong", hash); err != nil || same {
				t.Fatalf("a wrong password matches: %v (%v)", same, err)
			}
			*best = min(*best, time.Since(began))
		}
	}
	if drawn < nobody*4/10 || drawn > nobody*25/10 { // of the cheap hash alone it is a tenth
		t.Errorf("a drawn password costs %v, nobody's %v", drawn, nobody)
	}
	if same, stale, err := p.matches(t.Context(), "drawn", cheap); err != nil || !same || !stale {
		t.Errorf("the drawn password matches: %v, to be hashed anew: %v (%v)", same, stale, err)
	}
}
