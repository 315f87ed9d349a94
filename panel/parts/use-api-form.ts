// A form that sends to the API. Empty fields are left out of a new object and cleared in an edited one. Errors of the
// schema or the server are beside their fields, others above the button.
import { type BaseSyntheticEvent, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { ApiError, type ErrorText, withScreenText } from '../api/api-error.ts'
import { isDay } from '../logic/calendar-days.ts'
import { checkInput, type InputSchema, type Issue } from '../logic/check-input.ts'
import { replaceEmpty } from '../logic/empty-values.ts'
import { dayWords } from '../words/calendar.ts'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { failureText } from './failure-text.ts'
import { type Edited, useConflict } from './use-conflict.ts'
import { useDraft } from './use-draft.ts'

/** The text of an error, and its field; `root` for the whole form. */
export type FieldFault = readonly [field: string, text: string]

export interface ApiFormOptions<V extends FieldValues> {
  readonly values: DefaultValues<V>
  /** `import schema from 'schema:clients.create'`; checked before sending. */
  readonly schema?: InputSchema
  /** Converts the form's values to the schema's shape, such as typed numbers. */
  readonly toBody?: (values: V) => unknown
  /** The screen's own checks of typed values, with '' for empty fields. Nothing is sent if it returns faults. */
  readonly check?: (typed: V) => readonly FieldFault[]
  /** The form's name of a field of the API, if it is another one. */
  readonly fieldOf?: (field: string) => string
  /** Errors that it throws are shown. Empty values are undefined, or null in a form that `edits`. */
  readonly send: (values: V, ifMatch: string | undefined) => Promise<unknown>
  /** The edited object: `edited(client, valuesOf)`. If another version was saved meanwhile, both are shown. */
  readonly edits?: Edited<V>
  /** The name under which typed values are stored until they are saved: for long forms without secrets. */
  readonly draft?: string | undefined
  /** `send` does not end the draft; the screen does. */
  readonly keepsDraft?: boolean
  /** The screen's own texts for errors. */
  readonly errorText?: ErrorText
}

export function useApiForm<V extends FieldValues>(options: ApiFormOptions<V>) {
  const { values, schema, toBody, check, send, errorText, edits, keepsDraft = false } = options
  const { fieldOf = (field: string) => field } = options
  const words = useWords(partWords)
  const texts = useWords(fieldWords)
  const days = useWords(dayWords)
  const form = useForm<V>({ defaultValues: values })
  const { errors, isSubmitting } = form.formState
  const version = useRef(edits?.etag)
  const draft = useDraft(form, options.draft, version)
  const { sendWithVersion, conflictOf, restoreTyped } = useConflict(form, edits, version)
  /** Beside their fields, with the focus on the first; those without a field above the button. */
  const showFaults = (faults: readonly FieldFault[]) => {
    const isBeside = ([field]: FieldFault) => has(form.getValues(), field)
    for (const [index, [field, message]] of faults.filter(isBeside).entries())
      form.setError(pathOf<V>(field), { message }, { shouldFocus: index === 0 })
    const others = faults.filter((fault) => !isBeside(fault)).map(([, text]) => text)
    if (others.length > 0) form.setError('root', { message: [...new Set(others)].join(' ') })
  }
  const { watch, clearErrors } = form
  useEffect(() => {
    const { unsubscribe } = watch((_, { name }) => name !== undefined && clearErrors(name))
    return unsubscribe
  }, [watch, clearErrors])
  const sentOf = (typed: V) => replaceEmpty(typed, edits === undefined ? undefined : null)
  /** Whether the schema and the screen's own checks accept the values; shows their errors. */
  const isFit = (typed: V) => {
    const sent = sentOf(typed)
    const issues = schema === undefined ? [] : checkInput(schema, toBody?.(sent) ?? sent)
    const found = issues.map((issue): FieldFault => [issue.field, issueText(issue, texts)])
    const faults = [...found, ...(check?.(typed) ?? [])]
    showFaults(faults)
    return faults.length === 0
  }
  const validateAndSend = form.handleSubmit(async (typed) => {
    if (!isFit(typed)) return
    const sent = sentOf(typed)
    try {
      const isSent = await sendWithVersion((ifMatch) => send(sent, ifMatch))
      if (isSent && !keepsDraft) draft.end()
    } catch (error) {
      withScreenText(errorText, error)
      const faults = faultsOf(error)
      if (faults.length === 0) form.setError('root', { message: failureText(error, words).text })
      else showFaults(faults)
    }
  })
  /** The screen's text for an error replaces details that are not about fields of the form. */
  const faultsOf = (error: unknown): FieldFault[] => {
    if (!(error instanceof ApiError)) return []
    const faults = error.details.map(({ field, issue, user_message: apiText = issue }): FieldFault => {
      const own = fieldOf(field)
      return [own, errorText?.(error, own) ?? apiText]
    })
    const isOwnText =
      error.screenText !== undefined && !faults.some(([field]) => has(form.getValues(), field))
    return isOwnText ? [] : faults
  }
  // What was refused before says nothing about what is sent now, and would hold it back.
  const submit = (event?: BaseSyntheticEvent) => {
    clearErrors()
    return validateAndSend(event)
  }
  const errorOf = (name: Path<V>) => form.getFieldState(name, form.formState).error?.message
  return {
    ...form,
    draft,
    conflict: conflictOf(() => void submit()),
    restoreTyped,
    /** Makes the saved version the new base of the form. */
    resetTo: (saved: V & object, etag: string | undefined) => {
      version.current = etag
      form.reset(saved)
    },
    submit,
    /** For a question before it is sent: asked only about what could be. */
    ifFit: (ask: () => unknown) => {
      clearErrors()
      void form.handleSubmit((typed) => isFit(typed) && ask())()
    },
    isBusy: isSubmitting,
    failure: errors.root?.message,
    errorOf,
    /** The props of a field. */
    field: (name: Path<V>) => ({ ...form.register(name), error: errorOf(name) }),
    /** The props of a `DateField`: what is no day is never sent. */
    day: (name: Path<V>, check?: (day: string, values: V) => true | string) => ({
      ...form.register(name, {
        validate: (day: string, values) =>
          day === '' || isDay(day) ? (check?.(day, values) ?? true) : days.bad,
      }),
      error: errorOf(name),
    }),
  }
}

/** The server's field names are known only at runtime and may be missing in the form. */
function pathOf<V extends FieldValues>(field: string): Path<V> {
  return field as Path<V>
}

function has(values: unknown, field: string): boolean {
  let at: unknown = values
  for (const name of field.split('.')) {
    if (typeof at !== 'object' || at === null || !(name in at)) return false
    at = new Map(Object.entries(at)).get(name)
  }
  return true
}

const MAIL_FIELD = /(?:^|[._])(?:email|reply_to)$/

function issueText({ field, kind, limit }: Issue, faults: (typeof fieldWords)['pt']): string {
  if (kind === 'form' && MAIL_FIELD.test(field)) return faults.email
  const text = faults[kind]
  return typeof text === 'string' ? text : text(limit ?? 0)
}
