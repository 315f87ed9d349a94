-- What a webhook is for, and headers that its receiver wants. Values of headers may be credentials, so they are
-- encrypted; their names are not.
alter table webhooks
  add column description text,
  add column headers bytea,
  add column header_names text[] not null default '{}';
