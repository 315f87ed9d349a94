-- A sign-in at a provider may be there to take an invitation up: what its token hashes to.
alter table identity_errands add column invitation_hash bytea check (octet_length(invitation_hash) = 32);
