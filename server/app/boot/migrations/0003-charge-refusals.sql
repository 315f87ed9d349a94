-- Why the bank made no charge: payer: it does not accept the payer's CPF or CNPJ; bank: it refused for another reason.
-- Null while it has not refused.
alter table charges add column refusal text check (refusal in ('payer', 'bank'));
