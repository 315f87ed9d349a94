-- What a messaging app tells of messages that it took: that they arrived, were read, or did not arrive after all. It
-- may tell before we have noted that it took the message, twice, and in any order. Its id of a message often contains
-- the receiver's number, so only a hash of it is kept.
create table message_receipts (
  message_hash bytea primary key,
  delivered_at timestamptz,
  read_at timestamptz,
  failed_at timestamptz,
  error text check ((error is null) = (failed_at is null)),
  created_at timestamptz not null
);
create index message_receipts_by_age on message_receipts (created_at);
