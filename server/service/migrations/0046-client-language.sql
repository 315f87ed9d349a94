-- In which language a client is written to; null is the language of the agency.
alter table clients add column language text check (language in ('pt-BR', 'en'));
