-- A charge says itself whether it can be paid; until now one had to ask what it was made for.

alter table charges drop constraint charges_status_check;
-- requested: the bank is being asked. open: it can be paid. withdrawn: nobody is to pay it any more. expired: its time
-- is over. abandoned: the bank was asked in vain, and nobody will ever see it. Whatever it is, money that comes for it
-- all the same makes it paid.
alter table charges add constraint charges_status_check
  check (status in ('requested', 'open', 'paid', 'withdrawn', 'expired', 'abandoned'));

update charges set status = case recharges.status when 'expired' then 'expired' else 'withdrawn' end
  from recharges
  where recharges.charge_id = charges.id and charges.status = 'open'
    and recharges.status in ('expired', 'cancelled', 'failed');

-- What an invoice does not point to any more was replaced, withdrawn, or ended; which of them was not written down.
update charges set status = 'withdrawn'
  where purpose = 'invoice' and status in ('requested', 'open')
    and not exists (select from invoices where invoices.charge_id = charges.id);
