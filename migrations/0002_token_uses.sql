-- A column at the end of the rows as they are: no row is written anew, and none that refers to another is touched.
ALTER TABLE `tokens` ADD COLUMN `last_used_at` text CONSTRAINT "tokens_last_used_at" CHECK("last_used_at" like '____-__-__T__:__:__.______Z');
