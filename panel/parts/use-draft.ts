// Stores the values of a long form until it is saved or discarded, and restores them after a reload, on return, and
// after another sign-in.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { draftPlace, dropDraft, readDraft, writeDraft } from '../api/drafts.ts'
import { useTeam } from '../api/use-team.ts'
import { useWishes } from '../api/use-wishes.ts'
import { isSame } from '../kit/form-versions.ts'

const WRITTEN_AFTER_MS = 200

/** The storage key of a form's draft; undefined while the user is loading, and for forms without drafts. */
export function useDraftPlace(name: string | undefined): string | undefined {
  const { mode } = useWishes()
  const { id: team, person } = useTeam(name !== undefined).data ?? {}
  if (name === undefined || team === undefined || person === undefined) return undefined
  return draftPlace(person.id, team, mode, name)
}

/** Whether a dialog with a form is open; initially true if the form has a draft. */
export function useDraftWindow(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const place = useDraftPlace(name)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (place !== undefined && readDraft(place) !== undefined) setOpen(true)
  }, [place])
  return [isOpen, setOpen]
}

export interface FormDraft {
  /** The form shows a restored draft. */
  readonly isRestored: boolean
  /** Whether closing would lose input. */
  readonly isThere: () => boolean
  /** Call when the form was saved or the input is no longer needed. */
  readonly end: () => void
  /** Resets the form to its initial values. */
  readonly discard: () => void
}

export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  name: string | undefined,
  version: RefObject<string | undefined>,
): FormDraft {
  const place = useDraftPlace(name)
  const [isRestored, setRestored] = useState(false)
  const base = useRef(form.formState.defaultValues)
  base.current = form.formState.defaultValues
  const hasEnded = useRef(false)

  useEffect(() => {
    if (place === undefined) return
    const kept = readDraft(place)
    if (kept !== undefined) {
      form.reset(kept.base as V)
      form.reset(kept.values as V, { keepDefaultValues: true })
      version.current = kept.etag
      setRestored(true)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const note = () => {
      clearTimeout(timer)
      timer = undefined
      if (hasEnded.current) return
      const values = form.getValues()
      if (isSame(values, base.current)) dropDraft(place)
      else writeDraft(place, { values, base: base.current, etag: version.current })
    }
    const { unsubscribe } = form.watch(() => {
      hasEnded.current = false
      timer ??= setTimeout(note, WRITTEN_AFTER_MS)
    })
    const flush = () => timer !== undefined && note()
    // Closing the tab would lose the draft; the browser shows its own question.
    const ask = (event: BeforeUnloadEvent) => {
      flush()
      if (readDraft(place) !== undefined) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    addEventListener('pagehide', flush)
    return () => {
      unsubscribe()
      flush()
      removeEventListener('beforeunload', ask)
      removeEventListener('pagehide', flush)
    }
  }, [place, form.reset, form.getValues, form.watch, version])

  const end = () => {
    hasEnded.current = true
    setRestored(false)
    if (place !== undefined) dropDraft(place)
  }
  return {
    isRestored,
    isThere: () => place !== undefined && !isSame(form.getValues(), base.current),
    end,
    discard: () => {
      form.reset()
      end()
    },
  }
}
