-- What migrations/0007_undo.sql adds.
ALTER TABLE audit ADD COLUMN part_of bigint, ADD COLUMN restore text COLLATE "C";
