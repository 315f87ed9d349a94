-- A code with a discount for early payment ends with it, and the mandate is offered on the same invoice again.
drop index mandates_of_invoice;
create index mandates_of_invoice on mandates (first_invoice_id, id desc);
