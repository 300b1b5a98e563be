-- +goose Up
-- Columns are called as the program calls them.
ALTER TABLE shows RENAME COLUMN most_viewers TO max_viewers;
ALTER TABLE show_seats RENAME COLUMN here_at TO present_at;
ALTER TABLE show_seats RENAME COLUMN came_at TO joined_at;
ALTER TABLE show_meters RENAME COLUMN turned_at TO clock_changed_at;
ALTER TABLE show_meters RENAME COLUMN wake_at TO next_tick_at;
ALTER TABLE show_meters RENAME COLUMN moves TO postings;

-- +goose Down
ALTER TABLE show_meters RENAME COLUMN postings TO moves;
ALTER TABLE show_meters RENAME COLUMN next_tick_at TO wake_at;
ALTER TABLE show_meters RENAME COLUMN clock_changed_at TO turned_at;
ALTER TABLE show_seats RENAME COLUMN joined_at TO came_at;
ALTER TABLE show_seats RENAME COLUMN present_at TO here_at;
ALTER TABLE shows RENAME COLUMN max_viewers TO most_viewers;
