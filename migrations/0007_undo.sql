-- What undoing a change needs beside the entries of the audit trail.
ALTER TABLE `audit` ADD `part_of` integer;--> statement-breakpoint
ALTER TABLE `audit` ADD `restore` text;
--> statement-breakpoint
-- Words are looked up in memory, so nothing reads the index of the words of titles.
DROP TRIGGER `names_to_fold_insert`;
--> statement-breakpoint
DROP TRIGGER `tracks_update_folded`;
--> statement-breakpoint
DROP TRIGGER `tracks_delete_folded`;
--> statement-breakpoint
DROP TABLE `track_words`;
--> statement-breakpoint
-- As before, but for the words.
CREATE TRIGGER `names_to_fold_insert` INSTEAD OF INSERT ON `names_to_fold` BEGIN
	DELETE FROM `folded_names` WHERE resource = new.resource AND id = new.id;
	-- The three calls of replace() turn several spaces into one. A name of nothing but punctuation stays as it is.
	INSERT INTO `folded_names` (resource, id, folded) VALUES (new.resource, new.id, coalesce(nullif(trim(replace(replace(replace(
		CASE WHEN new.name NOT GLOB '*[^a-zA-Z0-9 ]*' THEN lower(new.name) ELSE (
			WITH RECURSIVE folding (position, result) AS (
				SELECT 0, ''
				UNION ALL
				SELECT position + 1, result || coalesce(
					(SELECT folded FROM folded_letters WHERE letter = substr(new.name, position + 1, 1)),
					lower(substr(new.name, position + 1, 1)))
				FROM folding WHERE position < length(new.name)
			)
			SELECT result FROM folding WHERE position = length(new.name)
		) END,
		' ', ' ' || char(1)), char(1) || ' ', ''), char(1), '')), ''), new.name));
END;
--> statement-breakpoint
CREATE TRIGGER `tracks_update_folded` AFTER UPDATE OF `id`, `title` ON `tracks`
WHEN new.id <> old.id OR new.title IS NOT old.title BEGIN
	DELETE FROM `folded_names` WHERE resource = 'tracks' AND id = old.id;
	INSERT INTO `names_to_fold` VALUES ('tracks', new.id, new.title);
END;
--> statement-breakpoint
CREATE TRIGGER `tracks_delete_folded` AFTER DELETE ON `tracks` BEGIN
	DELETE FROM `folded_names` WHERE resource = 'tracks' AND id = old.id;
END;
