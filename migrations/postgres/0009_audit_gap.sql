-- What migrations/0009_audit_gap.sql removes and adds.
DROP TRIGGER log_insert ON likes;
DROP TRIGGER log_update ON likes;
DROP TRIGGER log_delete ON likes;
DROP FUNCTION log_likes();
DROP TABLE like_changes;

CREATE TABLE audit_gap (
	id bigint PRIMARY KEY,
	entry_id bigint NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	CONSTRAINT audit_gap_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z')
);
SELECT create_table_triggers('audit_gap');
SELECT create_id_triggers('audit_gap');
INSERT INTO audit_gap VALUES (1, -1, '1970-01-01T00:00:00.000000Z');
