package db_test

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"limelight/internal/kit/db"
	"limelight/internal/testkit"
)

type colour string

// loud is stored in small letters, and read in capitals.
type loud string

func (l *loud) Scan(stored any) error {
	text, is := stored.(string)
	if !is {
		return errors.New("no text")
	}
	*l = loud(strings.ToUpper(text))
	return nil
}

func (l loud) Value() (driver.Value, error) { return strings.ToLower(string(l)), nil }

type size struct {
	Height int   `db:"height"`
	Weight int32 `db:"weight"`
}

type label struct {
	Text string `db:"label"`
}

// parcel has a field of each kind, exported or not, named or not, and of a struct within.
type parcel struct {
	ID     string `db:"id"`
	Length int    // derived
	size
	secret    string    `db:"secret"`
	Colour    colour    `db:"colour"`
	Label     label     `db:",inline"`
	Coins     int64     `db:"coins"`
	open      bool      `db:"open"`
	Cry       loud      `db:"cry"`
	CreatedAt time.Time `db:"created_at"`
	endedAt   time.Time `db:"ended_at"`
}

var parcelFiles = fstest.MapFS{"0001_parcels.sql": {Data: []byte(`-- +goose Up
CREATE TABLE parcels (
    id         TEXT             NOT NULL PRIMARY KEY,
    height     INTEGER          NOT NULL,
    weight     BIGINT           NOT NULL,
    secret     TEXT             NOT NULL,
    colour     TEXT             NOT NULL,
    label      TEXT             NOT NULL,
    coins      BIGINT           NOT NULL,
    open       BOOLEAN          NOT NULL,
    cry        TEXT             NOT NULL,
    created_at BIGINT           NOT NULL,
    ended_at   BIGINT           NOT NULL,
    note       TEXT             NOT NULL
) /*strict*/;`)}}

// What a struct is stored as is read back as it was, in a read and in a write, which on
// PostgreSQL go by different ways.
func TestAStructIsStoredAndReadBack(t *testing.T) {
	d := testkit.Open(t, testkit.Address(t))
	if _, err := d.Migrate(t.Context(), parcelFiles); err != nil {
		t.Fatal(err)
	}
	parcels := db.StructOf[parcel]()
	want := parcel{
		ID: "p1", size: size{Height: 180, Weight: 75}, secret: "hush", Colour: "red", Label: label{"fragile"}, Coins: 1 << 40, open: true, Cry: "HOY", CreatedAt: testkit.Noon, endedAt: testkit.Noon.Add(time.Millisecond),
	}
	read := func(ctx context.Context, tx *db.Tx) error {
		var note string
		got, err := db.One(ctx, tx, func(r db.Row) (parcel, error) { return parcels.ScanWith(r, &note) }, `SELECT `+parcels.Columns+`, note FROM parcels`)
		if err == nil && (got != want || note != "by hand") {
			t.Errorf("read %+v with the note %q, want %+v", got, note, want)
		}
		return err
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, parcels.Insert("parcels", "note"), append(parcels.Args(want), "by hand")...); err != nil {
			return err
		}
		return read(ctx, tx)
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Read(t.Context(), read); err != nil {
		t.Fatal(err)
	}
	if n := testkit.Int(t, d, `SELECT COUNT(*) FROM parcels WHERE cry = 'hoy'`); n != 1 {
		t.Error("it is not stored as its type says")
	}
}

func TestStatementsOfAStruct(t *testing.T) {
	type pair struct {
		ID   string `db:"id"`
		Skip string
		Name string `db:"name"`
	}
	pairs := db.StructOf[pair]()
	if want := "id, name"; pairs.Columns != want {
		t.Errorf("the columns are %q, want %q", pairs.Columns, want)
	}
	if got, want := pairs.Insert("pairs"), "INSERT INTO pairs (id, name) VALUES ($1, $2)"; got != want {
		t.Errorf("it is inserted by %q, want %q", got, want)
	}
}

func TestAStructWithoutRightTagsIsRefused(t *testing.T) {
	for name, read := range map[string]func(){
		"no tag": func() { db.StructOf[struct{ ID string }]() },
		"a column twice": func() {
			db.StructOf[struct {
				ID  string `db:"id"`
				Too string `db:"id"`
			}]()
		},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it was taken")
				}
			}()
			read()
		})
	}
}

// Of many that are stored at once, a value that a column has several times is one argument; each is stored as it was.
func TestManyStructsAreStored(t *testing.T) {
	d := testkit.Open(t, testkit.Address(t))
	if _, err := d.Migrate(t.Context(), parcelFiles); err != nil {
		t.Fatal(err)
	}
	parcels := db.StructOf[parcel]()
	var want []parcel
	for i := range 50 {
		want = append(want, parcel{ID: fmt.Sprintf("p%02d", i), size: size{Height: 180, Weight: int32(i % 2)}, Colour: "red", Label: label{"fragile"}, open: i%3 == 0, Cry: "HOY", CreatedAt: testkit.Noon})
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if _, err := db.Exec(ctx, tx, `ALTER TABLE parcels DROP COLUMN note`); err != nil {
			return err
		}
		insert, args := parcels.InsertAll("parcels", want)
		if most := len(want) + 20; len(args) > most {
			t.Errorf("%d arguments, want at most %d", len(args), most)
		}
		if _, err := db.Exec(ctx, tx, insert, args...); err != nil {
			return err
		}
		got, err := db.All(ctx, tx, parcels.Scan, `SELECT `+parcels.Columns+` FROM parcels ORDER BY id`)
		if err == nil && !slices.Equal(got, want) {
			t.Errorf("read %+v, want %+v", got, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
