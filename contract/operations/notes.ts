// Operations on the notes and tags of bookings and clients: both have the same, each at its own address.
import Type from 'typebox'
import { data, list } from '../answers.ts'
import { PageQuery } from '../common.ts'
import { DeletedNote, NOTES_MAX, Note, NoteInput, Tags, TagsInput } from '../notes.ts'
import type { Operations } from '../operation.ts'
import { readOf } from '../resource-operations.ts'
import { bookings, clients } from '../resources.ts'

type About = typeof bookings | typeof clients

const NOTE = { body: NoteInput, answer: data(Note) } as const
const OTHERS = "One's own; those of others need `team.manage`."

const listNotes = <const A extends About>(about: A) =>
  readOf(about, 'notes', {
    summary: 'List its notes',
    description: 'Newest first. They are for the agency alone, and are stored sealed.',
    query: PageQuery,
    answer: list(Note),
  })

/** What is written about one, at an address below its own. */
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
    description: `At most ${NOTES_MAX}. Whoever calls is its author.`,
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
  ({ ...oneNote(about), method: 'DELETE', summary: 'Delete a note', answer: data(DeletedNote) }) as const

const setTags = <const A extends About>(about: A) =>
  ({
    ...writtenAbout(about, 'tags'),
    method: 'PUT',
    summary: 'Set its tags',
    description: 'Instead of those that it has. Lists are filtered by one with `tag`.',
    body: TagsInput,
    answer: data(Tags),
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
} as const satisfies Operations
