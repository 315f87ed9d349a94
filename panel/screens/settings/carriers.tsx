// The airline connection: its status, a test search, and excluded airlines.
import { useState } from 'react'
import type { TeamProfile } from '../../../contract/team-profile.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { codesIn } from '../../logic/rule-draft.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Input } from '../../parts/input.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Status } from '../../parts/status.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './channels.module.css'
import { channelWords } from './channels-words.ts'
import { SettingsPage } from './settings-page.tsx'
import { TeamCard } from './team-card.tsx'

const SETTINGS = 'SUPPLIERS=duffel\nDUFFEL_TOKEN=duffel_live_…'

export function Screen() {
  const words = useWords(channelWords)
  const profile = useRead('team.profile', {})
  const maySearch = usePermission('search')
  return (
    <SettingsPage title={words.carriers} sub={words.carriersSub} isOfBothModes isForOwners>
      <Loaded result={profile}>
        {(data) => (
          <>
            <Sources profile={data} />
            {maySearch && <Trial />}
            <Wishes profile={data} />
          </>
        )}
      </Loaded>
    </SettingsPage>
  )
}

function useSupplierName() {
  const words = useWords(channelWords)
  const names = new Map<string, string>(Object.entries(words.suppliers))
  return (name: string) => names.get(name) ?? name
}

function Sources({ profile }: { profile: TeamProfile }) {
  const words = useWords(channelWords)
  const nameOf = useSupplierName()
  const about = new Map<string, string>(Object.entries(words.supplierAbout))
  const { data } = useRead('readiness.read', {})
  const isReal = data?.checks.find(({ name }) => name === 'carrier')?.status === 'ok'
  return (
    <Card title={words.sources} sub={words.sourcesSub}>
      <ul className={css.rows}>
        {profile.search.connected_suppliers.map((name) => (
          <li key={name}>
            <span>
              <b>{nameOf(name)}</b>
              <small>{about.get(name)}</small>
            </span>
            <Status kind="ok">{words.on}</Status>
          </li>
        ))}
      </ul>
      {data && (
        <div className={css.below}>
          <p>{isReal ? words.sellsReal : words.sellsNone}</p>
          <p className="quiet">{words.carrierHow}</p>
          <CodeBlock text={SETTINGS} what="SUPPLIERS" />
        </div>
      )}
    </Card>
  )
}

const AHEAD_MS = 30 * 86_400_000

function Trial() {
  const words = useWords(channelWords)
  const parts = useWords(partWords)
  const { isoDay, number } = useFormats()
  const now = useNow()
  const search = useChange('flights.search')
  const [tookMs, setTookMs] = useState(0)
  const look = async () => {
    if (now === undefined) return
    const from = performance.now()
    const departureDate = isoDay(new Date(now.getTime() + AHEAD_MS))
    const slices = [{ origin: 'SAO', destination: 'RIO', departureDate }]
    const passengers = [{ type: 'adult', count: 1 }]
    await search.mutateAsync({ body: { type: 'one_way', slices, passengers } }).catch(() => undefined)
    setTookMs(performance.now() - from)
  }
  const { data, error, isPending } = search
  const count = data?.offers.length ?? 0
  const seconds = number(Math.round(tookMs / 100) / 10)
  return (
    <Card title={words.tryTitle} sub={words.trySub}>
      <div className={css.try}>
        <Button isBusy={isPending} disabled={now === undefined} onClick={() => void look()}>
          {words.tryNow}
        </Button>
        <p aria-live="polite" data-kind={error === null ? 'ok' : 'bad'}>
          {!isPending && data && (count === 0 ? words.foundNone : words.found(count, seconds))}
          {error !== null && failureText(error, parts).text}
        </p>
      </div>
    </Card>
  )
}

interface SearchPreferences {
  suppliers: string[]
  without: string
}

function Wishes({ profile }: { profile: TeamProfile }) {
  const words = useWords(channelWords)
  const nameOf = useSupplierName()
  const { connected_suppliers: connected } = profile.search
  return (
    <TeamCard<SearchPreferences>
      title={words.preferences}
      sub={words.wishesSub}
      profile={profile}
      valuesOf={({ search }) => ({
        suppliers: search.suppliers ?? connected,
        without: search.without_airlines.join(', '),
      })}
      changeOf={({ suppliers, without }) => ({
        search: {
          suppliers: connected.every((name) => suppliers.includes(name)) ? null : suppliers,
          without_airlines: codesIn(without ?? ''),
        },
      })}
      faultsOf={({ without }) =>
        codesIn(without).every((code) => code.length === 2) ? [] : [['without', words.badAirline]]
      }
    >
      {(form) => {
        const chosen = form.watch('suppliers')
        return (
          <>
            {connected.length > 1 && (
              <fieldset className={css.group}>
                <legend>{words.asks}</legend>
                {connected.map((name) => (
                  <Checkbox
                    key={name}
                    label={nameOf(name)}
                    checked={chosen.includes(name)}
                    onChange={() => {
                      const next = connected.filter((one) => chosen.includes(one) !== (one === name))
                      if (next.length > 0) form.setValue('suppliers', next, { shouldDirty: true })
                    }}
                  />
                ))}
                <p className="quiet">{words.asksHint}</p>
              </fieldset>
            )}
            <Input
              label={words.without}
              isOptional
              isCode
              autoCapitalize="characters"
              hint={words.withoutHint}
              error={form.errorOf('without')}
              {...form.register('without')}
            />
          </>
        )
      }}
    </TeamCard>
  )
}
