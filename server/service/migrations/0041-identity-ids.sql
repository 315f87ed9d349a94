-- Identities at providers have ids: people list their own and take one away.
alter table identities add column id text;
update identities
  set id = 'idn_0' || substr(encode(sha256(convert_to(issuer || ' ' || subject, 'UTF8')), 'hex'), 1, 25);
alter table identities alter column id set not null, add unique (id);
