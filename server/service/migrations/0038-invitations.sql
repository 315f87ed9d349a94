-- Invitations are links that work once: what they need besides, and the mails whose link is put in when they are sent.

alter table one_time_links
  -- Of the mail that brings it.
  add column language text check (language in ('pt-BR', 'en')),
  add column sends integer not null default 0,
  add column sent_at timestamptz,
  add column withdrawn_at timestamptz;

-- Of an address and a team one invitation is open.
create unique index one_time_links_invitation on one_time_links (team_id, email)
  where purpose = 'invitation' and used_at is null and withdrawn_at is null;

-- The link whose token stands in it. The mail as it is stored has none: whoever reads it cannot use the link.
alter table mails add column link_id text;
