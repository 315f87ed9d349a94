// Advances the test clock and shows the effects.
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Stats } from '../../parts/stat.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './developer.module.css'
import { sandboxWords } from './sandbox-words.ts'

const STEPS = ['PT30M', 'PT6H', 'P1D', 'P7D', 'P30D'] as const
/** Advancing the clock can change all data. */
const STALE = [
  'testClock',
  'bookings',
  'wallet',
  'recharges',
  'invoices',
  'recurringInvoices',
  'quotes',
  'events',
]

export function TestClock() {
  const words = useWords(sandboxWords)
  const parts = useWords(partWords)
  const formats = useFormats()
  const clock = useRead('testClock.read', {})
  const mayAdvance = usePermission('sandbox.write')
  const advance = useChange('testClock.advance', {
    refreshes: [...STALE, 'reports', 'deliveries', 'messages'],
    onDone: ({ ran }) => toast({ text: words.ran(ran) }),
  })
  const onError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const by = advance.variables?.body.by
  return (
    <Card title={words.title} sub={words.advanceText}>
      <Loaded result={clock}>
        {({ now, target, complete }) => (
          <div className={css.fields}>
            <Stats stats={[{ name: words.now, value: formats.stamp(now) }]} />
            {!complete && target !== null && <p role="status">{words.going(formats.stamp(target))}</p>}
            {mayAdvance && (
              <div className={css.row}>
                {STEPS.map((step) => (
                  <Button
                    key={step}
                    kind={!complete && by === step ? 'main' : 'plain'}
                    isBusy={advance.isPending && by === step}
                    disabled={advance.isPending}
                    onClick={() => advance.mutate({ body: { by: step } }, { onError })}
                  >
                    {!complete && by === step ? words.goOn : `+ ${words.steps[step]}`}
                  </Button>
                ))}
              </div>
            )}
            {advance.data?.failed.map(({ id, kind, error }) => (
              <p key={id}>
                {words.failed}: <span className="code">{kind}</span> {error}
              </p>
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
