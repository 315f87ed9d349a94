// How lists are narrowed to what has a tag.
import Type from 'typebox'

export const TagFilter = Type.Optional(
  Type.String({ maxLength: 200, description: 'Only those with this tag' }),
)
