// The go-live checklist.
import check from 'icon:check'
import alert from 'icon:triangle-alert'
import x from 'icon:x'
import type { Connections, Readiness, ReadinessCheck } from '../../../contract/readiness.ts'
import { useRead } from '../../api/use-read.ts'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Progress } from '../../parts/progress.tsx'
import { CHECK_KINDS, checkTexts } from '../../parts/records/readiness-checks.ts'
import { Rows } from '../../parts/skeleton.tsx'
import { Status } from '../../parts/status.tsx'
import { checkWords } from '../../words/checks.ts'
import { useWords } from '../../words/language.tsx'
import css from './readiness.module.css'
import { SettingsPage } from './settings-page.tsx'
import { settingsWords } from './words.ts'

const ICONS = { ok: check, warning: alert, missing: x }
const ORDER = { missing: 0, warning: 1, ok: 2 }

export function Screen() {
  const words = useWords(settingsWords)
  const result = useRead('readiness.read', {})
  return (
    <SettingsPage title={words.list} sub={words.listSub}>
      <Loaded result={result} skeleton={<Rows count={8} />}>
        {(data) => <Checks {...data} />}
      </Loaded>
    </SettingsPage>
  )
}

function Checks({ ready, checks, connections }: Readiness) {
  const words = useWords(settingsWords)
  const done = checks.filter(({ status }) => status === 'ok').length
  const missing = checks.filter(({ status }) => status === 'missing').length
  const sorted = checks.toSorted((one, other) => ORDER[one.status] - ORDER[other.status])
  return (
    <Card
      title={ready ? words.ready : words.notReady(missing)}
      sub={ready ? words.readyText : words.notReadyText}
      isEdged
    >
      <Progress
        label={words.list}
        value={done / Math.max(1, checks.length)}
        text={words.done(done, checks.length)}
      />
      <ul className={css.checks}>
        {sorted.map((one) => (
          <li key={one.name}>
            <Point of={one} connections={connections} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Point({ of, connections }: { of: ReadinessCheck; connections: Connections }) {
  const words = useWords(settingsWords)
  const { title, text, action, to, isOurs } = checkTexts(of, useWords(checkWords), connections)
  const { status } = of
  const verb = isOurs && status !== 'ok' ? words.goThere : words.see
  return (
    <div className={css.point} data-kind={CHECK_KINDS[status]}>
      <span className={css.sign}>
        <Icon of={ICONS[status]} size={16} />
      </span>
      <div className={css.said}>
        <h3>{title}</h3>
        <p>{text}</p>
        {action !== null && (
          <p className={css.action}>
            {action} <span>{isOurs ? words.byAgency : words.byOperator}</span>
          </p>
        )}
      </div>
      <div className={css.end}>
        <Status kind={CHECK_KINDS[status]}>{words.statuses[status]}</Status>
        {to !== undefined && (
          <ButtonLink to={to} kind="text" isSmall aria-label={`${verb}: ${title}`}>
            {verb}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
