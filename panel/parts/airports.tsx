// Origin and destination in the style of a boarding pass, and a booking's locator in the same font.
import plane from 'icon:plane'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './airports.module.css'
import { Icon } from './icon.tsx'

export function Airports({ from, to, size = 13 }: { from: string; to: string; size?: number }) {
  const words = useWords(partWords)
  return (
    <span className={css.pair}>
      {from}
      <Icon of={plane} size={size} className={css.plane} label={words.to} />
      {to}
    </span>
  )
}

/** Empty until the airline has confirmed the booking. */
export function Locator({ of }: { of: string }) {
  const words = useWords(partWords)
  if (of !== '') return <span className={css.locator}>{of}</span>
  return (
    <>
      <span className={css.locator} aria-hidden>
        ······
      </span>
      <span className="hidden-text">{words.noLocator}</span>
    </>
  )
}
