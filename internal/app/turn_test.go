package app

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// A video waits for the picture that is being made, and is next, however many pictures there are;
// while it is made no picture is begun.
func TestOneProgramTakesTheTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		programs := newTurn()
		endPicture, ok := programs.try()
		if !ok {
			t.Fatal("a picture waits for nothing")
		}
		var endVideo func()
		go func() {
			var err error
			if endVideo, err = programs.wait(t.Context()); err != nil {
				t.Error(err)
			}
		}()
		synctest.Wait()
		if endVideo != nil {
			t.Fatal("a video begins beside a picture")
		}
		endPicture()
		if _, ok := programs.try(); ok {
			t.Fatal("a picture goes before the video that waits")
		}
		synctest.Wait()
		endVideo()
		if _, ok := programs.try(); !ok {
			t.Error("the turn is lost")
		}
	})
}

// Videos and pictures of a node have one turn; a node that stops waits for none.
func TestVideosAndPicturesTakeTurns(t *testing.T) {
	s, err := withoutDatabase()
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	endPicture, ok := s.files.TakeTurn()
	if !ok {
		t.Fatal("a picture waits for nothing")
	}
	if _, err := s.videos.AwaitTurn(stopped); !errors.Is(err, context.Canceled) {
		t.Errorf("a video begins beside a picture: %v", err)
	}
	endPicture()
	if _, err := s.videos.AwaitTurn(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.files.TakeTurn(); ok {
		t.Error("a picture begins beside a video")
	}
}
