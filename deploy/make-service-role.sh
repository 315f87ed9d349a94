#!/bin/sh
# Run once by the image of PostgreSQL, on its empty database: makes the role that the service runs as and that owns
# nothing. What it may do is granted by the service's migrations.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=password="$SERVICE_PASSWORD" <<'SQL'
create role embarque_service login password :'password';
SQL
