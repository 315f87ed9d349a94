// The calendar of a field, over the screen until a day is chosen; of a range, until both are.
import { Popover } from '@base-ui/react/popover'
import { type RefObject, useRef, useState } from 'react'
import { showDay } from '../logic/calendar-days.ts'
import { dayWords } from '../words/calendar.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import css from './calendar.module.css'
import { Calendar, type CalendarProps } from './calendar.tsx'
import combobox from './combobox.module.css'
import { useFormats } from './use-formats.tsx'

/** A trip there and back: each day has a field, and a calendar leads from one to the other. */
export interface DayRange {
  readonly start: string
  readonly end: string
  readonly startLabel: string
  readonly endLabel: string
  /** Which of both the field is. */
  readonly part: 'start' | 'end'
  readonly onRange: (start: string, end: string) => void
}

interface CalendarPopupProps extends CalendarProps {
  readonly label: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly range?: DayRange | undefined
  readonly box: RefObject<HTMLElement | null>
  readonly button: RefObject<HTMLButtonElement | null>
}

export function CalendarPopup({ label, isOpen, onClose, range, box, button, ...of }: CalendarPopupProps) {
  const words = useWords(dayWords)
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(_, { event }) => {
        // The button shuts it by itself.
        if (!(event.target instanceof Node && button.current?.contains(event.target))) onClose()
      }}
    >
      {/* What stands outside a window that is open cannot be pressed. */}
      <Popover.Portal container={box.current?.closest('dialog') ?? undefined}>
        <Popover.Positioner
          anchor={box}
          align="start"
          sideOffset={4}
          collisionPadding={4}
          positionMethod="fixed"
          className={combobox.positioner}
        >
          <Popover.Popup
            ref={popup}
            className={css.popup}
            aria-label={`${words.calendar}: ${label}`}
            initialFocus={() => popup.current?.querySelector<HTMLElement>('td [tabindex="0"]') ?? true}
            finalFocus={button}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              // A window around it stays open.
              event.preventDefault()
              event.stopPropagation()
              onClose()
            }}
          >
            {range === undefined ? (
              <OneDay {...of} onClose={onClose} />
            ) : (
              <TwoDays {...of} range={range} onClose={onClose} />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function OneDay({ onClose, ...of }: CalendarProps & { onClose: () => void }) {
  const words = useWords(dayWords)
  const { clear } = useWords(partWords)
  const { day, min = '', max = '', about, today, onPick } = of
  const mayToday = about !== 'birth' && today >= min && (max === '' || today <= max)
  const pick = (one: string) => {
    onPick(one)
    onClose()
  }
  return (
    <>
      <Calendar {...of} onPick={pick} />
      {(mayToday || day !== '') && (
        <div className={css.ends}>
          {mayToday && (
            <Button kind="text" isSmall onClick={() => pick(today)}>
              {words.chooseToday}
            </Button>
          )}
          {day !== '' && (
            <Button kind="text" isSmall onClick={() => pick('')}>
              {clear}
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function TwoDays({
  range,
  min = '',
  onClose,
  ...of
}: CalendarProps & { range: DayRange; onClose: () => void }) {
  const words = useWords(dayWords)
  const { locale } = useFormats()
  const { start, end, onRange } = range
  const [part, setPart] = useState(range.part)
  const pick = (one: string) => {
    if (part === 'start') {
      onRange(one, end >= one ? end : '')
      setPart('end')
    } else {
      onRange(start, one)
      onClose()
    }
  }
  const shown = (one: string, isNow: boolean) =>
    one === '' ? (isNow ? words.choose : '–') : showDay(one, locale)
  return (
    <>
      <div className={css.span} aria-live="polite">
        <p data-now={part === 'start' || undefined}>
          <small>{range.startLabel}</small>
          {shown(start, part === 'start')}
        </p>
        <p data-now={part === 'end' || undefined}>
          <small>{range.endLabel}</small>
          {shown(end, part === 'end')}
        </p>
      </div>
      <Calendar
        {...of}
        day={start}
        until={end}
        min={part === 'end' && start > min ? start : min}
        onPick={pick}
      />
    </>
  )
}
