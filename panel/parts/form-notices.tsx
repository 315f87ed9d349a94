// Notices of a long form: a draft was restored, or another version was saved meanwhile.
import rotate from 'icon:history'
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import css from './form-notices.module.css'
import { Icon } from './icon.tsx'
import type { FormConflict } from './use-conflict.ts'
import type { FormDraft } from './use-draft.ts'

/** Formats a value that the form does not show as text, and labels a field without a control. */
export type FormatValue = (field: string, value: unknown) => { label?: string; text: ReactNode } | undefined

export interface FormNoticesProps {
  readonly form: {
    readonly draft: FormDraft
    readonly conflict: FormConflict | null
    /** Restores the typed values after the saved version replaced them. */
    readonly restoreTyped: (() => void) | null
  }
  readonly formatValue?: FormatValue
}

export function FormNotices({ form: { draft, conflict, restoreTyped }, formatValue }: FormNoticesProps) {
  const words = useWords(partWords)
  return (
    <>
      {restoreTyped !== null && (
        <div className={css.restored} role="status">
          <Icon of={rotate} size={16} />
          <p>{words.conflict.usedSaved}</p>
          <Button isSmall onClick={restoreTyped}>
            {words.conflict.bringBack}
          </Button>
        </div>
      )}
      {draft.isRestored && restoreTyped === null && (
        <div className={css.restored} role="status">
          <Icon of={rotate} size={16} />
          <p>{words.restored}</p>
          <Button isSmall onClick={draft.discard}>
            {words.discard}
          </Button>
        </div>
      )}
      {conflict !== null && <Conflict of={conflict} formatValue={formatValue} />}
    </>
  )
}

function Conflict({ of: conflict, formatValue }: { of: FormConflict; formatValue: FormatValue | undefined }) {
  const parts = useWords(partWords)
  const words = parts.conflict
  const { differences } = conflict
  const textOf = (field: string, value: unknown) =>
    formatValue?.(field, value)?.text ?? defaultText(field, value, parts)
  const labelOf = (field: string, value: unknown) => formatValue?.(field, value)?.label ?? labelIn(field)
  return (
    <Dialog
      title={words.title}
      kind="wide"
      isOpen
      onClose={conflict.close}
      buttons={
        <>
          <Button onClick={conflict.close}>{parts.keepEditing}</Button>
          <Button onClick={conflict.useSaved}>{words.useSaved}</Button>
          <Button kind="main" onClick={conflict.keepMine}>
            {words.keepMine}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      <table className={css.versions}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">{words.mine}</th>
            <th scope="col">{words.saved}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, mine, saved, isMine }) => (
            <tr key={field}>
              <th scope="row">{labelOf(field, mine)}</th>
              <td data-head={words.mine}>
                {textOf(field, mine) || <i>{words.empty}</i>}
                {!isMine && <small>{words.untouched}</small>}
              </td>
              <td data-head={words.saved}>{textOf(field, saved) || <i>{words.empty}</i>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {differences.some(({ isMine }) => !isMine) && <p className="quiet">{words.keepHint}</p>}
    </Dialog>
  )
}

function controlsOf(field: string): HTMLElement[] {
  return [...document.getElementsByName(field)]
}

/** The label that the form shows. */
function labelIn(field: string): string {
  const [control] = controlsOf(field)
  const label =
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
      ? control.labels?.[0]
      : undefined
  const own = label?.querySelector('span') ?? label
  const [first] = own?.childNodes ?? []
  return first?.textContent ?? field
}

function defaultText(field: string, value: unknown, words: { yes: string; no: string }): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return value.map((one) => defaultText(field, one, words)).join(', ')
  const text = value === undefined || value === null ? '' : String(value)
  const [control] = controlsOf(field)
  if (control instanceof HTMLSelectElement)
    return [...control.options].find((option) => option.value === text)?.text ?? text
  if (control instanceof HTMLInputElement && control.type === 'date')
    return text.split('-').reverse().join('/')
  return text
}
