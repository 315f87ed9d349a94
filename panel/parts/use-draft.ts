// Stores the values of a long form until it is saved or discarded, and restores them after a reload, on return, and
// after another sign-in.
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { deleteDraft, draftKey, readDraft, writeDraft } from '../api/drafts.ts'
import { usePreferences } from '../api/use-preferences.ts'
import { useTeam } from '../api/use-team.ts'
import { isSame } from '../logic/form-versions.ts'

const SAVE_DELAY_MS = 200

/** The storage key of a form's draft; undefined while the user is loading, and for forms without drafts. */
export function useDraftKey(name: string | undefined): string | undefined {
  const { mode } = usePreferences()
  const { id: team, person } = useTeam(name !== undefined).data ?? {}
  if (name === undefined || team === undefined || person === undefined) return undefined
  return draftKey(person.id, team, mode, name)
}

/** Whether a dialog with a form is open; initially true if the form has a draft. */
export function useDraftDialog(name: string): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const key = useDraftKey(name)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (key !== undefined && readDraft(key) !== undefined) setOpen(true)
  }, [key])
  return [isOpen, setOpen]
}

export interface FormDraft {
  /** The form shows a restored draft. */
  readonly isRestored: boolean
  /** Whether closing would lose input. */
  readonly hasChanges: () => boolean
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
  const key = useDraftKey(name)
  const [isRestored, setRestored] = useState(false)
  const base = useRef(form.formState.defaultValues)
  base.current = form.formState.defaultValues
  const hasEnded = useRef(false)

  useEffect(() => {
    if (key === undefined) return
    const stored = readDraft(key)
    if (stored !== undefined) {
      form.reset(stored.base as V)
      form.reset(stored.values as V, { keepDefaultValues: true })
      version.current = stored.etag
      setRestored(true)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      timer = undefined
      if (hasEnded.current) return
      const values = form.getValues()
      if (isSame(values, base.current)) deleteDraft(key)
      else writeDraft(key, { values, base: base.current, etag: version.current })
    }
    const { unsubscribe } = form.watch(() => {
      hasEnded.current = false
      timer ??= setTimeout(save, SAVE_DELAY_MS)
    })
    const flush = () => timer !== undefined && save()
    // Closing the tab would lose the draft; the browser shows its own question.
    const warn = (event: BeforeUnloadEvent) => {
      flush()
      if (readDraft(key) !== undefined) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    addEventListener('pagehide', flush)
    return () => {
      unsubscribe()
      flush()
      removeEventListener('beforeunload', warn)
      removeEventListener('pagehide', flush)
    }
  }, [key, form.reset, form.getValues, form.watch, version])

  const end = () => {
    hasEnded.current = true
    setRestored(false)
    if (key !== undefined) deleteDraft(key)
  }
  return {
    isRestored,
    hasChanges: () => key !== undefined && !isSame(form.getValues(), base.current),
    end,
    discard: () => {
      form.reset()
      end()
    },
  }
}
