-- What happens to likes, for those who follow changes. The log has the order of the audit trail.
CREATE TABLE `like_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`audit_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`track_id` integer NOT NULL,
	`liked` integer NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "like_changes_stamps" CHECK("like_changes"."created_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE TRIGGER `likes_insert_logged` AFTER INSERT ON `likes` BEGIN
	INSERT INTO `like_changes` (audit_id, user_id, track_id, liked, created_at) VALUES (coalesce((SELECT max(id) FROM `audit`), 0), new.user_id, new.track_id, 1, new.created_at);
END;
--> statement-breakpoint
CREATE TRIGGER `likes_update_logged` AFTER UPDATE OF `track_id` ON `likes` WHEN new.track_id <> old.track_id BEGIN
	INSERT INTO `like_changes` (audit_id, user_id, track_id, liked, created_at) VALUES (coalesce((SELECT max(id) FROM `audit`), 0), old.user_id, old.track_id, 0, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now')), (coalesce((SELECT max(id) FROM `audit`), 0), new.user_id, new.track_id, 1, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'));
END;
--> statement-breakpoint
-- A like that ends with its track or its account is not logged: those who follow changes see the deletion of the track.
CREATE TRIGGER `likes_delete_logged` AFTER DELETE ON `likes`
WHEN EXISTS (SELECT 1 FROM `tracks` WHERE id = old.track_id) AND EXISTS (SELECT 1 FROM `users` WHERE id = old.user_id) BEGIN
	INSERT INTO `like_changes` (audit_id, user_id, track_id, liked, created_at) VALUES (coalesce((SELECT max(id) FROM `audit`), 0), old.user_id, old.track_id, 0, strftime('%Y-%m-%dT%H:%M:%f000Z', 'now'));
END;
