-- Free texts that an erasure leaves for the agency to read: which object and field, nothing of the text.
alter table erasures add column to_confirm jsonb not null default '[]';
