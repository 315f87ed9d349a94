-- The line whose debit emitted wallet.low_balance; null again once the balance is 500.00 or more.
alter table wallets add column low_balance_line bigint;
