package demosite

import (
	"context"
	"fmt"

	"limelight/internal/show"
	"limelight/internal/show/meter"
	"limelight/internal/show/recording"
)

// recorded is how many performers have recorded a public and a group show, and share them.
const recorded = 2

// Recordings are those of the first performers who are on air: their own clips.
func Recordings(s *recording.Service) Part {
	return Part{Afterwards: func(ctx context.Context, f *filling, p people) error {
		left := recorded
		for _, one := range p.Performers {
			if !one.Clip || left == 0 {
				continue
			}
			left--
			clip, err := readClip(one.Username)
			if err != nil {
				return err
			}
			for _, kind := range []string{show.Public, string(meter.Group)} {
				if err := s.Import(ctx, f.ids[one.Username], kind, clip.Once()); err != nil {
					return fmt.Errorf("record %s of %s: %w", kind, one.Username, err)
				}
			}
		}
		return nil
	}}
}
