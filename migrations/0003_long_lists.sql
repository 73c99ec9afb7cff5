-- Indexes by which the tracks of an artist and the likes of a user are read in their order, part by part.
DROP INDEX `artist_track_artist`;--> statement-breakpoint
CREATE INDEX `artist_track_artist` ON `artist_track` (`artist_id`,`track_id`);--> statement-breakpoint
CREATE INDEX `likes_user` ON `likes` (`user_id`);
