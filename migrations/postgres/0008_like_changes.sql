-- What migrations/0008_like_changes.sql adds.
CREATE TABLE like_changes (
	id bigint PRIMARY KEY,
	audit_id bigint NOT NULL,
	user_id bigint NOT NULL,
	track_id bigint NOT NULL,
	liked bigint NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	CONSTRAINT like_changes_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z')
);

SELECT create_table_triggers('like_changes');
SELECT create_id_triggers('like_changes');

CREATE FUNCTION log_likes() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	entry CONSTANT bigint := coalesce((SELECT max(id) FROM audit), 0);
	now CONSTANT text := to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
BEGIN
	-- A like that ends with its track or its account is not logged: those who follow changes see the deletion of the track.
	IF tg_op = 'DELETE' THEN
		INSERT INTO like_changes (audit_id, user_id, track_id, liked, created_at)
		SELECT entry, user_id, track_id, 0, now FROM old_rows
		WHERE EXISTS (SELECT 1 FROM tracks WHERE tracks.id = track_id) AND EXISTS (SELECT 1 FROM users WHERE users.id = user_id)
		ORDER BY id;
	ELSIF tg_op = 'INSERT' THEN
		INSERT INTO like_changes (audit_id, user_id, track_id, liked, created_at)
		SELECT entry, user_id, track_id, 1, created_at FROM new_rows ORDER BY id;
	ELSE
		INSERT INTO like_changes (audit_id, user_id, track_id, liked, created_at)
		SELECT entry, changed.user_id, changed.track_id, liked, now
		FROM old_rows JOIN new_rows ON new_rows.id = old_rows.id AND new_rows.track_id <> old_rows.track_id,
			LATERAL (VALUES (0, old_rows.user_id, old_rows.track_id), (1, new_rows.user_id, new_rows.track_id))
				AS changed (liked, user_id, track_id)
		ORDER BY old_rows.id, liked;
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER log_insert AFTER INSERT ON likes REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION log_likes();
CREATE TRIGGER log_update AFTER UPDATE ON likes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION log_likes();
CREATE TRIGGER log_delete AFTER DELETE ON likes REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION log_likes();
