// Hazard stripes over the sandbox, with its clock: test mode cannot be missed.
import clock from 'icon:clock-4'
import { useMay, useNow } from '../api/use-team.ts'
import { useWishes } from '../api/use-wishes.ts'
import { PATHS } from '../kit/paths.ts'
import { Icon } from '../parts/icon.tsx'
import { PlainLink } from '../parts/link.tsx'
import { useFormats } from '../parts/use-formats.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import css from './test-strip.module.css'

export function TestStrip() {
  const words = useWords(frameWords)
  const { mode } = useWishes()
  const formats = useFormats()
  const now = useNow()
  const mayAdvance = useMay('sandbox.read')
  if (mode !== 'test') return null
  return (
    <aside className={css.strip} aria-label={words.mode}>
      <p>
        <b>{words.test}</b>
        <span className={css.text}>{words.testStrip}</span>
      </p>
      {now && (
        <p className={css.clock}>
          <Icon of={clock} size={14} />
          <time dateTime={now.toISOString()}>{formats.stamp(now)}</time>
          {mayAdvance && (
            <PlainLink to={PATHS.sandbox} className={css.advance}>
              {words.advance}
            </PlainLink>
          )}
        </p>
      )}
    </aside>
  )
}
