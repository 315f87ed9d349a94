// The proof code of the statement, which shows later that the statement was not changed.
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { Card } from '../../parts/card.tsx'
import { Switch } from '../../parts/checkbox.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { FileButton } from '../../parts/csv-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { useWords } from '../../words/language.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

export function Proof() {
  const words = useWords(walletWords)
  const result = useRead('wallet.proof', {})
  const mail = useChange('wallet.mailProof', { refreshes: ['wallet'] })
  const mayChange = usePermission('wallet.recharge')
  const mayDownload = usePermission('audit.read')
  return (
    <Card title={words.proof} sub={words.proofText}>
      <Loaded result={result}>
        {({ head, lines, daily_mail: isMailed, taken_at: at }) => (
          <div className={css.proof}>
            <CodeBlock text={head} what={words.head} />
            <KeyValues
              rows={[
                [words.lines, lines],
                [words.taken, <DateTime key="taken" at={at} kind="stamp" />],
              ]}
            />
            <Switch
              label={words.mail}
              hint={words.mailHint}
              checked={isMailed}
              disabled={!mayChange || mail.isPending}
              onChange={({ target }) => mail.mutate({ body: { daily_mail: target.checked } })}
            />
            {mayDownload && (
              <div>
                <FileButton of="wallet.statement" request={{}} label={words.download} />
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}
