-- Pages that are read from an index in the order in which they are shown, and no further.

-- Of what has a tag.
create index tags_of_bookings on tags (team_id, mode, tag, booking_id) where booking_id is not null;
create index tags_of_clients on tags (team_id, mode, tag, client_id) where client_id is not null;
drop index tags_by_name;

-- Of those who leave on one day by the time of their first flight. It is the first of that name in what is stored, and
-- is looked for as text: a carrier's text that is no JSON to PostgreSQL (a zero character) must not refuse its booking.
drop index bookings_departing;
create index bookings_departing on bookings
  (team_id, mode, departure_date, substring(slices from '"departing_at":"([^"]*)"'), id) where status = 'ticketed';
