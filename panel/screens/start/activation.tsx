// How much is missing before real clients can be served, for those who can see to it, until nothing is.

import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { startWords } from './words.ts'

export function Activation({ className }: { className: string | undefined }) {
  const words = useWords(startWords)
  const { openActivation } = useWords(frameWords)
  const mayManage = usePermission('team.manage')
  const { mode } = usePreferences()
  const { data } = useRead('readiness.read', {})
  const missing = data?.checks.filter(({ status }) => status === 'missing').length ?? 0
  if (mode !== 'live' || !mayManage || missing === 0) return null
  return (
    <Card title={words.activation} className={className} more={{ to: PATHS.readiness, name: openActivation }}>
      <p>{words.activationText(missing)}</p>
    </Card>
  )
}
