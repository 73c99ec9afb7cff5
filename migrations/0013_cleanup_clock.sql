-- The instant by which what has ended was deleted. It begins at the newest one that the library knows: by it, earlier versions have deleted already.
CREATE TABLE `cleanup_clock` (
	`instant` text PRIMARY KEY NOT NULL,
	CONSTRAINT "cleanup_clock_stamps" CHECK("cleanup_clock"."instant" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
INSERT INTO `cleanup_clock` SELECT max(`newest`) FROM (
	SELECT (SELECT `created_at` FROM `audit` ORDER BY `id` DESC LIMIT 1) AS `newest`
	UNION ALL SELECT max(`last_used_at`) FROM `tokens`
	UNION ALL SELECT max(`created_at`) FROM `roles`
);
