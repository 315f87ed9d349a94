// Reads JSON that others wrote: what has the shape gets its type, and nothing else passes.
import Type, { type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { NonEmpty } from '../../../contract/common.ts'

/** A list of at least one item. */
export const NonEmptyOf = <T extends TSchema>(items: T) =>
  Type.Unsafe<NonEmpty<Type.Static<T>>>(Type.Array(items, { minItems: 1 }))

/** The value as it is, if it has the shape; null otherwise. What the shape does not name is not looked at. */
export function shapeReader<T extends TSchema>(schema: T): (value: unknown) => Type.Static<T> | null {
  const compile = () => Compile(schema)
  // Compiled when it is needed first: most services never need most shapes.
  let validator: ReturnType<typeof compile> | undefined
  return (value) => {
    validator ??= compile()
    return validator.Check(value) ? value : null
  }
}
