-- The change feed: triggers insert into the table `changed` what each transaction has changed. `bun run change-triggers` writes this file.

-- Reports changes of one kind. If there are more than 5,000 in a transaction, one row says so in place of those that follow. The setting
-- counts them: it ends with the transaction, and ROLLBACK TO a savepoint brings its former value back.
CREATE FUNCTION report_changes(of_kind text, are_new bigint, ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	maximum CONSTANT bigint := 5000;
	records CONSTANT bigint[] := array_remove(ids, NULL);
	reported bigint := coalesce(nullif(current_setting('music_library.reported_changes', true), ''), '0');
BEGIN
	IF records IS NULL OR records = '{}' OR reported > maximum THEN
		RETURN;
	END IF;
	reported := reported + cardinality(records);
	IF reported > maximum THEN
		INSERT INTO changed (kind, is_new, record) VALUES ('untracked', 0, 0);
	ELSE
		INSERT INTO changed (kind, is_new, record) SELECT of_kind, are_new, record FROM unnest(records) AS record;
	END IF;
	PERFORM set_config('music_library.reported_changes', reported::text, true);
END
$$;

CREATE FUNCTION report_changes_of_roles() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('roles', 0, array_agg(DISTINCT id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('roles', 0, array_agg(DISTINCT id)) FROM (SELECT id FROM new_rows UNION SELECT id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('roles', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON roles REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();
CREATE TRIGGER report_update AFTER UPDATE ON roles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();
CREATE TRIGGER report_delete AFTER DELETE ON roles REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON roles
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();

CREATE FUNCTION report_changes_of_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('tokens', 0, array_agg(DISTINCT id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('tokens', 0, array_agg(DISTINCT id)) FROM ((SELECT id, user_id, hash, read_only, expires_at FROM new_rows EXCEPT SELECT id, user_id, hash, read_only, expires_at FROM old_rows) UNION ALL (SELECT id, user_id, hash, read_only, expires_at FROM old_rows EXCEPT SELECT id, user_id, hash, read_only, expires_at FROM new_rows)) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('tokens', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON tokens REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();
CREATE TRIGGER report_update AFTER UPDATE ON tokens REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();
CREATE TRIGGER report_delete AFTER DELETE ON tokens REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON tokens
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();

CREATE FUNCTION report_changes_of_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('users', 0, array_agg(DISTINCT id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('users', 0, array_agg(DISTINCT id)) FROM (SELECT id FROM new_rows UNION SELECT id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('users', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();
CREATE TRIGGER report_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();
CREATE TRIGGER report_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON users
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();

CREATE FUNCTION report_changes_of_albums() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('albums', 1, array_agg(DISTINCT id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('albums', 0, array_agg(DISTINCT id)) FROM (SELECT id FROM new_rows UNION SELECT id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('albums', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON albums REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();
CREATE TRIGGER report_update AFTER UPDATE ON albums REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();
CREATE TRIGGER report_delete AFTER DELETE ON albums REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON albums
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();

CREATE FUNCTION report_changes_of_artist_track() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT track_id)) FROM new_rows;
		PERFORM report_changes('artists.children', 0, array_agg(DISTINCT artist_id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT track_id)) FROM (SELECT track_id FROM new_rows UNION SELECT track_id FROM old_rows) AS rows;
		PERFORM report_changes('artists.children', 0, array_agg(DISTINCT artist_id)) FROM (SELECT track_id, artist_id FROM new_rows EXCEPT SELECT track_id, artist_id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT track_id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON artist_track REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();
CREATE TRIGGER report_update AFTER UPDATE ON artist_track REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();
CREATE TRIGGER report_delete AFTER DELETE ON artist_track REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON artist_track
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();

CREATE FUNCTION report_changes_of_artists() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('artists', 1, array_agg(DISTINCT id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('artists', 0, array_agg(DISTINCT id)) FROM (SELECT id FROM new_rows UNION SELECT id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('artists', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();
CREATE TRIGGER report_update AFTER UPDATE ON artists REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();
CREATE TRIGGER report_delete AFTER DELETE ON artists REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON artists
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();

CREATE FUNCTION report_changes_of_genre_track() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT track_id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT track_id)) FROM (SELECT track_id FROM new_rows UNION SELECT track_id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT track_id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON genre_track REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();
CREATE TRIGGER report_update AFTER UPDATE ON genre_track REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();
CREATE TRIGGER report_delete AFTER DELETE ON genre_track REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON genre_track
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();

CREATE FUNCTION report_changes_of_genres() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('genres', 1, array_agg(DISTINCT id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('genres', 0, array_agg(DISTINCT id)) FROM (SELECT id FROM new_rows UNION SELECT id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('genres', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON genres REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();
CREATE TRIGGER report_update AFTER UPDATE ON genres REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();
CREATE TRIGGER report_delete AFTER DELETE ON genres REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON genres
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();

CREATE FUNCTION report_changes_of_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('labels', 1, array_agg(DISTINCT id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('labels', 0, array_agg(DISTINCT id)) FROM (SELECT id FROM new_rows UNION SELECT id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('labels', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON labels REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();
CREATE TRIGGER report_update AFTER UPDATE ON labels REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();
CREATE TRIGGER report_delete AFTER DELETE ON labels REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON labels
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();

CREATE FUNCTION report_changes_of_tracks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('tracks', 1, array_agg(DISTINCT id)) FROM new_rows;
		PERFORM report_changes('albums.children', 0, array_agg(DISTINCT album_id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT id)) FROM (SELECT id FROM new_rows UNION SELECT id FROM old_rows) AS rows;
		PERFORM report_changes('albums.children', 0, array_agg(DISTINCT album_id)) FROM (SELECT id, album_id FROM new_rows EXCEPT SELECT id, album_id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('tracks', 0, array_agg(DISTINCT id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON tracks REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();
CREATE TRIGGER report_update AFTER UPDATE ON tracks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();
CREATE TRIGGER report_delete AFTER DELETE ON tracks REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON tracks
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();

CREATE FUNCTION report_changes_of_likes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' THEN
		PERFORM report_changes('likes', 0, array_agg(DISTINCT user_id)) FROM new_rows;
	ELSIF tg_op = 'UPDATE' THEN
		PERFORM report_changes('likes', 0, array_agg(DISTINCT user_id)) FROM (SELECT user_id FROM new_rows UNION SELECT user_id FROM old_rows) AS rows;
	ELSIF tg_op = 'DELETE' THEN
		PERFORM report_changes('likes', 0, array_agg(DISTINCT user_id)) FROM old_rows;
	ELSE
		PERFORM report_changes('untracked', 0, ARRAY[0]::bigint[]);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER report_insert AFTER INSERT ON likes REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
CREATE TRIGGER report_update AFTER UPDATE ON likes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
CREATE TRIGGER report_delete AFTER DELETE ON likes REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
CREATE TRIGGER report_truncate AFTER TRUNCATE ON likes
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
