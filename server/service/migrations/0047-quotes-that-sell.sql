-- Quotes have numbers, options to choose from, and say who answered them and why.
alter table quotes
  add column number_year integer,
  add column number_sequence integer,
  -- Each with its items, their sums and its trip; empty where there is nothing to choose.
  add column options json not null default '[]',
  add column chosen_option_id uuid,
  add column responded_by text,
  add column decline_reason text,
  add unique (team_id, mode, number_year, number_sequence),
  add check ((number_year is null) = (number_sequence is null));

-- The last number given out in a year.
create table quote_numbers (
  like invoice_numbers including all,
  foreign key (team_id) references teams (id)
) with (fillfactor = 50);

update quotes set number_year = numbered.year, number_sequence = numbered.sequence
from (
  select id, extract(year from issue_date)::integer as year,
    row_number() over (partition by team_id, mode, extract(year from issue_date) order by created_at, id) as sequence
  from quotes where status <> 'draft'
) as numbered
where quotes.id = numbered.id;

insert into quote_numbers (team_id, mode, year, last)
select team_id, mode, number_year, max(number_sequence) from quotes
where number_year is not null group by team_id, mode, number_year;
