package studio_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"limelight/internal/account"
	"limelight/internal/kit/api"
	"limelight/internal/testkit"
)

// The owner of a studio opens accounts for its staff, who are invited by mail.
func TestStaffAccounts(t *testing.T) {
	h := setup(t)
	stella, plain := h.verified(t, "stella"), h.open(t, "plain")
	mia := `{"username":"mia","email":"mia@example.com","dateOfBirth":"1990-05-01","rights":["studio.models"]}`
	testkit.Scenarios{
		{Name: "not without a verified studio", As: plain, Do: "POST /studio/staff", Body: mia, Status: 403},
		{Name: "not without a right", As: stella, Do: "POST /studio/staff", Body: strings.Replace(mia, `"studio.models"`, "", 1), Status: 422, Has: `"property":"rights"`},
		{Name: "nor with one that there is not", As: stella, Do: "POST /studio/staff", Body: strings.Replace(mia, "models", "owner", 1), Status: 422, Has: `"property":"rights"`},
		{Name: "Mia", As: stella, Do: "POST /studio/staff", Body: mia, Status: 200, Has: `"status":"invited","rights":["studio.models"]`},
		{Name: "once", As: stella, Do: "POST /studio/staff", Body: mia, Status: 422, Has: "already taken"},
		{Name: "she is listed", As: stella, Do: "GET /studio/staff", Status: 200, Has: `"username":"mia"`},
		{Name: "of one studio", As: plain, Do: "GET /studio/staff", Status: 200, Has: `"total":0`},
		{Name: "it is on record", As: stella, Do: "GET /studio/history", Status: 200, Has: `"action":"studio_staff.invited"`},
	}.Run(t, h.Routes)
}

// Whether a mail address is taken is not said: the account is listed as any other, and the owner of the
// address is told in place of an invitation.
func TestInvitedStaffTellsNothing(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	testkit.Person(t, h.db, account.Member, "tom")
	invite := func(name, email string) string {
		body := fmt.Sprintf(`{"username":"%s","email":"%s","dateOfBirth":"1990-05-01","rights":["studio.models"]}`, name, email)
		got := testkit.Call(h.web, stella, "POST /studio/staff", body, nil)
		return fmt.Sprint(got.Code, regexp.MustCompile(`"_id":"[^"]*"`).ReplaceAllString(strings.ReplaceAll(got.Body.String(), name, "NAME"), ""))
	}
	one, other := invite("mia1", "mia1@example.com"), invite("mia2", "tom@example.com")
	if one != strings.ReplaceAll(other, "tom@example.com", "NAME@example.com") {
		t.Errorf("a taken address is answered %s, want %s", other, one)
	}
	testkit.Scenarios{{Name: "both are listed", As: stella, Do: "GET /studio/staff", Status: 200, Has: `"total":2`}}.Run(t, h.Routes)
	if n := testkit.Int(t, h.db, `SELECT COUNT(*) FROM mails WHERE recipient = 'tom@example.com' AND body_text LIKE '%reset-password%'`); n != 0 {
		t.Errorf("Tom got %d links to somebody else's account", n)
	}
}

// Who was removed takes nobody's place.
func TestRemovedStaffIsNotCounted(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	for n := range 100 {
		testkit.Exec(t, h.db, `
			INSERT INTO accounts (id, username, username_key, email, email_key, role, password_hash, name, date_of_birth, status, studio_id, rights, created_at, updated_at)
			VALUES ($1, $1, $1, $1, $1, 'studio', '', $1, '1990-05-01', 'suspended', $2, '', 1, 1)`, fmt.Sprint("gone", n), stella.ID)
	}
	mia := `{"username":"mia","email":"mia@example.com","dateOfBirth":"1990-05-01","rights":["studio.models"]}`
	testkit.Scenarios{
		{Name: "after a hundred who are gone", As: stella, Do: "POST /studio/staff", Body: mia, Status: 200, Has: `"status":"invited"`},
	}.Run(t, h.Routes)
}

// Documents that somebody of the staff hands in are theirs, not the owner's.
func TestStaffHandsInDocuments(t *testing.T) {
	h := setup(t)
	stella := h.verified(t, "stella")
	mia := account.WithCaller(t.Context(), account.Caller{ID: "mia", Role: account.Studio, StudioID: stella.ID})
	_, err := h.Hire(mia, stella, account.NewAccount{
		Username: "nina", Email: "nina@example.com", Password: "a long enough password", DateOfBirth: "1990-05-01",
	}, "female", api.File{}, api.File{})
	check(t, err)
	if h.hiring.by != "mia" {
		t.Errorf("the documents came from %q, want Mia", h.hiring.by)
	}
}
