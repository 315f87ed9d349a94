// Tags of an agency on its bookings, clients and trips.
import { type RawBuilder, sql } from 'kysely'
import { TAG_CHARACTERS_MAX, TAGS_MAX, type Tags } from '../../../contract/notes.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { readPage } from '../../kernel/db/lists.ts'
import { recordFields } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { failField } from '../../kernel/values/fail.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { type Subject, type SubjectColumns, subjectColumns } from './notes.ts'

/** Without case and extra spaces, so that the same words are the same tag. */
export function tagFrom(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Each once, in alphabetical order. Fails if one is empty or too long, or if there are too many. */
export function tagsFrom(texts: readonly string[]): string[] {
  const tags = [...new Set(texts.map(tagFrom))].sort()
  texts.forEach((text, index) => {
    const tag = tagFrom(text)
    if (tag === '') failField(`tags.${index}`, 'must not be empty')
    if ([...tag].length > TAG_CHARACTERS_MAX)
      failField(
        `tags.${index}`,
        issueWith('must have at most {count} characters', { count: TAG_CHARACTERS_MAX }),
      )
  })
  if (tags.length > TAGS_MAX) failField('tags', issueWith('must be at most {most}', { most: TAGS_MAX }))
  return tags
}

interface TagsTable extends SubjectColumns {
  team_id: string
  mode: Mode
  tag: string
}

const build = buildFor<{ tags: TagsTable }>()

export async function tagsOf(db: Queryable, owner: Owner, { column, id }: Subject): Promise<string[]> {
  const theirs = build
    .selectFrom('tags')
    .select('tag')
    .where(({ and }) => and(ownerColumns(owner)))
    .where(column, '=', id)
  return (await rows(db, theirs)).map(({ tag }) => tag).sort()
}

/** The tags of several objects, by id. */
export async function tagsOfAll(
  db: Queryable,
  owner: Owner,
  column: Subject['column'],
  ids: readonly string[],
): Promise<(id: string) => string[]> {
  const theirs = build
    .selectFrom('tags')
    .select(['tag', column])
    .where(({ and }) => and(ownerColumns(owner)))
    .where(sql<boolean>`${sql.ref(column)} = any(${ids})`)
  const found = Map.groupBy(await rows(db, theirs), (row) => row[column])
  return (id) => (found.get(id) ?? []).map(({ tag }) => tag).sort()
}

/** Replaces all tags of the object. */
async function replaceTags(tx: Tx, subject: Subject, tags: readonly string[]): Promise<void> {
  await deleteTagsOf(tx, subject.column, [subject.id])
  if (tags.length === 0) return
  const columns = { ...subjectColumns(subject), ...ownerColumns(tx.owner) }
  await rows(tx, build.insertInto('tags').values(tags.map((tag) => ({ tag, ...columns }))))
}

const moveMissing = statement(`
  insert into tags (team_id, mode, trip_id, tag)
  select team_id, mode, $2, tag from tags where trip_id = $1
  on conflict (trip_id, tag) where trip_id is not null do nothing`)

/** A trip gets the tags of another one too. */
export async function moveTags(tx: Tx, fromTripId: string, toTripId: string): Promise<void> {
  await moveMissing(tx, fromTripId, toTripId)
  await deleteTagsOf(tx, 'trip_id', [fromTripId])
}

/** Deletes all tags of these objects, or only unwanted ones. */
export async function deleteTagsOf(
  tx: Tx,
  column: Subject['column'],
  ids: readonly string[],
  isDoomed?: (tag: string) => boolean,
): Promise<void> {
  const ofThese = sql<boolean>`${sql.ref(column)} = any(${ids})`
  if (isDoomed === undefined) {
    await rows(tx, build.deleteFrom('tags').where(ofThese))
    return
  }
  const found = await rows(tx, build.selectFrom('tags').select('tag').distinct().where(ofThese))
  const doomed = found.map(({ tag }) => tag).filter(isDoomed)
  if (doomed.length > 0) await rows(tx, build.deleteFrom('tags').where(ofThese).where('tag', 'in', doomed))
}

const tagged = (owner: Owner, column: Subject['column'], tag: string) =>
  build
    .selectFrom('tags')
    .select(column)
    .where(({ and }) => and({ ...ownerColumns(owner), tag }))
    .where(column, 'is not', null)

/**
 * For the filter of a list: the ids of all objects with this tag. As an array, so that both conditions use an index.
 */
export function idsTagged(owner: Owner, column: Subject['column'], tag: string): RawBuilder<string> {
  return sql<string>`any(array(${tagged(owner, column, tag)}))`
}

/** The ids of a page of objects with this tag, newest first, because ids grow with time. */
export async function pageTagged(
  db: Queryable,
  owner: Owner,
  { column, tag }: { readonly column: Subject['column']; readonly tag: string },
  page: Page,
): Promise<Listing<string>> {
  const idOf = (row: Partial<SubjectColumns>) => row[column] ?? ''
  const order = {
    by: [column],
    direction: 'desc',
    keyOf: (row: Partial<SubjectColumns>) => [idOf(row)],
  } as const
  const found = await readPage(db, tagged(owner, column, tag), { order, page })
  return { ...found, items: found.items.map(idOf) }
}

const OBJECTS = { booking_id: 'booking', client_id: 'client', trip_id: 'trip' } as const

export async function setTags(tx: Tx, subject: Subject, tags: string[]): Promise<Tags> {
  const before = await tagsOf(tx, tx.owner, subject)
  await replaceTags(tx, subject, tags)
  recordFields(tx, { object: OBJECTS[subject.column], objectId: subject.id }, { tags: before }, { tags })
  return { tags }
}
