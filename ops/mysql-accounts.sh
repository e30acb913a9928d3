# The image's entrypoint sources it once, when it makes the database. The application's user gets its rights table by table.
docker_process_sql <<SQL
CREATE USER recoup_owner@'%' IDENTIFIED BY '$RECOUP_OWNER_PASSWORD';
GRANT ALL ON recoup.* TO recoup_owner@'%' WITH GRANT OPTION;
CREATE USER recoup@'%' IDENTIFIED BY '$RECOUP_PASSWORD';
SQL
