// What a note or a tag is about: both have a column for each kind of thing, of which one is filled.

export type Subject =
  | { readonly column: 'booking_id'; readonly id: string }
  | { readonly column: 'client_id'; readonly id: string }

/** The columns that name it. */
export interface SubjectColumns {
  booking_id: string | null
  client_id: string | null
}

export function subjectColumns({ column, id }: Subject): SubjectColumns {
  return { booking_id: null, client_id: null, [column]: id }
}
