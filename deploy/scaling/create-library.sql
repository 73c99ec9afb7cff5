-- For compose.yaml: the image of PostgreSQL runs it as the superuser when its volume is empty.
\set ON_ERROR_STOP on
\set password `cat /run/secrets/library-password`
CREATE ROLE music_library LOGIN PASSWORD :'password';
CREATE DATABASE music_library OWNER music_library ENCODING 'UTF8' TEMPLATE template0;
REVOKE CONNECT, TEMPORARY ON DATABASE music_library FROM PUBLIC;
