// One message channel, with a test button.
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import type { IconShapes } from '../../kit/icon-shapes.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CHECK_KINDS, checkTexts } from '../../parts/check-words.ts'
import { CodeBlock } from '../../parts/code-block.tsx'
import { type KeyValue, KeyValues } from '../../parts/key-values.tsx'
import { Status } from '../../parts/status.tsx'
import { checkWords } from '../../words/checks.ts'
import { useWords } from '../../words/language.tsx'
import css from './channels.module.css'
import { channelWords } from './channels-words.ts'

export interface Outcome {
  readonly kind: 'ok' | 'wait' | 'bad'
  readonly text: string
}

interface ChannelProps {
  /** The name of the readiness check. */
  readonly check: string
  readonly title: string
  readonly sub: string
  readonly rows: readonly KeyValue[]
  /** Instructions to change it. */
  readonly how: string
  readonly settings: string
  readonly verb: string
  readonly icon: IconShapes
  readonly isOff?: boolean
  readonly isBusy: boolean
  readonly onTest: () => void
  readonly outcome: Outcome | undefined
}

export function Channel(props: ChannelProps) {
  const { check, title, sub, rows, how, settings, verb, icon, isOff, isBusy, onTest, outcome } = props
  const words = useWords(channelWords)
  const checks = useWords(checkWords)
  const mayManage = usePermission('team.manage')
  const { data } = useRead('readiness.read', {})
  const found = data?.checks.find(({ name }) => name === check)
  return (
    <Card
      title={title}
      sub={sub}
      action={
        found && (
          <Status kind={CHECK_KINDS[found.status]}>{found.status === 'ok' ? words.on : words.off}</Status>
        )
      }
    >
      {data && found && <p className={css.state}>{checkTexts(found, checks, data.connections).text}</p>}
      <KeyValues rows={rows} />
      {mayManage && (
        <div className={css.try}>
          <Button icon={icon} isBusy={isBusy} disabled={isOff ?? false} onClick={onTest}>
            {verb}
          </Button>
          <p aria-live="polite" data-kind={outcome?.kind}>
            {outcome?.text}
          </p>
        </div>
      )}
      {found && found.status !== 'ok' && (
        <div className={css.below}>
          <p className="quiet">{how}</p>
          <CodeBlock text={settings} what={title} />
        </div>
      )}
    </Card>
  )
}
