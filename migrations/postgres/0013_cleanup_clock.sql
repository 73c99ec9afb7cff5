-- What migrations/0013_cleanup_clock.sql adds.
CREATE TABLE cleanup_clock (
	instant text COLLATE "C" PRIMARY KEY,
	CONSTRAINT cleanup_clock_stamps CHECK (instant ILIKE '____-__-__T__:__:__.______Z')
);
SELECT create_table_triggers('cleanup_clock');
INSERT INTO cleanup_clock SELECT max(newest) FROM (
	SELECT (SELECT created_at FROM audit ORDER BY id DESC LIMIT 1) AS newest
	UNION ALL SELECT max(last_used_at) FROM tokens
	UNION ALL SELECT max(created_at) FROM roles
) AS known;
