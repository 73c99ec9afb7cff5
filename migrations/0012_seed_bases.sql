-- What seeds have left behind: of each record, what the file said and what the library had afterwards, as hashes. See seeding/base.
CREATE TABLE `seed_bases` (
	`resource` text NOT NULL,
	`block` integer NOT NULL,
	`bases` text NOT NULL,
	PRIMARY KEY(`resource`, `block`)
);
