-- Which bank a charge is of stands in the charge; which provider is the default is said for each method of payment; and
-- which banks there are, the code alone knows.

alter table payment_providers drop constraint payment_providers_provider_check;

alter table charges add column provider text;
update charges set provider = coalesce(
  (select payment_providers.provider from payment_providers where payment_providers.id = provider_id), 'simulated');
alter table charges alter column provider set not null;
-- Without a provider of the team it is the simulated bank that comes with the service.
alter table charges add check (provider_id is not null or provider = 'simulated');

create table payment_defaults (
  team_id text not null references teams (id),
  mode text not null check (mode in ('live', 'test')),
  method text not null check (method in ('pix', 'boleto')),
  provider_id uuid not null references payment_providers (id),
  primary key (team_id, mode, method)
);
create index payment_defaults_of_provider on payment_defaults (provider_id);

-- The old default for what it takes; for what it does not take, the oldest provider that does.
insert into payment_defaults (team_id, mode, method, provider_id)
  select distinct on (team_id, mode, method) team_id, mode, method, id
  from payment_providers
  join (values ('simulated', 'pix'), ('simulated', 'boleto'), ('pix-bacen', 'pix')) as takes (provider, method)
    using (provider)
  where disconnected_at is null
  order by team_id, mode, method, is_default desc, id;

drop index payment_providers_default;
alter table payment_providers drop column is_default;
