-- How money comes in: the banks a team is connected to, what they were asked to collect, and what was paid.

create table payment_providers (
  id uuid primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  provider text not null check (provider in ('simulated', 'pix-bacen')),
  name text not null,
  -- What may be shown, as JSON.
  settings text not null,
  -- Sealed JSON; gone once a disconnected provider has nothing left to look after.
  secrets bytea,
  is_default boolean not null,
  -- Part of the address at which the bank tells of payments.
  callback_token text not null unique,
  -- Whether the bank agreed to tell.
  callbacks boolean not null,
  -- Up to this time its received payments have been read.
  reconciled_until timestamptz not null,
  connected_at timestamptz not null,
  disconnected_at timestamptz
);
create index payment_providers_of_team on payment_providers (team_id, mode, id) where disconnected_at is null;
create unique index payment_providers_default on payment_providers (team_id, mode)
  where is_default and disconnected_at is null;

create table charges (
  id text primary key,
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  -- Null: the simulated bank that comes with the service.
  provider_id uuid references payment_providers (id),
  method text not null check (method in ('pix', 'boleto')),
  -- Who is told when it is paid.
  purpose text not null check (purpose in ('recharge')),
  reference_id text not null,
  -- Chosen by us, so that asking the bank twice makes one charge.
  txid text not null unique,
  amount_cents bigint not null check (amount_cents > 0),
  -- requested: the bank is being asked; abandoned: it was, but nobody will ever see the charge.
  status text not null check (status in ('requested', 'open', 'paid', 'abandoned')),
  pix_copy_paste text,
  boleto_barcode text,
  receiver_name text not null,
  payer_name text not null,
  -- Part of the payer's links: whoever has it may see the charge.
  link_token text not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  -- A charge that was given up has no codes, and may be paid all the same.
  check (status <> 'open' or (method = 'pix') = (pix_copy_paste is not null)),
  check (status <> 'open' or (method = 'boleto') = (boleto_barcode is not null))
) with (fillfactor = 80);
create index charges_by_reference on charges (reference_id, id);
create index charges_of_provider on charges (provider_id, expires_at)
  where provider_id is not null and status <> 'paid';

-- Each payment counts once, by the bank's own id of it.
create table charge_payments (
  charge_id text not null references charges (id),
  payment_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  paid_at timestamptz not null,
  received_at timestamptz not null,
  primary key (charge_id, payment_id)
);

-- What banks told us, each once by the bank's own id of it. Only a hint: the charge is read back.
create table payment_callbacks (
  provider_id uuid not null references payment_providers (id),
  event_id text not null,
  txid text not null,
  received_at timestamptz not null,
  primary key (provider_id, event_id)
);
create index payment_callbacks_by_age on payment_callbacks (received_at);
