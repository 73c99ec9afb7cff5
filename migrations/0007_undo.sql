-- What undoing a change needs beside the entries of the audit trail.
ALTER TABLE `audit` ADD `part_of` integer;--> statement-breakpoint
ALTER TABLE `audit` ADD `restore` text;
