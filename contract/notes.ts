// Notes and tags that an agency keeps on its bookings, clients and trips, for itself only.
import Type from 'typebox'
import { ChangedQuery, Timestamp } from './common.ts'
import type { Operations } from './operation.ts'
import { readOf } from './resource-operations.ts'
import { bookings, clients, trips } from './resources.ts'
import { data, list } from './responses.ts'

/** Types of authors. */
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

/** Per booking, client or trip. */
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

// The tag filter of lists.

export const TagFilter = Type.Optional(
  Type.String({ maxLength: 200, description: 'Only those with this tag' }),
)

// Operations on notes and tags, the same for bookings, clients and trips.

type About = typeof bookings | typeof clients | typeof trips

const NOTE = { body: NoteInput, response: data(Note) } as const
const OTHERS = "One's own; those of others need `team.manage`."

const listNotes = <const A extends About>(about: A) =>
  readOf(about, 'notes', {
    summary: 'List its notes',
    description: 'Newest first. They are for the agency alone, and are stored encrypted.',
    query: ChangedQuery,
    response: list(Note),
  })

/** Notes and tags at an address below their object. */
const writtenAbout = <const A extends About>({ path, tag, params, notFound }: A, below: string) =>
  ({
    path: `${path}/:id/${below}`,
    access: 'notes.write',
    tag,
    params,
    errors: [notFound],
    audit: 'records',
  }) as const

const createNote = <const A extends About>(about: A) =>
  ({
    ...writtenAbout(about, 'notes'),
    method: 'POST',
    summary: 'Add a note',
    description: `At most ${NOTES_MAX}. The caller is its author.`,
    status: 201,
    ...NOTE,
    errors: [about.notFound, 'resource_limit_exceeded'],
  }) as const

const oneNote = <const A extends About>(about: A) =>
  ({
    ...writtenAbout(about, 'notes/:note_id'),
    partly: 'team.manage',
    description: OTHERS,
    params: Type.Object({
      ...about.params.properties,
      note_id: Type.String({ description: 'Id of the note (note_)' }),
    }),
    errors: [about.notFound, 'note_not_found'],
  }) as const

const updateNote = <const A extends About>(about: A) =>
  ({ ...oneNote(about), method: 'PATCH', summary: 'Change a note', ...NOTE }) as const

const deleteNote = <const A extends About>(about: A) =>
  ({ ...oneNote(about), method: 'DELETE', summary: 'Delete a note', response: data(DeletedNote) }) as const

const setTags = <const A extends About>(about: A) =>
  ({
    ...writtenAbout(about, 'tags'),
    method: 'PUT',
    summary: 'Set its tags',
    description: 'Instead of those that it has. Lists are filtered by one with `tag`.',
    body: TagsInput,
    response: data(Tags),
  }) as const

export const NOTE_OPERATIONS = {
  'bookingNotes.list': listNotes(bookings),
  'bookingNotes.create': createNote(bookings),
  'bookingNotes.update': updateNote(bookings),
  'bookingNotes.delete': deleteNote(bookings),
  'bookingTags.set': setTags(bookings),
  'clientNotes.list': listNotes(clients),
  'clientNotes.create': createNote(clients),
  'clientNotes.update': updateNote(clients),
  'clientNotes.delete': deleteNote(clients),
  'clientTags.set': setTags(clients),
  'tripNotes.list': listNotes(trips),
  'tripNotes.create': createNote(trips),
  'tripNotes.update': updateNote(trips),
  'tripNotes.delete': deleteNote(trips),
  'tripTags.set': setTags(trips),
} as const satisfies Operations
