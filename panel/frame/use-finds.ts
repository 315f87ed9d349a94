// What Ctrl K finds: pages of the menu by their names, and things of the agency by the API's search.
import { useEffect, useState } from 'react'
import { useRead } from '../api/use-read.ts'
import type { IconShapes } from '../kit/icon-shapes.ts'
import { PATHS } from '../kit/paths.ts'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { MENU_ICONS } from './menu-icons.ts'
import { useMenu } from './use-menu.ts'

export interface Find {
  readonly id: string
  readonly group: 'pages' | 'objects'
  readonly icon: IconShapes
  readonly name: string
  readonly text?: string
  readonly to: string
}

const QUIET_MS = 180
const LETTERS_MIN = 2

export function useFinds(typed: string): { finds: Find[]; isAsking: boolean } {
  const words = useWords(frameWords)
  const text = useQuiet(typed.trim(), QUIET_MS)
  const isAsked = text.length >= LETTERS_MIN
  const { data, isFetching } = useRead(
    'bookings.list',
    { query: { search: text.slice(0, 100), limit: 5 } },
    { when: isAsked },
  )
  const pages = useMenu()
    .flatMap(({ entries }) => entries)
    .filter(({ name }) => plain(words.pages[name]).includes(plain(typed.trim())))
    .map(({ name, to }): Find => {
      return { id: name, group: 'pages', icon: MENU_ICONS[name], name: words.pages[name], to }
    })
  const objects = (isAsked ? (data?.items ?? []) : []).map(
    ({ id, booking_reference: locator, client, flight_summary: flight }): Find => ({
      id,
      group: 'objects',
      icon: MENU_ICONS.bookings,
      name: locator === '' ? client.full_name : `${locator} · ${client.full_name}`,
      text: `${flight.origin} – ${flight.destination}`,
      to: PATHS.booking(id),
    }),
  )
  return {
    finds: typed.trim() === '' ? pages : [...objects, ...pages],
    isAsking: isFetching || text !== typed.trim(),
  }
}

/** A value that has not changed for a while. */
function useQuiet(value: string, ms: number): string {
  const [quiet, setQuiet] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return quiet
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
