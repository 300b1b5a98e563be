package places

import (
	"slices"
	"testing"
	"time"

	"limelight/internal/testkit"
)

func TestCountries(t *testing.T) {
	list := Countries()
	if len(list) != 250 { // the 249 of ISO 3166-1, and Kosovo
		t.Errorf("there are %d countries, want 250", len(list))
	}
	for i, c := range list {
		if c.Name == "" || c.Name == "Unknown Region" || len([]rune(c.Flag)) != 2 {
			t.Errorf("%+v is incomplete", c)
		}
		if i > 0 && list[i-1].Name == c.Name {
			t.Errorf("%s is there twice", c.Name)
		}
	}
	if list[0].Name != "Afghanistan" || list[1].Name != "Åland Islands" || list[1].Flag != "🇦🇽" {
		t.Errorf("the list begins %v", list[:2])
	}
	if slices.ContainsFunc(list, func(c Country) bool { return c.Code == "SU" }) {
		t.Error("the Soviet Union is a country")
	}
}

func TestLanguages(t *testing.T) {
	names := map[string]bool{}
	for _, l := range Languages() {
		if l.Name == "" || l.Native == "" || names[l.Name] {
			t.Errorf("%+v is incomplete or there twice", l)
		}
		names[l.Name] = true
	}
	if len(names) != 183 { // ISO 639-1
		t.Errorf("there are %d languages, want 183", len(names))
	}
}

func TestPhoneCodes(t *testing.T) {
	codes := map[string]string{}
	for _, c := range PhoneCodes() {
		codes[c.CountryCode] = c.Code
	}
	for country, want := range map[string]string{"DE": "+49", "US": "+1", "CA": "+1", "XK": "+383", "AQ": ""} {
		if codes[country] != want {
			t.Errorf("%s has %q, want %q", country, codes[country], want)
		}
	}
	if len(codes) < 240 {
		t.Errorf("only %d countries have a code", len(codes))
	}
}

func TestZones(t *testing.T) {
	clock := testkit.NewClock()
	find := func(name string) Zone {
		list, err := New(Deps{Now: clock.Now}).Zones()
		if err != nil {
			t.Fatal(err)
		}
		for _, z := range list {
			if z.Country != "" && !slices.ContainsFunc(Countries(), func(c Country) bool { return c.Code == z.Country }) {
				t.Errorf("%s lies in no country: %q", z.Name, z.Country)
			}
			if z.Name == name {
				return z
			}
		}
		t.Fatalf("%s is missing", name)
		return Zone{}
	}
	if z := find("Europe/Berlin"); z.Offset != 60 || z.Label != "(UTC+01:00) Europe/Berlin" || z.Country != "DE" {
		t.Errorf("in winter: %+v", z)
	}
	clock.Advance(240 * 24 * time.Hour)
	if z := find("Europe/Berlin"); z.Offset != 120 {
		t.Errorf("in summer: %+v", z)
	}
	if z := find("Asia/Kathmandu"); z.Offset != 345 {
		t.Errorf("Kathmandu: %+v", z)
	}
	if z := find("UTC"); z.Offset != 0 || z.Label != "(UTC+00:00) UTC" {
		t.Errorf("UTC: %+v", z)
	}
}

func TestHTTP(t *testing.T) {
	testkit.Scenarios{
		{Name: "countries", Do: "GET /countries/list", Status: 200, Has: `{"_id":"DE","code":"DE","name":"Germany","flag":"🇩🇪"}`},
		{Name: "languages", Do: "GET /languages/list", Status: 200, Has: `{"_id":"de","code":"de","name":"German","native":"Deutsch"}`},
		{Name: "phone codes", Do: "GET /phone-codes/list", Status: 200, Has: `"code":"+49"`},
		{Name: "time zones", Do: "GET /timezones/list", Status: 200, Has: `"label":"(UTC+01:00) Europe/Berlin"`},
	}.Run(t, New(Deps{Now: testkit.NewClock().Now}).Routes)
}
