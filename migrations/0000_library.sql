CREATE TABLE `albums` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text,
	`title` text NOT NULL,
	`cover_path` text,
	`release_date` text,
	`duration_seconds` integer,
	`type` text DEFAULT 'album' NOT NULL,
	`label_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "albums_title" CHECK(length("albums"."title") between 1 and 255),
	CONSTRAINT "albums_cover_path" CHECK(length("albums"."cover_path") between 1 and 255),
	CONSTRAINT "albums_duration" CHECK("albums"."duration_seconds" between 0 and 2147483647),
	CONSTRAINT "albums_type" CHECK("albums"."type" in ('album', 'single', 'ep')),
	CONSTRAINT "albums_stamps" CHECK("albums"."release_date" like '____-__-__T__:__:__.______Z' and "albums"."created_at" like '____-__-__T__:__:__.______Z' and "albums"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `albums_key` ON `albums` (`key`);--> statement-breakpoint
CREATE INDEX `albums_label` ON `albums` (`label_id`);--> statement-breakpoint
CREATE TABLE `artist_track` (
	`track_id` integer NOT NULL,
	`artist_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`track_id`, `artist_id`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`artist_id`) REFERENCES `artists`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "artist_track_stamps" CHECK("artist_track"."created_at" like '____-__-__T__:__:__.______Z' and "artist_track"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE INDEX `artist_track_artist` ON `artist_track` (`artist_id`);--> statement-breakpoint
CREATE TABLE `artists` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text,
	`name` text NOT NULL,
	`cover_path` text,
	`release_date` text,
	`label_id` integer,
	`duration` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`label_id`) REFERENCES `labels`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "artists_name" CHECK(length("artists"."name") between 1 and 255),
	CONSTRAINT "artists_cover_path" CHECK(length("artists"."cover_path") between 1 and 255),
	CONSTRAINT "artists_duration" CHECK("artists"."duration" between 0 and 2147483647),
	CONSTRAINT "artists_stamps" CHECK("artists"."release_date" like '____-__-__T__:__:__.______Z' and "artists"."created_at" like '____-__-__T__:__:__.______Z' and "artists"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `artists_key` ON `artists` (`key`);--> statement-breakpoint
CREATE INDEX `artists_label` ON `artists` (`label_id`);--> statement-breakpoint
CREATE TABLE `genre_track` (
	`track_id` integer NOT NULL,
	`genre_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`track_id`, `genre_id`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`genre_id`) REFERENCES `genres`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "genre_track_stamps" CHECK("genre_track"."created_at" like '____-__-__T__:__:__.______Z' and "genre_track"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE INDEX `genre_track_genre` ON `genre_track` (`genre_id`);--> statement-breakpoint
CREATE TABLE `genres` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "genres_name" CHECK(length("genres"."name") between 1 and 100),
	CONSTRAINT "genres_stamps" CHECK("genres"."created_at" like '____-__-__T__:__:__.______Z' and "genres"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `genres_key` ON `genres` (`key`);--> statement-breakpoint
CREATE TABLE `labels` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "labels_name" CHECK(length("labels"."name") between 1 and 100),
	CONSTRAINT "labels_stamps" CHECK("labels"."created_at" like '____-__-__T__:__:__.______Z' and "labels"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `labels_key` ON `labels` (`key`);--> statement-breakpoint
CREATE TABLE `likes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`track_id` integer NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "likes_stamps" CHECK("likes"."created_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `likes_user_track` ON `likes` (`user_id`,`track_id`);--> statement-breakpoint
CREATE INDEX `likes_track` ON `likes` (`track_id`);--> statement-breakpoint
CREATE TABLE `roles` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	CONSTRAINT "roles_stamps" CHECK("roles"."created_at" like '____-__-__T__:__:__.______Z' and "roles"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `roles_name` ON `roles` (`name`);--> statement-breakpoint
CREATE TABLE `tokens` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`hash` text NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "tokens_hash_is_sha256" CHECK(length("tokens"."hash") = 64 and "tokens"."hash" not glob '*[^0-9a-f]*'),
	CONSTRAINT "tokens_stamps" CHECK("tokens"."created_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tokens_hash` ON `tokens` (`hash`);--> statement-breakpoint
CREATE INDEX `tokens_user` ON `tokens` (`user_id`);--> statement-breakpoint
CREATE TABLE `tracks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text,
	`title` text NOT NULL,
	`file_path` text NOT NULL,
	`duration_seconds` integer,
	`album_id` integer,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`album_id`) REFERENCES `albums`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "tracks_title" CHECK(length("tracks"."title") between 1 and 255),
	CONSTRAINT "tracks_file_path" CHECK(length("tracks"."file_path") between 1 and 255),
	CONSTRAINT "tracks_duration" CHECK("tracks"."duration_seconds" between 0 and 2147483647),
	CONSTRAINT "tracks_stamps" CHECK("tracks"."created_at" like '____-__-__T__:__:__.______Z' and "tracks"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_key` ON `tracks` (`key`);--> statement-breakpoint
CREATE INDEX `tracks_album` ON `tracks` (`album_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`password` text NOT NULL,
	`role_id` integer NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	FOREIGN KEY (`role_id`) REFERENCES `roles`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "users_name" CHECK(length("users"."name") between 1 and 255),
	CONSTRAINT "users_email_length" CHECK(length("users"."email") between 1 and 255),
	CONSTRAINT "users_stamps" CHECK("users"."created_at" like '____-__-__T__:__:__.______Z' and "users"."updated_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (lower("email"));--> statement-breakpoint
CREATE INDEX `users_role` ON `users` (`role_id`);