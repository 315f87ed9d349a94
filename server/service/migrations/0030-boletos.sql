-- Boletos of real banks: who pays them by CPF or CNPJ, what the bank itself calls them, and where it shows them.

-- CPF or CNPJ without punctuation; null until the operator has said it.
alter table teams add column tax_id text check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})$');

alter table charges add column if not exists payer_document text;
-- The bank's own id of the charge, where ours is not enough to read it back by.
alter table charges add column bank_reference text;
alter table charges add column boleto_our_number text;
alter table charges add column boleto_slip_url text;
