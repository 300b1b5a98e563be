package db

import (
	"database/sql"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// Struct says which columns a struct is stored in: those of its fields that have a tag
// `db:"column"`, and those of the structs that it embeds or has in a field with the tag
// `db:",inline"`, in the order of the source. A field of type time.Time is stored as Millis does. So a column is named once, beside its
// field, and no list has to be kept in the order of another one.
type Struct[T any] struct {
	Columns string // for SELECT: "id, owner_id, …"

	fields []field
}

type field struct {
	column string
	offset uintptr // where it lies in the struct
	at     func(unsafe.Pointer) any
}

// StructOf reads the tags of T. It panics when T has none, or a column twice.
func StructOf[T any]() *Struct[T] {
	of := reflect.TypeFor[T]()
	s := &Struct[T]{fields: fieldsOf(of, 0)}
	var names []string
	for _, f := range s.fields {
		if slices.Contains(names, f.column) {
			panic(fmt.Sprintf("db: %s has the column %s twice", of, f.column))
		}
		names = append(names, f.column)
	}
	if len(names) == 0 {
		panic(fmt.Sprintf("db: %s has no columns", of))
	}
	s.Columns = strings.Join(names, ", ")
	return s
}

func fieldsOf(of reflect.Type, offset uintptr) (list []field) {
	for i := range of.NumField() {
		f := of.Field(i)
		switch column, tagged := f.Tag.Lookup("db"); {
		case tagged && column != ",inline":
			list = append(list, field{column, offset + f.Offset, pointerTo(f.Type)})
		case tagged, f.Anonymous && f.Type.Kind() == reflect.Struct:
			list = append(list, fieldsOf(f.Type, offset+f.Offset)...)
		}
	}
	return list
}

// pointerTo makes an address into a pointer that Scan takes: by the kind of what lies there,
// since a driver reads a *string faster than a pointer to a type of ours. The address is
// used, and not reflect's setters, since those set no field that is not exported.
func pointerTo(of reflect.Type) func(unsafe.Pointer) any {
	switch kind := of.Kind(); {
	case of == reflect.TypeFor[time.Time]():
		return func(p unsafe.Pointer) any { return (*instant)(p) }
	case reflect.PointerTo(of).Implements(reflect.TypeFor[sql.Scanner]()):
	case kind == reflect.String:
		return func(p unsafe.Pointer) any { return (*string)(p) }
	case kind == reflect.Int64:
		return func(p unsafe.Pointer) any { return (*int64)(p) }
	case kind == reflect.Int:
		return func(p unsafe.Pointer) any { return (*int)(p) }
	case kind == reflect.Bool:
		return func(p unsafe.Pointer) any { return (*bool)(p) }
	}
	return func(p unsafe.Pointer) any { return reflect.NewAt(of, p).Interface() }
}

// Scan reads a row of Columns.
func (s *Struct[T]) Scan(r Row) (T, error) { return s.ScanWith(r) }

// ScanWith reads a row of Columns, and those behind them into more.
func (s *Struct[T]) ScanWith(r Row, more ...any) (one T, err error) {
	into := make([]any, len(s.fields), len(s.fields)+len(more))
	for i := range s.fields {
		into[i] = s.fields[i].at(unsafe.Add(unsafe.Pointer(&one), s.fields[i].offset))
	}
	err = r.Scan(append(into, more...)...)
	return one, err
}

// Insert is the statement that stores the values of Args in a table, and those of more
// columns behind them.
func (s *Struct[T]) Insert(table string, more ...string) string {
	places := make([]string, len(s.fields)+len(more))
	for i := range places {
		places[i] = "$" + strconv.Itoa(i+1)
	}
	columns := strings.Join(append([]string{s.Columns}, more...), ", ")
	return "INSERT INTO " + table + " (" + columns + ") VALUES (" + strings.Join(places, ", ") + ")"
}

// InsertAll is the statement that stores some structs in a table, and its arguments. A value that a
// column has in several rows is one argument: SQLite's driver looks each up by its name, behind all
// others.
func (s *Struct[T]) InsertAll(table string, list []T) (statement string, args []any) {
	type place struct {
		field int
		value any
	}
	places := map[place]int{} // the numbers of the arguments
	tuples := make([]string, len(list))
	for i, one := range list {
		marks := make([]string, len(s.fields))
		for j, value := range s.Args(one) {
			number, known := places[place{j, value}]
			if !known {
				args = append(args, value)
				number = len(args)
				places[place{j, value}] = number
			}
			marks[j] = "$" + strconv.Itoa(number)
		}
		tuples[i] = "(" + strings.Join(marks, ", ") + ")"
	}
	return "INSERT INTO " + table + " (" + s.Columns + ") VALUES " + strings.Join(tuples, ", "), args
}

// Args are the values of Columns, in their order.
func (s *Struct[T]) Args(one T) []any {
	args := make([]any, len(s.fields))
	for i := range s.fields {
		switch at := s.fields[i].at(unsafe.Add(unsafe.Pointer(&one), s.fields[i].offset)).(type) {
		case *instant:
			args[i] = Millis(time.Time(*at))
		default:
			args[i] = reflect.ValueOf(at).Elem().Interface()
		}
	}
	return args
}

// instant reads what Millis stores.
type instant time.Time

var errInstant = errors.New("db: an instant is stored in milliseconds")

func (i *instant) Scan(stored any) error {
	ms, whole := stored.(int64)
	if !whole {
		return errInstant
	}
	*i = instant(Time(ms))
	return nil
}
