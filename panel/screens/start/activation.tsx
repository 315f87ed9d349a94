// What is missing before real clients can be served, point by point, for those who can see to it, until nothing is.
import x from 'icon:x'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { checkTexts } from '../../parts/check-words.ts'
import { Icon } from '../../parts/icon.tsx'
import { Link } from '../../parts/link.tsx'
import { checkWords } from '../../words/checks.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './first-steps.module.css'
import { startWords } from './words.ts'

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
