// What a tag is: a few words without case, so that two who sort alike have one.
import { TAG_CHARACTERS_MAX, TAGS_MAX } from '../../../contract/notes.ts'
import { failField } from '../../kernel/values/fail.ts'

/** As it is stored and looked for. */
export function tagFrom(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\s\p{Control}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Each once, in the order of the alphabet. Fails where one is empty or too long, or where there are too many. */
export function tagsFrom(texts: readonly string[]): string[] {
  const tags = [...new Set(texts.map(tagFrom))].sort()
  texts.forEach((text, index) => {
    const tag = tagFrom(text)
    if (tag === '') failField(`tags.${index}`, 'must not be empty')
    if ([...tag].length > TAG_CHARACTERS_MAX)
      failField(`tags.${index}`, `must have at most ${TAG_CHARACTERS_MAX} characters`)
  })
  if (tags.length > TAGS_MAX) failField('tags', `must be at most ${TAGS_MAX}`)
  return tags
}
