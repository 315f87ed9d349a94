// The flights of an item: typed one by one, or read out of pasted text and corrected.
import clipboard from 'icon:clipboard-paste'
import plus from 'icon:plus'
import trash from 'icon:trash-2'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { useChange } from '../../api/use-change.ts'
import { masked } from '../../logic/masks.ts'
import { maskTime } from '../../logic/zones.ts'
import { Button } from '../../parts/button.tsx'
import { DateField } from '../../parts/date-field.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Input } from '../../parts/input.tsx'
import { Textarea } from '../../parts/textarea.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { EMPTY_SEGMENT, segmentDraft } from './item-draft.ts'
import type { ItemFormState } from './item-form.tsx'
import { itemWords } from './item-words.ts'
import css from './trips.module.css'

const SEGMENTS_MAX = 24

export function FlightFields({ form }: { form: ItemFormState }) {
  const words = useWords(itemWords)
  const { fields, append, remove, replace } = useFieldArray({ control: form.control, name: 'segments' })
  return (
    <>
      <Input label={words.airline} isOptional maxLength={80} {...form.field('airline')} />
      <PasteFlights
        onRead={(segments) => {
          replace(segments.map(segmentDraft))
        }}
      />
      {fields.map(({ id }, index) => (
        <fieldset key={id} className={css.segment}>
          <legend>{words.flightOf(index + 1)}</legend>
          <div className={css.flightLine}>
            <Input
              label={words.flightNumber}
              isCode
              maxLength={12}
              placeholder="LA 8084"
              autoComplete="off"
              {...form.field(`segments.${index}.flight_number`)}
            />
            <Input
              label={words.origin}
              isCode
              maxLength={3}
              placeholder="GRU"
              autoComplete="off"
              {...form.register(`segments.${index}.origin`, { onChange: masked(upperCase) })}
              error={form.errorOf(`segments.${index}.origin`)}
            />
            <Input
              label={words.destination}
              isCode
              maxLength={3}
              placeholder="LIS"
              autoComplete="off"
              {...form.register(`segments.${index}.destination`, { onChange: masked(upperCase) })}
              error={form.errorOf(`segments.${index}.destination`)}
            />
            <Button
              kind="bare"
              icon={trash}
              aria-label={words.removeFlight(index + 1)}
              onClick={() => remove(index)}
            />
          </div>
          <Moment form={form} index={index} name="departs" label={words.departs} />
          <Moment form={form} index={index} name="arrives" label={words.arrives} />
        </fieldset>
      ))}
      <div>
        <Button
          isSmall
          icon={plus}
          disabled={fields.length >= SEGMENTS_MAX}
          onClick={() => append(EMPTY_SEGMENT)}
        >
          {words.addFlight}
        </Button>
      </div>
    </>
  )
}

interface MomentProps {
  readonly form: ItemFormState
  readonly index: number
  readonly name: 'departs' | 'arrives'
  readonly label: string
}

function Moment({ form, index, name, label }: MomentProps) {
  const words = useWords(itemWords)
  const time = `segments.${index}.${name}_time` as const
  return (
    <div className={css.dayTime}>
      <DateField label={label} about="future" {...form.day(`segments.${index}.${name}_day`)} />
      <Input
        label={words.time}
        inputMode="numeric"
        placeholder={words.timeForm}
        autoComplete="off"
        {...form.register(time, { onChange: masked(maskTime) })}
        error={form.errorOf(time)}
      />
    </div>
  )
}

type Segments = Parameters<typeof segmentDraft>[0][]

function PasteFlights({ onRead }: { onRead: (segments: Segments) => void }) {
  const words = useWords(itemWords)
  const parts = useWords(partWords)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const [unread, setUnread] = useState<readonly string[]>([])
  const read = useChange('tripItems.readSegments', {
    onDone: ({ segments, unread: lines }) => {
      setUnread(lines)
      if (segments.length === 0) return
      onRead(segments)
      if (lines.length === 0) {
        setOpen(false)
        setText('')
      }
    },
  })
  if (!isOpen)
    return (
      <div>
        <Button isSmall icon={clipboard} onClick={() => setOpen(true)}>
          {words.paste}
        </Button>
      </div>
    )
  const failure = read.error === null ? undefined : failureText(read.error, parts).text
  const isNothing = read.data?.segments.length === 0
  return (
    <div className={css.paste}>
      <Textarea
        label={words.pasteText}
        hint={words.pasteHint}
        rows={4}
        maxLength={10_000}
        value={text}
        error={failure ?? (isNothing ? words.pasteNothing : undefined)}
        onChange={({ target }) => {
          setText(target.value)
          read.reset()
        }}
      />
      {!isNothing && unread.length > 0 && (
        <div role="status">
          <p>{words.unread}</p>
          <ul className={css.unread}>
            {unread.map((line) => (
              <li key={line} className="code">
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className={css.row}>
        <Button
          isSmall
          onClick={() => {
            setOpen(false)
            setUnread([])
          }}
        >
          {parts.close}
        </Button>
        <Button
          isSmall
          kind="main"
          isBusy={read.isPending}
          disabled={text.trim() === ''}
          onClick={() => read.mutate({ body: { text } })}
        >
          {words.readFlights}
        </Button>
      </div>
    </div>
  )
}

function upperCase(text: string): string {
  return text.toUpperCase()
}
