// If another version was saved while a form was open, shows both versions and loses no input.
import { type RefObject, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { isStale } from '../api/api-error.ts'
import { etagOf } from '../api/etags.ts'
import { type Difference, differences, isSame, merged } from '../logic/form-versions.ts'

/** The object that a form edits. */
export interface Edited<V> {
  readonly etag: string | undefined
  /** Extracts the form's values from any version of the object. */
  readonly valuesOf: (current: unknown) => V
}

export function edited<T extends object, V>(read: T, valuesOf: (read: T) => V): Edited<V> {
  return { etag: etagOf(read), valuesOf: (current) => valuesOf(current as T) }
}

interface Conflict<V> {
  readonly saved: V
  readonly etag: string | undefined
  readonly differences: readonly Difference[]
}

export interface FormConflict {
  readonly differences: readonly Difference[]
  readonly keepMine: () => void
  readonly useSaved: () => void
  /** Returns to the form with the typed values. */
  readonly close: () => void
}

const TRIES_MAX = 3

export function useConflict<V extends FieldValues>(
  form: UseFormReturn<V>,
  edits: Edited<V> | undefined,
  version: RefObject<string | undefined>,
) {
  /** The typed values, after the saved version replaced them. */
  const [mine, setMine] = useState<V | null>(null)
  const [found, setFound] = useState<Conflict<V> | null>(null)
  const base = form.formState.defaultValues

  const put = (values: V, saved: V, etag: string | undefined) => {
    version.current = etag
    form.reset(saved)
    form.reset(values, { keepDefaultValues: true })
    setFound(null)
  }

  /** Retries if the other change did not touch the form's fields; returns false if both changed them. */
  const sendWithVersion = async (
    send: (ifMatch: string | undefined) => Promise<unknown>,
  ): Promise<boolean> => {
    for (let tries = 1; ; tries++) {
      try {
        await send(version.current)
        return true
      } catch (error) {
        if (edits === undefined || !isStale(error)) throw error
        const saved = edits.valuesOf(error.current)
        const isTouched = !isSame(saved, base)
        if (isTouched || tries === TRIES_MAX) {
          setFound({ saved, etag: error.etag, differences: differences(base, form.getValues(), saved) })
          return false
        }
        version.current = error.etag
      }
    }
  }

  const conflictOf = (submit: () => void): FormConflict | null =>
    found && {
      differences: found.differences,
      close: () => setFound(null),
      keepMine: () => {
        put(merged(base, form.getValues(), found.saved), found.saved, found.etag)
        submit()
      },
      useSaved: () => {
        setMine(structuredClone(form.getValues()))
        put(found.saved, found.saved, found.etag)
      },
    }
  const restoreTyped = () => {
    if (mine !== null) form.reset(mine, { keepDefaultValues: true })
    setMine(null)
  }
  return { sendWithVersion, conflictOf, restoreTyped: mine === null ? null : restoreTyped }
}
