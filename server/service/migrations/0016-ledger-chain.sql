-- Every line of the ledger names the account on its other side, and is chained to the line before it by SHA-256:
-- docs/ledger.md says byte for byte how, and sdk/verify-statement.mjs checks it without asking us.

alter table wallets
  -- The hash of the last line; null while there is none.
  add column head bytea check (octet_length(head) = 32),
  -- Whether the team wants the head by mail every day.
  add column mails_proof boolean not null default false;

alter table wallet_lines
  -- bank:PROVIDER, carrier:SUPPLIER or adjustment.
  add column account text,
  -- Which form of text the hash was made of.
  add column version smallint,
  add column hash bytea check (octet_length(hash) = 32);

create function pg_temp.escaped(value text) returns text immutable language sql as $$
  select replace(replace(replace(replace(value, E'\\', E'\\\\'), E'\t', E'\\t'), E'\n', E'\\n'), E'\r', E'\\r')
$$;
create function pg_temp.chained(before bytea, genesis text, line text) returns bytea immutable language sql as $$
  select sha256(coalesce(before, sha256(convert_to(genesis, 'UTF8'))) || convert_to(line, 'UTF8'))
$$;
create aggregate pg_temp.chain(genesis text, line text) (sfunc = pg_temp.chained, stype = bytea);

-- The one change that lines ever see, by the owner of the tables, before anybody has seen their hashes.
alter table wallet_lines disable trigger wallet_lines_stay;

with named as (
  select x.*, w.team_id, w.mode, case
    when x.reference_type = 'recharge' and c.id is null then 'adjustment'
    when x.reference_type = 'recharge' then 'bank:' || coalesce(c.provider_id::text, 'simulated')
    else coalesce('carrier:' || b.supplier, 'adjustment') end as other_side
  from wallet_lines x join wallets w on w.id = x.wallet_id
  left join charges c on c.id = (select charge_id from recharges where recharges.id = x.reference_id)
  left join bookings b on b.id = x.reference_id
), linked as (
  select id, other_side, pg_temp.chain(
    E'embarque-ledger\t1\t' || team_id || E'\t' || mode,
    '1' || E'\t' || seq || E'\t' || id || E'\t'
      || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || E'\t' || type || E'\t'
      || amount_cents || E'\t' || balance_after_cents || E'\t' || other_side || E'\t' || reference_type || E'\t'
      || pg_temp.escaped(reference_id) || E'\t' || pg_temp.escaped(kind) || E'\t' || coalesce(payment_method, '')
      || E'\t' || case when simulated then 'simulated' else '' end || E'\t' || pg_temp.escaped(description)
  ) over (partition by wallet_id order by seq) as hash
  from named
)
update wallet_lines l set version = 1, account = linked.other_side, hash = linked.hash
from linked where linked.id = l.id;

update wallets w set head = l.hash from wallet_lines l where l.wallet_id = w.id and l.seq = w.lines;

alter table wallet_lines
  alter column account set not null,
  alter column version set not null,
  alter column hash set not null;
alter table wallet_lines enable trigger wallet_lines_stay;
