// What an agency does first, as a list that ticks itself off; gone once all of it is done, or on request.
import check from 'icon:check'
import circle from 'icon:circle'
import x from 'icon:x'
import { useState } from 'react'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { checkTexts } from '../../parts/records/readiness-checks.ts'
import { checkWords } from '../../words/checks.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './first-steps.module.css'
import { startWords } from './words.ts'

const HIDDEN = 'embarque.first-steps-hidden'
const ONE = { query: { limit: 1 } }

/** For owners: the others cannot do most of it. */
export function FirstSteps({ className }: { className: string | undefined }) {
  const { team = '' } = usePreferences()
  const [isHidden, setHidden] = useState(() => localStorage.getItem(HIDDEN) === `hidden ${team}`)
  const mayManage = usePermission('team.manage')
  if (isHidden || !mayManage) return null
  const hide = () => {
    localStorage.setItem(HIDDEN, `hidden ${team}`)
    setHidden(true)
  }
  return <Steps className={className} onHide={hide} />
}

function Steps({ className, onHide }: { className: string | undefined; onHide: () => void }) {
  const words = useWords(startWords)
  const steps = useSteps()
  const done = steps?.filter(({ isDone }) => isDone).length ?? 0
  if (steps === undefined || done === steps.length) return null
  return (
    <Card
      title={words.firstSteps}
      sub={words.stepsDone(done, steps.length)}
      className={className}
      action={
        <Button kind="text" onClick={onHide}>
          {words.hideSteps}
        </Button>
      }
    >
      <ol className={css.steps}>
        {steps.map(({ name, to, isDone }) => (
          <li key={name} data-done={isDone || undefined}>
            <Icon of={isDone ? check : circle} size={18} />
            {isDone ? (
              <span>
                {words.steps[name]}
                <span className="hidden-text"> {words.stepDone}</span>
              </span>
            ) : (
              <Link to={to}>{words.steps[name]}</Link>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Undefined until all of it is known. */
function useSteps() {
  const profile = useRead('team.profile', {}).data
  const pricing = useRead('pricing.read', {}).data
  const people = useRead('people.list', ONE).data
  const invited = useRead('invitations.list', ONE).data
  const clients = useRead('clients.list', ONE).data
  const bookings = useRead('bookings.list', ONE).data
  if (!profile || !pricing || !people || !invited || !clients || !bookings) return undefined
  const { tax_id, phone, whatsapp, logo } = profile
  const { markup_percent: markup, fee_amount: fee, rules } = pricing
  // What a new agency has from the start was not chosen.
  const isChosen = pricing.updated_at !== null
  const isPriced = isChosen && (markup > 0 || Number(fee) > 0 || rules.length > 0)
  const isAccompanied = people.pagination.total > 1 || invited.pagination.total > 0
  return [
    { name: 'agency', to: PATHS.agency, isDone: tax_id !== null && (phone ?? whatsapp) !== null },
    { name: 'logo', to: PATHS.brand, isDone: logo !== null },
    { name: 'pricing', to: PATHS.pricing, isDone: isPriced },
    { name: 'people', to: PATHS.people, isDone: isAccompanied },
    { name: 'client', to: PATHS.clients, isDone: clients.pagination.total > 0 },
    { name: 'booking', to: PATHS.flights, isDone: bookings.pagination.total > 0 },
  ] as const
}

/**
 * What is missing before real clients can be served, point by point, for those who can see to it, until nothing is.
 */
export function Activation({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const { openActivation } = useWords(frameWords)
  const checks = useWords(checkWords)
  const mayManage = usePermission('team.manage')
  const { mode } = usePreferences()
  const { data } = useRead('readiness.read', {})
  const missing = data?.checks.filter(({ status }) => status === 'missing') ?? []
  if (mode !== 'live' || !mayManage || data === undefined || missing.length === 0) return null
  return (
    <Card
      title={words.activation}
      sub={words.activationText(missing.length)}
      className={className}
      more={{ to: PATHS.readiness, name: openActivation }}
    >
      <ul className={css.points}>
        {missing.map((check) => {
          const { title, text, to = PATHS.readiness } = checkTexts(check, checks, data.connections)
          return (
            <li key={check.name}>
              <Icon of={x} size={18} />
              <div>
                <Link to={to}>{title}</Link>
                <p>{text}</p>
              </div>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
