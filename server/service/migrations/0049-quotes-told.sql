-- What the client of a quote was last told of, so that the same is not told twice; none once it was answered.
alter table quotes add column told_version text;
