-- The audit log tells of what an agency keeps for itself too: clients, quotes, drafts, notes.
alter table audit_entries drop constraint audit_entries_topic_check;
alter table audit_entries add check (topic in ('money', 'access', 'settings', 'records')) not valid;
