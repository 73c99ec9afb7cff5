-- The codes of the first admin. On PostgreSQL they were invitations with negative ids, and so they are in backups of such a library.
CREATE TABLE `setup_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`expires_at` text NOT NULL,
	CONSTRAINT "setup_codes_hash_is_sha256" CHECK(length("setup_codes"."hash") = 64 and "setup_codes"."hash" not glob '*[^0-9a-f]*'),
	CONSTRAINT "setup_codes_stamps" CHECK("setup_codes"."expires_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
INSERT INTO `setup_codes` SELECT `hash`, `expires_at` FROM `invitations` WHERE `id` < 0;
--> statement-breakpoint
DELETE FROM `invitations` WHERE `id` < 0;
--> statement-breakpoint
-- The networks of log-ins are not recorded any more: the audit trail has the address of each log-in.
DROP TABLE `user_networks`;
