-- The two roles that the service knows. They are data, but nothing works without them.
INSERT INTO `roles` (`name`, `created_at`, `updated_at`)
SELECT `name`, `now`, `now`
FROM (SELECT 'admin' AS `name` UNION ALL SELECT 'user'), (SELECT strftime('%Y-%m-%dT%H:%M:%f000Z') AS `now`);
