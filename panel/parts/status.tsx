// A status as text and colour; the text alone is sufficient.
import type { ReactNode } from 'react'
import type { BookingStatus as Name } from '../../contract/bookings.ts'
import { cx } from '../logic/class-names.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './status.module.css'

export type StatusKind = 'ok' | 'wait' | 'info' | 'bad' | 'mute'

export function Status({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return <span className={cx(css.status, css[kind])}>{children}</span>
}

/** A small label that is not a status: a count, "novo", a mode. */
export function Badge({ kind = 'mute', children }: { kind?: StatusKind; children: ReactNode }) {
  return <span className={cx(css.badge, css[kind])}>{children}</span>
}

const BOOKING: Readonly<Record<Name, StatusKind>> = {
  pending: 'wait',
  confirmed: 'info',
  ticketed: 'ok',
  cancelled: 'mute',
  expired: 'mute',
  failed: 'bad',
}

export function BookingStatus({ of }: { of: Name }) {
  return <Status kind={BOOKING[of]}>{useWords(partWords).bookingStatus[of]}</Status>
}
