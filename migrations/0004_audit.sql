-- The audit trail, invitations, the networks that accounts log in from, and the life and clients of tokens.
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY NOT NULL,
	`created_at` text NOT NULL,
	`source` text NOT NULL,
	`user_id` integer,
	`email` text,
	`token_id` integer,
	`address` text,
	`action` text NOT NULL,
	`record` text,
	`changes` text,
	`counts` text,
	CONSTRAINT "audit_stamps" CHECK("audit"."created_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`hash` text NOT NULL,
	`uses` integer NOT NULL,
	`expires_at` text NOT NULL,
	`created_at` text NOT NULL,
	CONSTRAINT "invitations_hash_is_sha256" CHECK(length("invitations"."hash") = 64 and "invitations"."hash" not glob '*[^0-9a-f]*'),
	CONSTRAINT "invitations_uses" CHECK("invitations"."uses" >= 0),
	CONSTRAINT "invitations_stamps" CHECK("invitations"."expires_at" like '____-__-__T__:__:__.______Z' and "invitations"."created_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_hash` ON `invitations` (`hash`);--> statement-breakpoint
CREATE TABLE `user_networks` (
	`user_id` integer NOT NULL,
	`network` text NOT NULL,
	`last_login_at` text NOT NULL,
	PRIMARY KEY(`user_id`, `network`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "user_networks_stamps" CHECK("user_networks"."last_login_at" like '____-__-__T__:__:__.______Z')
);
--> statement-breakpoint
ALTER TABLE `tokens` ADD `name` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `read_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tokens` ADD `expires_at` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `address` text;--> statement-breakpoint
ALTER TABLE `tokens` ADD `program` text;