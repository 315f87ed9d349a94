// A calendar day: typed as the reader writes it, or chosen in a calendar. Forms hold YYYY-MM-DD; a text that is no day
// is held as it was typed, so that it is neither lost nor taken for another day.
import calendar from 'icon:calendar'
import {
  type ComponentProps,
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useNow } from '../api/use-team.ts'
import { type DayAbout, isDay, isWholeDay, maskDay, readDay, showDay } from '../logic/calendar-days.ts'
import { cx } from '../logic/class-names.ts'
import { machineTime } from '../logic/now.ts'
import { dayWords } from '../words/calendar.ts'
import { useWords } from '../words/language.tsx'
import type { DayRange } from './calendar-popup.tsx'
import css from './field.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'
import { Icon } from './icon.tsx'
import { useFormats } from './use-formats.tsx'

/** Loaded when it is opened. */
const CalendarPopup = lazy(async () => ({ default: (await import('./calendar-popup.tsx')).CalendarPopup }))

export interface DayEvent {
  readonly type: 'change' | 'blur'
  readonly target: { readonly name: string; readonly value: string }
}

/** What a form has in place of an input. */
interface DayHandle {
  readonly type: string
  value: string
  focus(): void
}

type Plain = Omit<
  ComponentProps<'input'>,
  'className' | 'type' | 'value' | 'defaultValue' | 'onChange' | 'onBlur' | 'ref'
>

export interface DateFieldProps extends Plain, FieldProps {
  readonly value?: string
  readonly defaultValue?: string
  /** Decides the year of `26/01`, and the years of the calendar. */
  readonly about?: DayAbout
  readonly range?: DayRange
  readonly onChange?: (event: DayEvent) => unknown
  readonly onBlur?: (event: DayEvent) => unknown
  readonly ref?: Ref<DayHandle>
}

interface Typed {
  /** Null once it is read: from then on the day is shown, in whatever language. */
  readonly text: string | null
  /** What the field held when it was typed, and what was reported: anything else was set from outside. */
  readonly before: string
  readonly reported: string
  readonly isLeft: boolean
}

export function DateField(props: DateFieldProps) {
  const words = useWords(dayWords)
  const { locale, isoDay } = useFormats()
  const today = isoDay(useNow() ?? machineTime())
  const { field, rest } = splitField(props)
  const {
    value,
    defaultValue = '',
    about,
    range,
    onChange,
    onBlur,
    ref,
    name = '',
    min,
    max,
    ...input
  } = rest
  const [own, setOwn] = useState(defaultValue)
  const [typed, setTyped] = useState<Typed | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const line = useRef<HTMLInputElement>(null)
  const held = value ?? own
  const latest = useRef(held)
  latest.current = held
  useImperativeHandle(ref, () => handleOf(latest, setOwn, line))
  if (typed !== null && typed.before !== typed.reported && held === typed.reported)
    setTyped({ ...typed, before: typed.reported })

  const isTyped = typed !== null && (held === typed.before || held === typed.reported)
  const text = (isTyped ? typed.text : null) ?? showDay(isTyped ? typed.reported : held, locale)
  const isBad = isTyped
    ? typed.isLeft && !isDay(typed.reported) && typed.reported !== ''
    : held !== '' && !isDay(held)
  const earliest = dayOf(min)
  const latestDay = dayOf(max) ?? (about === 'birth' ? today : undefined)
  const report = (reported: string, shown: string | null, isLeft = false) => {
    setTyped({ text: shown, before: held, reported, isLeft })
    if (reported === held) return
    latest.current = reported
    setOwn(reported)
    onChange?.({ type: 'change', target: { name, value: reported } })
  }
  const read = (from: string) => readDay(from, { locale, today, about, from: earliest })
  const type = (now: string) => {
    const day = isWholeDay(now) ? read(now) : undefined
    const isPasted = day === now.trim()
    report(day ?? now.trim(), isPasted ? null : now)
  }
  /** What was typed in short is read once it is all there. */
  const settle = () => {
    if (!isTyped || typed.text === null) return
    const day = read(typed.text)
    if (day === undefined) report(typed.text.trim(), typed.text.trim(), true)
    else report(day, null)
  }
  const open = (isWanted: boolean) => {
    settle()
    setWasOpen(wasOpen || isWanted)
    setOpen(isWanted)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') settle()
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open(true)
  }
  return (
    <Field {...field} error={isBad ? words.bad : field.error}>
      {(control) => (
        <div className={cx(css.box, css.day)} ref={box}>
          <input
            placeholder={words.form}
            {...input}
            {...control}
            ref={line}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            className={css.control}
            value={text}
            onChange={({ target }) => {
              const isAtEnd =
                target.selectionStart === target.value.length && target.value.length > text.length
              type(isAtEnd ? maskDay(target.value) : target.value)
            }}
            onKeyDown={press}
            onBlur={() => {
              settle()
              onBlur?.({ type: 'blur', target: { name, value: latest.current } })
            }}
          />
          <button
            ref={button}
            type="button"
            className={css.reveal}
            aria-label={words.open}
            aria-describedby={`${control.id}-label`}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            disabled={input.disabled}
            onClick={() => open(!isOpen)}
          >
            <Icon of={calendar} size={16} />
          </button>
          {wasOpen && (
            <Suspense fallback={null}>
              <CalendarPopup
                label={field.label}
                day={isDay(held) ? held : ''}
                min={earliest}
                max={latestDay}
                about={about}
                today={today}
                range={range}
                isOpen={isOpen}
                onClose={() => setOpen(false)}
                onPick={(day) => report(day, null)}
                box={box}
                button={button}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  )
}

/** Forms read and write the value of what they are given, and lead to it what is wrong. */
function handleOf(
  held: { current: string },
  setOwn: (value: string) => void,
  line: { current: HTMLInputElement | null },
): DayHandle {
  return {
    type: 'text',
    get value() {
      return held.current
    },
    set value(value) {
      held.current = value ?? ''
      setOwn(held.current)
    },
    focus: () => line.current?.focus(),
  }
}

/** A bound that is no day bounds nothing. */
function dayOf(bound: string | number | undefined): string | undefined {
  return typeof bound === 'string' && isDay(bound) ? bound : undefined
}
