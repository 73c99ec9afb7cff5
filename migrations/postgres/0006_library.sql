-- The tables of a library on PostgreSQL: those that a file has after migrations/0006_search.sql, with the same names, columns and
-- values. Ids and booleans are bigint. Texts have the collation "C": they are compared and put into small letters as in SQLite.
-- LIKE of SQLite ignores the case of letters, so ILIKE here.

-- Only a library on PostgreSQL has the first three tables. One row: the schema is the number of applied migrations, as in a file.
CREATE TABLE library_state (
	only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
	schema bigint NOT NULL
);

-- The programs that serve the library, how many transactions each has committed, and the last instant that it has used.
CREATE TABLE nodes (
	id text COLLATE "C" PRIMARY KEY,
	name text COLLATE "C" NOT NULL,
	commits bigint NOT NULL,
	last_instant text COLLATE "C" NOT NULL
);

-- What transactions have changed, in the order of their commits. Triggers write it, and each node reads what the others have changed.
CREATE TABLE changed (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	kind text COLLATE "C" NOT NULL,
	is_new bigint NOT NULL,
	record bigint NOT NULL
);

-- The table is never empty: a node that has read its last row knows what it has read.
INSERT INTO changed (kind, is_new, record) VALUES ('start', 0, 0);

CREATE TABLE roles (
	id bigint PRIMARY KEY,
	name text COLLATE "C" NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	CONSTRAINT roles_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX roles_name ON roles (name);

CREATE TABLE users (
	id bigint PRIMARY KEY,
	name text COLLATE "C" NOT NULL,
	email text COLLATE "C" NOT NULL,
	password text COLLATE "C" NOT NULL,
	role_id bigint NOT NULL REFERENCES roles,
	locked bigint DEFAULT 0 NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	CONSTRAINT users_name CHECK (length(name) BETWEEN 1 AND 255),
	CONSTRAINT users_email_length CHECK (length(email) BETWEEN 1 AND 255),
	CONSTRAINT users_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_role ON users (role_id);

CREATE TABLE tokens (
	id bigint PRIMARY KEY,
	user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
	hash text COLLATE "C" NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	last_used_at text COLLATE "C",
	name text COLLATE "C",
	read_only bigint DEFAULT 0 NOT NULL,
	expires_at text COLLATE "C",
	address text COLLATE "C",
	program text COLLATE "C",
	CONSTRAINT tokens_hash_is_sha256 CHECK (length(hash) = 64 AND hash !~ '[^0-9a-f]'),
	CONSTRAINT tokens_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z'),
	CONSTRAINT tokens_last_used_at CHECK (last_used_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX tokens_hash ON tokens (hash);
CREATE INDEX tokens_user ON tokens (user_id, id);

CREATE TABLE invitations (
	id bigint PRIMARY KEY,
	hash text COLLATE "C" NOT NULL,
	uses bigint NOT NULL,
	expires_at text COLLATE "C" NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	CONSTRAINT invitations_hash_is_sha256 CHECK (length(hash) = 64 AND hash !~ '[^0-9a-f]'),
	CONSTRAINT invitations_uses CHECK (uses >= 0),
	CONSTRAINT invitations_stamps CHECK (expires_at ILIKE '____-__-__T__:__:__.______Z' AND created_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX invitations_hash ON invitations (hash);

CREATE TABLE user_networks (
	user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
	network text COLLATE "C" NOT NULL,
	last_login_at text COLLATE "C" NOT NULL,
	PRIMARY KEY (user_id, network),
	CONSTRAINT user_networks_stamps CHECK (last_login_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE TABLE labels (
	id bigint PRIMARY KEY,
	key text COLLATE "C",
	name text COLLATE "C" NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	CONSTRAINT labels_name CHECK (length(name) BETWEEN 1 AND 100),
	CONSTRAINT labels_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX labels_key ON labels (key);

CREATE TABLE genres (
	id bigint PRIMARY KEY,
	key text COLLATE "C",
	name text COLLATE "C" NOT NULL,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	CONSTRAINT genres_name CHECK (length(name) BETWEEN 1 AND 100),
	CONSTRAINT genres_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX genres_key ON genres (key);

CREATE TABLE artists (
	id bigint PRIMARY KEY,
	key text COLLATE "C",
	name text COLLATE "C" NOT NULL,
	cover_path text COLLATE "C",
	release_date text COLLATE "C",
	label_id bigint REFERENCES labels ON DELETE SET NULL,
	duration bigint,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	CONSTRAINT artists_name CHECK (length(name) BETWEEN 1 AND 255),
	CONSTRAINT artists_cover_path CHECK (length(cover_path) BETWEEN 1 AND 255),
	CONSTRAINT artists_duration CHECK (duration BETWEEN 0 AND 2147483647),
	CONSTRAINT artists_stamps CHECK (release_date ILIKE '____-__-__T__:__:__.______Z' AND created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX artists_key ON artists (key);
CREATE INDEX artists_label ON artists (label_id);

CREATE TABLE albums (
	id bigint PRIMARY KEY,
	key text COLLATE "C",
	title text COLLATE "C" NOT NULL,
	cover_path text COLLATE "C",
	release_date text COLLATE "C",
	duration_seconds bigint,
	type text COLLATE "C" DEFAULT 'album' NOT NULL,
	label_id bigint REFERENCES labels ON DELETE SET NULL,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	CONSTRAINT albums_title CHECK (length(title) BETWEEN 1 AND 255),
	CONSTRAINT albums_cover_path CHECK (length(cover_path) BETWEEN 1 AND 255),
	CONSTRAINT albums_duration CHECK (duration_seconds BETWEEN 0 AND 2147483647),
	CONSTRAINT albums_type CHECK (type IN ('album', 'single', 'ep')),
	CONSTRAINT albums_stamps CHECK (release_date ILIKE '____-__-__T__:__:__.______Z' AND created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX albums_key ON albums (key);
CREATE INDEX albums_label ON albums (label_id);

CREATE TABLE tracks (
	id bigint PRIMARY KEY,
	key text COLLATE "C",
	title text COLLATE "C" NOT NULL,
	file_path text COLLATE "C" NOT NULL,
	duration_seconds bigint,
	album_id bigint REFERENCES albums ON DELETE SET NULL,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	CONSTRAINT tracks_title CHECK (length(title) BETWEEN 1 AND 255),
	CONSTRAINT tracks_file_path CHECK (length(file_path) BETWEEN 1 AND 255),
	CONSTRAINT tracks_duration CHECK (duration_seconds BETWEEN 0 AND 2147483647),
	CONSTRAINT tracks_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX tracks_key ON tracks (key);
CREATE INDEX tracks_album ON tracks (album_id, id);
CREATE INDEX tracks_duration_seconds ON tracks (duration_seconds NULLS FIRST, id);
CREATE INDEX tracks_created_at ON tracks (created_at NULLS FIRST, id);
CREATE INDEX tracks_updated_at ON tracks (updated_at NULLS FIRST, id);

CREATE TABLE artist_track (
	track_id bigint NOT NULL REFERENCES tracks ON DELETE CASCADE,
	artist_id bigint NOT NULL REFERENCES artists ON DELETE CASCADE,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	PRIMARY KEY (track_id, artist_id),
	CONSTRAINT artist_track_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE INDEX artist_track_artist ON artist_track (artist_id, track_id);

CREATE TABLE genre_track (
	track_id bigint NOT NULL REFERENCES tracks ON DELETE CASCADE,
	genre_id bigint NOT NULL REFERENCES genres ON DELETE CASCADE,
	created_at text COLLATE "C" NOT NULL,
	updated_at text COLLATE "C" NOT NULL,
	PRIMARY KEY (track_id, genre_id),
	CONSTRAINT genre_track_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z' AND updated_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE INDEX genre_track_genre ON genre_track (genre_id, track_id);

CREATE TABLE likes (
	id bigint PRIMARY KEY,
	user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
	track_id bigint NOT NULL REFERENCES tracks ON DELETE CASCADE,
	created_at text COLLATE "C" NOT NULL,
	CONSTRAINT likes_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE UNIQUE INDEX likes_user_track ON likes (user_id, track_id);
CREATE INDEX likes_user ON likes (user_id, id);
CREATE INDEX likes_track ON likes (track_id);

CREATE TABLE audit (
	id bigint PRIMARY KEY,
	created_at text COLLATE "C" NOT NULL,
	source text COLLATE "C" NOT NULL,
	user_id bigint,
	email text COLLATE "C",
	token_id bigint,
	address text COLLATE "C",
	action text COLLATE "C" NOT NULL,
	record text COLLATE "C",
	changes text COLLATE "C",
	counts text COLLATE "C",
	CONSTRAINT audit_stamps CHECK (created_at ILIKE '____-__-__T__:__:__.______Z')
);

CREATE TABLE folded_letters (
	letter text COLLATE "C" PRIMARY KEY,
	folded text COLLATE "C" NOT NULL
);

CREATE TABLE folded_names (
	resource text COLLATE "C" NOT NULL,
	id bigint NOT NULL,
	folded text COLLATE "C" NOT NULL,
	PRIMARY KEY (resource, id)
);

-- Nothing is sorted by name and e-mail address, which together may be too long for an index.
CREATE INDEX folded_names_order ON folded_names (resource, folded NULLS FIRST, id) WHERE resource <> 'users.name_and_email';

-- Every transaction that writes holds this lock from its first change to its end. So transactions write one after another, and rows
-- of `changed` have ids in the order of commits.
CREATE FUNCTION lock_library() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(730510118);
	RETURN NULL;
END
$$;

-- Ids: a sequence for each table. It may skip ids, and never returns one that a record has had.
CREATE FUNCTION last_id(table_name text) RETURNS bigint LANGUAGE sql AS $$
	SELECT coalesce(pg_sequence_last_value((table_name || '_id_seq')::regclass), 0)
$$;

CREATE FUNCTION set_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.id := nextval(tg_argv[0]::regclass);
	RETURN new;
END
$$;

CREATE FUNCTION keep_inserted_ids() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	highest bigint := (SELECT max(id) FROM new_rows);
BEGIN
	IF highest > coalesce(pg_sequence_last_value(tg_argv[0]::regclass), 0) THEN
		PERFORM setval(tg_argv[0]::regclass, highest);
	END IF;
	RETURN NULL;
END
$$;

CREATE FUNCTION keep_updated_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF new.id > coalesce(pg_sequence_last_value(tg_argv[0]::regclass), 0) THEN
		PERFORM setval(tg_argv[0]::regclass, new.id);
	END IF;
	RETURN NULL;
END
$$;

-- A tenth of the rows that ANALYZE reads by default tell enough.
CREATE FUNCTION analyze_table(name text) RETURNS void LANGUAGE plpgsql SET default_statistics_target = 10 AS $$
BEGIN
	EXECUTE format('ANALYZE (SKIP_LOCKED) %I', name);
END
$$;

-- PostgreSQL keeps the plans of statements and foreign keys, and a plan for a few rows reads the whole table. It is made again when the
-- table is analyzed, and autovacuum can't do so before the end of the transaction: a seed would take minutes instead of seconds.
CREATE FUNCTION analyze_grown_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (SELECT count(*) FROM new_rows) >= 100
		AND pg_relation_size(tg_relid) > (SELECT 4 * 8192 * relpages::bigint FROM pg_class WHERE oid = tg_relid)
	THEN
		PERFORM analyze_table(tg_table_name);
	END IF;
	RETURN NULL;
END
$$;

-- Creates the triggers that all tables have.
CREATE FUNCTION create_table_triggers(name text) RETURNS void LANGUAGE plpgsql AS $do$
BEGIN
	EXECUTE format($sql$
		CREATE TRIGGER lock_library BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON %1$I
			FOR EACH STATEMENT EXECUTE FUNCTION lock_library();
		CREATE TRIGGER analyze_grown_table AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
			FOR EACH STATEMENT EXECUTE FUNCTION analyze_grown_table();
	$sql$, name);
END
$do$;

-- Creates the sequence and the triggers of a table with an id.
CREATE FUNCTION create_id_triggers(name text) RETURNS void LANGUAGE plpgsql AS $do$
BEGIN
	EXECUTE format($sql$
		CREATE SEQUENCE %2$I OWNED BY %1$I.id;
		CREATE TRIGGER set_id BEFORE INSERT ON %1$I
			FOR EACH ROW WHEN (new.id IS NULL) EXECUTE FUNCTION set_id(%2$L);
		CREATE TRIGGER keep_inserted_ids AFTER INSERT ON %1$I REFERENCING NEW TABLE AS new_rows
			FOR EACH STATEMENT EXECUTE FUNCTION keep_inserted_ids(%2$L);
		CREATE TRIGGER keep_updated_id AFTER UPDATE OF id ON %1$I
			FOR EACH ROW WHEN (new.id <> old.id) EXECUTE FUNCTION keep_updated_id(%2$L);
	$sql$, name, name || '_id_seq');
END
$do$;

SELECT create_table_triggers(name) FROM unnest(ARRAY[
	'roles', 'users', 'tokens', 'invitations', 'user_networks', 'labels', 'genres', 'artists', 'albums', 'tracks',
	'artist_track', 'genre_track', 'likes', 'audit'
]) AS names (name);

SELECT create_id_triggers(name) FROM unnest(ARRAY[
	'roles', 'users', 'tokens', 'invitations', 'labels', 'genres', 'artists', 'albums', 'tracks', 'likes', 'audit'
]) AS names (name);

CREATE TRIGGER analyze_grown_table AFTER INSERT ON folded_names REFERENCING NEW TABLE AS new_rows
	FOR EACH STATEMENT EXECUTE FUNCTION analyze_grown_table();

-- The change feed: triggers of each table report what has changed. 0006_changes.sql has those of the tables that responses depend on.
-- If a transaction has more than 5,000 changes, one row says so in place of those that follow. The setting counts them: it ends with
-- the transaction, and ROLLBACK TO a savepoint brings its former value back.
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

-- The two roles that the service knows. They are data, but nothing works without them.
INSERT INTO roles (name, created_at, updated_at)
SELECT name, now, now
FROM unnest(ARRAY['admin', 'user']) AS names (name),
	to_char(statement_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"000Z"') AS now;
