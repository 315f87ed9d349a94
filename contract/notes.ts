// Notes and tags that an agency keeps on its bookings and clients, for itself alone.
import Type from 'typebox'
import { Booking } from './bookings.ts'
import { Client } from './clients.ts'
import { Timestamp } from './common.ts'

/** Who can write one. */
const AUTHOR_TYPES = ['key', 'person'] as const
export type AuthorType = (typeof AUTHOR_TYPES)[number]

export const Note = Type.Object({
  id: Type.String({ description: 'Note id (note_)' }),
  text: Type.String(),
  author: Type.Object({
    type: Type.Enum([...AUTHOR_TYPES]),
    id: Type.String(),
    name: Type.String({ description: 'As it was called then' }),
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Note = Type.Static<typeof Note>

export const NoteInput = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 5_000, pattern: '\\S', examples: ['Prefere janela.'] }),
})
export type NoteInput = Type.Static<typeof NoteInput>

export const DeletedNote = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })

/** Of one booking or client. */
export const NOTES_MAX = 500
export const TAGS_MAX = 20
export const TAG_CHARACTERS_MAX = 40

const TagList = Type.Array(Type.String(), { description: 'In the order of the alphabet' })

export const Tags = Type.Object({ tags: TagList })
export type Tags = Type.Static<typeof Tags>

export const TagsInput = Type.Object({
  tags: Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: 200,
    description:
      `All that it shall have: at most ${TAGS_MAX}, of at most ${TAG_CHARACTERS_MAX} characters each. Case, spaces ` +
      'to spare and repetitions do not matter',
    examples: [['vip', 'lua de mel']],
  }),
})

/** Each whole, as it is read by itself. */
export const BookingDetail = Type.Intersect([Booking, Tags])
export type BookingDetail = Type.Static<typeof BookingDetail>
export const ClientDetail = Type.Intersect([Client, Tags])
export type ClientDetail = Type.Static<typeof ClientDetail>
