// The striped banner of test mode with the test clock, and of live mode if flights or banks are simulated.
import clock from 'icon:clock-4'
import { usePreferences } from '../api/use-preferences.ts'
import { useConnections } from '../api/use-readiness.ts'
import { useNow, usePermission } from '../api/use-team.ts'
import { PATHS } from '../logic/paths.ts'
import { Icon } from '../parts/icon.tsx'
import { PlainLink } from '../parts/link.tsx'
import { useFormats } from '../parts/use-formats.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import css from './test-strip.module.css'

export function TestStrip() {
  const words = useWords(frameWords)
  const { mode } = usePreferences()
  const formats = useFormats()
  const now = useNow()
  const mayAdvance = usePermission('sandbox.read')
  if (mode !== 'test') return <SimulationStrip />
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

/** Outside production, simulated flights and banks also serve live mode. */
function SimulationStrip() {
  const words = useWords(frameWords)
  const connections = useConnections()
  if (connections === undefined) return null
  const { flights, wallet_bank, invoice_bank } = connections
  const areBanks = wallet_bank === 'simulated' || invoice_bank === 'simulated'
  const areFlights = flights === 'simulated'
  if (!areBanks && !areFlights) return null
  const what = areBanks && areFlights ? 'both' : areBanks ? 'banks' : 'flights'
  return (
    <aside className={css.strip} aria-label={words.simulation}>
      <p>
        <b>{words.simulation}</b>
        <span className={css.text}>{words.simulationStrip[what]}</span>
      </p>
      <p className={css.clock}>
        <PlainLink to={PATHS.readiness} className={css.advance}>
          {words.activation}
        </PlainLink>
      </p>
    </aside>
  )
}
