-- Who has set the e-mail address of an account.
ALTER TABLE `users` ADD `email_set_by` text DEFAULT 'account' NOT NULL CONSTRAINT "users_email_set_by" CHECK("email_set_by" in ('account', 'admin', 'proxy'));
--> statement-breakpoint
-- Of earlier accounts it is not known, so all but these count as set by the account. The second ones have no password: a proxy or a command has made them.
UPDATE `users` SET `email_set_by` = 'admin' WHERE `role_id` = (SELECT `id` FROM `roles` WHERE `name` = 'admin');
--> statement-breakpoint
UPDATE `users` SET `email_set_by` = 'proxy' WHERE `email_set_by` = 'account'
	AND `password` = '$argon2id$v=19$m=19456,t=2,p=1$1PUcdqX8X+DgSfVIlj93/0S/Gf4SoIs5wqLt4N0vh8w$H9MfO6pN8TCq9wKwiXszHAv/Brszwh6wI4aJE+4zsYg';
