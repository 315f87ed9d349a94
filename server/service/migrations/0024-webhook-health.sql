-- What a webhook shows of how its receiver does: since when it fails, and why and when it was switched off.

-- When the first of the failures in a row was; null while there is none.
alter table webhooks add column failing_since timestamptz;
alter table webhooks add column last_success_at timestamptz;
-- Why the last attempt failed; null once one succeeded.
alter table webhooks add column last_error text;
alter table webhooks add column disabled_at timestamptz;
alter table webhooks add column disabled_reason text check (disabled_reason in ('failures', 'request'));

-- Those that are off already: when exactly was not written down, but nothing was sent to them since.
update webhooks set disabled_at = coalesce(last_triggered_at, updated_at),
  disabled_reason = case when deactivated_by is null then 'request' else 'failures' end
where not active;
alter table webhooks add check ((disabled_at is null) = (disabled_reason is null));
