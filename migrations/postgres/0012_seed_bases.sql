-- What migrations/0012_seed_bases.sql adds.
CREATE TABLE seed_bases (
	resource text COLLATE "C" NOT NULL,
	block bigint NOT NULL,
	bases text COLLATE "C" NOT NULL,
	PRIMARY KEY (resource, block)
);
SELECT create_table_triggers('seed_bases');
