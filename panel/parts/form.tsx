// A form that speaks with the API: empty fields are not sent, what the schema or the server refuses is said beside the
// field it is about, and the rest above the button.
import { type BaseSyntheticEvent, useEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form'
import { ApiError, inWordsOf, type Says } from '../api/api-error.ts'
import { checkInput, type InputSchema, type Issue } from '../kit/check-input.ts'
import { fieldWords } from '../words/fields.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { failureText } from './failure-text.ts'
import { type Edited, useConflict } from './use-conflict.ts'
import { useDraft } from './use-draft.ts'

export interface ApiFormOptions<V extends FieldValues> {
  readonly values: DefaultValues<V>
  /** `import schema from 'schema:clients.create'`: checked before anything is sent. */
  readonly schema?: InputSchema
  /** What the schema is about, where the form holds it in another way: numbers as people type them. */
  readonly asSent?: (values: V) => unknown
  /** Sends it; what it throws is shown. Values that were left empty are undefined. */
  readonly send: (values: V, ifMatch: string | undefined) => Promise<unknown>
  /** What it changes: `edited(client, valuesOf)`. If somebody saved another version meanwhile, both are shown. */
  readonly edits?: Edited<V>
  /** Under which name what is typed is kept until it is saved: for long forms, without secrets. */
  readonly draft?: string | undefined
  /** What `send` does is not the end of it: the screen says when. */
  readonly endsLater?: boolean
  /** The screen's own words for what goes wrong. */
  readonly says?: Says
}

export function useApiForm<V extends FieldValues>(options: ApiFormOptions<V>) {
  const { values, schema, asSent, send, says, edits, endsLater = false } = options
  const words = useWords(partWords)
  const faults = useWords(fieldWords)
  const form = useForm<V>({ defaultValues: values })
  const { errors, isSubmitting } = form.formState
  const version = useRef(edits?.etag)
  const draft = useDraft(form, options.draft, version)
  const { sendKnowing, conflictOf, bringBack } = useConflict(form, edits, version)
  const blame = (issues: readonly { field: string; text: string }[]) => {
    const [unknown, known] = [issues.filter(({ field }) => !has(form.getValues(), field)), issues]
    for (const { field, text } of known.filter((one) => !unknown.includes(one)))
      form.setError(pathOf<V>(field), { message: text }, { shouldFocus: true })
    if (unknown.length > 0)
      form.setError('root', { message: [...new Set(unknown.map(({ text }) => text))].join(' ') })
  }
  const { watch, clearErrors } = form
  useEffect(() => {
    const { unsubscribe } = watch((_, { name }) => name !== undefined && clearErrors(name))
    return unsubscribe
  }, [watch, clearErrors])
  /** Whether the schema takes it; what it does not is said at its field. */
  const isFit = (sent: V) => {
    const issues = schema === undefined ? [] : checkInput(schema, asSent?.(sent) ?? sent)
    blame(issues.map((issue) => ({ field: issue.field, text: issueText(issue, faults) })))
    return issues.length === 0
  }
  const check = form.handleSubmit(async (typed) => {
    const sent = withoutEmpty(typed)
    if (!isFit(sent)) return
    try {
      const isSent = await sendKnowing((ifMatch) => send(sent, ifMatch))
      if (isSent && !endsLater) draft.end()
    } catch (error) {
      inWordsOf(says, error)
      if (!(error instanceof ApiError) || error.details.length === 0)
        form.setError('root', { message: failureText(error, words).text })
      else
        blame(
          error.details.map(({ field, issue, user_message: told = issue }) => ({
            field,
            text: says?.(error, field) ?? told,
          })),
        )
    }
  })
  // What was refused before says nothing about what is sent now, and would hold it back.
  const submit = (event?: BaseSyntheticEvent) => {
    clearErrors()
    return check(event)
  }
  const errorOf = (name: Path<V>) => form.getFieldState(name, form.formState).error?.message
  return {
    ...form,
    draft,
    conflict: conflictOf(() => void submit()),
    bringBack,
    /** What was saved is what is edited from now on. */
    begin: (saved: V & object, etag: string | undefined) => {
      version.current = etag
      form.reset(saved)
    },
    submit,
    /** For a question before it is sent: asked only about what could be. */
    ifFit: (ask: () => unknown) => {
      clearErrors()
      void form.handleSubmit((typed) => isFit(withoutEmpty(typed)) && ask())()
    },
    isBusy: isSubmitting,
    failure: errors.root?.message,
    errorOf,
    /** What a field of this name is given. */
    field: (name: Path<V>) => ({ ...form.register(name), error: errorOf(name) }),
  }
}

/** A field that the server names is one of the form, or it is not: names are only known while running. */
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

function withoutEmpty<V>(value: V): V {
  const clean = (one: unknown): unknown => {
    if (one === '') return undefined
    if (Array.isArray(one)) return one.map(clean)
    if (typeof one !== 'object' || one === null) return one
    return Object.fromEntries(Object.entries(one).map(([name, part]) => [name, clean(part)]))
  }
  return clean(value) as V
}

const MAIL_FIELD = /(?:^|[._])(?:email|reply_to)$/

function issueText({ field, kind, limit }: Issue, faults: (typeof fieldWords)['pt']): string {
  if (kind === 'form' && MAIL_FIELD.test(field)) return faults.email
  const text = faults[kind]
  return typeof text === 'string' ? text : text(limit ?? 0)
}
