-- A new library had roles that were updated before they were created. The id of the library follows from `created_at`, which stays.
UPDATE `roles` SET `updated_at` = `created_at` WHERE `updated_at` < `created_at`;
