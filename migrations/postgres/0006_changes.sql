-- The triggers of the change feed. `bun run change-triggers` prints them.

CREATE OR REPLACE FUNCTION report_changes_of_roles() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON roles REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON roles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON roles REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON roles
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_roles();

CREATE OR REPLACE FUNCTION report_changes_of_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON tokens REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON tokens REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON tokens REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON tokens
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tokens();

CREATE OR REPLACE FUNCTION report_changes_of_users() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON users REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON users
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_users();

CREATE OR REPLACE FUNCTION report_changes_of_albums() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON albums REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON albums REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON albums REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON albums
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_albums();

CREATE OR REPLACE FUNCTION report_changes_of_artist_track() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON artist_track REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON artist_track REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON artist_track REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON artist_track
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artist_track();

CREATE OR REPLACE FUNCTION report_changes_of_artists() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON artists REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON artists REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON artists REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON artists
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_artists();

CREATE OR REPLACE FUNCTION report_changes_of_genre_track() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON genre_track REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON genre_track REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON genre_track REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON genre_track
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genre_track();

CREATE OR REPLACE FUNCTION report_changes_of_genres() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON genres REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON genres REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON genres REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON genres
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_genres();

CREATE OR REPLACE FUNCTION report_changes_of_labels() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON labels REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON labels REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON labels REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON labels
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_labels();

CREATE OR REPLACE FUNCTION report_changes_of_tracks() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON tracks REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON tracks REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON tracks REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON tracks
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_tracks();

CREATE OR REPLACE FUNCTION report_changes_of_likes() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE OR REPLACE TRIGGER report_insert AFTER INSERT ON likes REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
CREATE OR REPLACE TRIGGER report_update AFTER UPDATE ON likes REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
CREATE OR REPLACE TRIGGER report_delete AFTER DELETE ON likes REFERENCING OLD TABLE AS old_rows
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
CREATE OR REPLACE TRIGGER report_truncate AFTER TRUNCATE ON likes
	FOR EACH STATEMENT EXECUTE FUNCTION report_changes_of_likes();
