-- What goes back to a payer takes what came for being late with it, first: such a row has a negative part.
alter table invoice_payments
  drop constraint invoice_payments_late_cents_check,
  add constraint invoice_payments_late_cents_check check (late_cents = 0 or sign(late_cents) = sign(amount_cents));
