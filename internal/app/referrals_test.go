package app_test

import (
	"testing"

	"limelight/internal/account"
	"limelight/internal/app"
)

// Rita invites Tom, who registers by her link and tips Nina: Rita sees who came,
// what it brought and that it waits; Tom sees who invited him.
func TestAnInvitation(t *testing.T) {
	s := open(t,
		app.Resident{Role: account.Admin, Username: "ada"},
		app.Resident{Role: account.Member, Username: "rita"},
		app.Resident{Role: account.Performer, Username: "nina"},
		app.Resident{Role: account.Performer, Username: "zoe"})
	rita, zoe := s.in(t, account.Member, "rita"), s.in(t, account.Performer, "zoe")
	own := rita.do(t, "GET /referrals/user/code", nil).must(t, 200, `"percent":5`, s.url+"/?ref=")
	s.guest().do(t, "GET /referrals/codes/"+own.text("code"), nil).must(t, 200, `"username":"rita"`)
	nobody := zoe.do(t, "GET /referrals/user/code", nil).must(t, 200).text("code")

	ada := s.in(t, account.Admin, "ada")
	s.guest().do(t, "POST /auth/users/register", record{
		"username": "tom", "email": "tom@example.com", "password": app.Password, "dateOfBirth": "1990-05-01", "ref": own.text("code"),
	}).must(t, 200, "Welcome!")
	s.confirms(t, ada, "tom")
	tom := s.login(t, account.Member, "tom", app.Password)
	tom.do(t, "GET /referrals/user/code", nil).must(t, 200, `"invitedBy":{"username":"rita"`)
	if err := app.Grant(t.Context(), s.cfg, tom.do(t, "GET /users/me", nil).text("_id"), 100); err != nil {
		t.Fatal(err)
	}

	fields := map[string]string{
		"username": "ann", "email": "ann@example.com", "password": app.Password, "dateOfBirth": "1995-03-02", "gender": "female", "ref": nobody,
	}
	s.guest().do(t, "POST /auth/performers/register", newForm(fields).
		file("idVerification", "passport.jpg", photo(t, 800, 500)).
		file("documentVerification", "face.jpg", photo(t, 600, 600))).must(t, 200, "Welcome!")
	zoe.do(t, "GET /referrals/user/search", nil).must(t, 200, `"username":"ann","role":"performer","active":true`)

	tom.do(t, "POST /member/send-tip-token/"+s.ids["nina"], record{"token": 40}).must(t, 200, `"balance":60`)
	rita.do(t, "GET /referrals/user/search", nil).must(t, 200, `"username":"t•••"`, `"earned":2`)
	rita.do(t, "GET /referral-earnings/stats", nil).must(t, 200, `{"registered":1,"active":1,"earned":2,"held":2}`)
	rita.do(t, "GET /referral-earnings/search", nil).must(t, 200, `"token":2,"returned":0,"status":"held"`)
	rita.do(t, "GET /users/me", nil).must(t, 200, `"balance":0`)
	zoe.do(t, "GET /referral-earnings/stats", nil).must(t, 200, `{"registered":1,"active":1,"earned":0,"held":0}`)
	s.audit(t)
}
