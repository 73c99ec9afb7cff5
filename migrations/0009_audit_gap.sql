-- Likes are not logged any more: those who follow changes read them again.
DROP TRIGGER `likes_insert_logged`;
--> statement-breakpoint
DROP TRIGGER `likes_update_logged`;
--> statement-breakpoint
DROP TRIGGER `likes_delete_logged`;
--> statement-breakpoint
DROP TABLE `like_changes`;
--> statement-breakpoint
-- The last deletion that the audit trail has no entry of. A full library may have no room for a row, so the only one is updated.
CREATE TABLE `audit_gap` (
	`id` integer PRIMARY KEY NOT NULL,
	`entry_id` integer NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "audit_gap_stamps" CHECK("audit_gap"."created_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
INSERT INTO `audit_gap` VALUES (1, -1, '1970-01-01T00:00:00.000000Z');
