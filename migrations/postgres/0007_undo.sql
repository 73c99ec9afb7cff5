-- What migrations/0007_undo.sql adds.
ALTER TABLE audit ADD COLUMN part_of bigint, ADD COLUMN restore text COLLATE "C";

-- Words are looked up in memory, so nothing reads the index of the words of names.
DROP INDEX folded_names_words;
DROP FUNCTION words_query(text);
DROP FUNCTION words_of(text);
