// One bank connection of the agency: status, public settings and actions.
import type { PaymentProviderView } from '../../../contract/payment-providers.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { choiceOf } from '../../logic/bank-forms.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { Badge, Status } from '../../parts/status.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { useTranslate } from '../../words/translate.ts'
import css from './banks.module.css'
import { bankWords } from './banks-words.ts'

interface BankProps {
  readonly of: PaymentProviderView
  /** The ids of the default connections: one, or one for Pix and one for boletos. */
  readonly defaultIds: readonly string[]
}

export function Bank({ of, defaultIds }: BankProps) {
  const words = useWords(bankWords)
  const mayManage = usePermission('providers.manage')
  const { settings, callback_url: address } = of
  const translate = useTranslate()
  const text = (name: string) => (typeof settings[name] === 'string' ? settings[name] : undefined)
  return (
    <Card
      title={translate(of.name)}
      sub={words.banks[choiceOf(of.provider, settings.profile)]}
      action={
        <span className={css.marks}>
          {of.is_default && <Badge kind="info">{words.defaultIds}</Badge>}
          <Status kind={of.status === 'connected' ? 'ok' : 'mute'}>{words.status[of.status]}</Status>
        </span>
      }
    >
      <KeyValues
        rows={[
          [words.takes, of.methods.map((method) => words.methods[method]).join(', ')],
          [words.dueDates, of.capabilities.includes('cobv') && words.dueDatesOk],
          [words.key, text('pix_key')],
          [words.client, text('client_id')],
          [words.apiAddress, text('api_url')],
          [words.news, address !== null && (of.callbacks ? words.notifies : words.asked)],
          [
            words.address,
            address !== null && (
              <span className={css.address}>
                <span className="code">{address}</span>
                <CopyButton text={address} what={words.address} />
              </span>
            ),
          ],
          [words.since, <DateTime key="since" at={of.connected_at} kind="stamp" />],
        ]}
      />
      {mayManage && <Acts of={of} defaultIds={defaultIds} />}
    </Card>
  )
}

function Acts({ of: { id, name }, defaultIds }: BankProps) {
  const words = useWords(bankWords)
  const parts = useWords(partWords)
  const translate = useTranslate()
  const refreshes = ['paymentProviders', 'readiness']
  const test = useChange('paymentProviders.test', { refreshes: ['paymentProviders'] })
  const change = useChange('paymentProviders.update', { refreshes })
  const remove = useChange('paymentProviders.disconnect', {
    refreshes,
    onDone: () => toast({ text: words.removed }),
  })
  const showError = (error: Error) => toast({ kind: 'bad', text: failureText(error, parts).text })
  const params = { id }
  const use = (bank: string, onSuccess = () => {}) =>
    change.mutate({ params: { id: bank }, body: { is_default: true } }, { onError: showError, onSuccess })
  const [before] = defaultIds
  // If two defaults were replaced, an undo could not restore which method used which bank.
  const onUndo = before !== undefined && defaultIds.length === 1 && before !== id && (() => use(before))
  const makeDefault = () => use(id, () => toast({ text: words.madeUsual, ...(onUndo && { onUndo }) }))
  return (
    <>
      <div className={css.acts}>
        <Button isBusy={test.isPending} onClick={() => test.mutate({ params }, { onError: showError })}>
          {words.test}
        </Button>
        {defaultIds.some((one) => one !== id) && (
          <Button isBusy={change.isPending} onClick={makeDefault}>
            {words.makeUsual}
          </Button>
        )}
        <ConfirmButton
          verb={words.remove}
          title={words.removeTitle(translate(name))}
          change={remove}
          request={{ params }}
          word={translate(name)}
        >
          <p>{words.removeText}</p>
        </ConfirmButton>
      </div>
      <p className={css.said} data-works={test.data?.works} aria-live="polite">
        {test.data && (test.data.works ? words.works : words.fails(translate(test.data.reason ?? '')))}
      </p>
      {test.data !== undefined && test.data.missing.length > 0 && (
        <div className={css.said} role="status">
          {words.missing}
          <ul>
            {test.data.missing.map((gap) => (
              <li key={gap}>{words.gaps[gap]}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
