-- When a person, their role or a payment provider changed last.
alter table people add column updated_at timestamptz;
update people set updated_at = created_at;
alter table people alter column updated_at set not null;

alter table memberships add column updated_at timestamptz;
update memberships set updated_at = created_at;
alter table memberships alter column updated_at set not null;

alter table payment_providers add column updated_at timestamptz;
update payment_providers set updated_at = connected_at;
alter table payment_providers alter column updated_at set not null;
