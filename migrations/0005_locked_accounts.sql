-- Whether an account can change itself.
ALTER TABLE `users` ADD `locked` integer DEFAULT false NOT NULL;