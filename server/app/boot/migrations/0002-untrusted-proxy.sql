-- A process got forwarded headers that TRUST_PROXY does not let it trust.
alter table processes add column untrusted_proxy boolean not null default false;
