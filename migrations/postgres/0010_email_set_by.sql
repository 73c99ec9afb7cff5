-- What migrations/0010_email_set_by.sql does.
ALTER TABLE users ADD COLUMN email_set_by text COLLATE "C" DEFAULT 'account' NOT NULL
	CONSTRAINT users_email_set_by CHECK (email_set_by IN ('account', 'admin', 'proxy'));

UPDATE users SET email_set_by = 'admin' WHERE role_id = (SELECT id FROM roles WHERE name = 'admin');
UPDATE users SET email_set_by = 'proxy' WHERE email_set_by = 'account'
	AND password = '$argon2id$v=19$m=19456,t=2,p=1$1PUcdqX8X+DgSfVIlj93/0S/Gf4SoIs5wqLt4N0vh8w$H9MfO6pN8TCq9wKwiXszHAv/Brszwh6wI4aJE+4zsYg';
