-- What migrations/0011_setup_codes.sql does.
CREATE TABLE setup_codes (
	hash text COLLATE "C" PRIMARY KEY,
	expires_at text COLLATE "C" NOT NULL,
	CONSTRAINT setup_codes_hash_is_sha256 CHECK (length(hash) = 64 AND hash !~ '[^0-9a-f]'),
	CONSTRAINT setup_codes_stamps CHECK (expires_at ILIKE '____-__-__T__:__:__.______Z')
);
SELECT create_table_triggers('setup_codes');
INSERT INTO setup_codes SELECT hash, expires_at FROM invitations WHERE id < 0;
DELETE FROM invitations WHERE id < 0;

DROP TABLE user_networks;
