// One recharge: its payment data while pending, and its outcome as soon as it is paid.
import check from 'icon:circle-check'
import clock from 'icon:clock'
import { useLocation } from '../../api/navigation.ts'
import type { ResponseOf } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { sumOf } from '../../logic/money.ts'
import { PATHS, PAY_NOW, returnPath } from '../../logic/paths.ts'
import { Amount } from '../../parts/amount.tsx'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { KeyValues } from '../../parts/key-values.tsx'
import { ButtonLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { PayCode } from '../../parts/pay-code.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { HeldNote } from './held-note.tsx'
import { RechargeStatus } from './recharge-status.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

const ASK_EVERY_MS = 4_000

export const Screen = () => <Detail by="recharges.read" list="wallet" as={RechargePage} />

function RechargePage({ of: recharge, back }: DetailOf<'recharges.read'>) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const { id, status, held_amount: held } = recharge
  // Polls in addition to events, in case the event stream is blocked.
  useRead('recharges.read', { params: { id } }, { pollMs: status === 'pending' && ASK_EVERY_MS })
  const what = words.rechargeOf(words.methods[recharge.payment_method])
  return (
    <>
      <PageHead
        title={formats.money(recharge.paid_amount ?? recharge.amount)}
        tabTitle={what}
        sub={what}
        back={back}
      >
        {held === undefined && <RechargeActions of={recharge} />}
      </PageHead>
      <div className={css.halves}>
        <div aria-live="polite">
          <HeldNote amount={held} />
          {recharge.status !== 'pending' && <Outcome of={recharge} />}
          {recharge.status === 'pending' && held === undefined && <WayToPay of={recharge} />}
        </div>
        <Facts of={recharge} />
      </div>
    </>
  )
}

/** Facts about a recharge. */
function Facts({ of }: { of: ResponseOf<'recharges.read'> }) {
  const words = useWords(walletWords)
  const isTest = usePreferences().mode === 'test'
  return (
    <Card title={words.details}>
      <KeyValues
        rows={[
          [words.status, <RechargeStatus key="status" of={of.status} />],
          [words.amount, <Amount key="amount" of={of.amount} />],
          [
            isTest ? words.paidInTest : words.paidAmount,
            of.paid_amount && <Amount key="paid" of={of.paid_amount} isIn={!isTest} />,
          ],
          [words.heldAmount, of.held_amount && <Amount key="held" of={of.held_amount} />],
          [words.method, words.methods[of.payment_method]],
          [words.created, <DateTime key="created" at={of.created_at} kind="stamp" />],
          [words.expires, of.payment && <DateTime key="expires" at={of.payment.expires_at} kind="stamp" />],
          [words.paidAt, of.paid_at && <DateTime key="paid-at" at={of.paid_at} kind="stamp" />],
          [words.transaction, of.transaction_id && <span className="code">{of.transaction_id}</span>],
          [
            words.id,
            <span key="id" className="code">
              {of.id}
            </span>,
          ],
        ]}
      />
    </Card>
  )
}

/** The outcome of a recharge that is no longer pending. */
function Outcome({ of }: { of: ResponseOf<'recharges.read'> }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const back = returnPath(useLocation().search.volta)
  const isTest = usePreferences().mode === 'test'
  const { status, amount, paid_amount: paid } = of
  if (status === 'pending') return null
  const isPaid = status === 'completed'
  const credited = paid ?? amount
  const text = isPaid
    ? isTest
      ? words.paidTest
      : words.paidText(formats.money(credited))
    : words.over[status]
  return (
    <Card title={words.status}>
      <EmptyState
        title={isPaid ? words.paidTitle : words.statuses[status]}
        text={text}
        icon={isPaid ? check : clock}
      >
        {isPaid && isTest && <RaiseTestBalance by={credited} />}
        {back !== undefined && (
          <ButtonLink
            to={back}
            kind={isPaid && isTest ? 'plain' : 'main'}
            {...(isPaid && back.startsWith(PATHS.bookings) && { search: PAY_NOW })}
          >
            {words.backToWork}
          </ButtonLink>
        )}
        <ButtonLink to={PATHS.wallet} kind={isPaid && !isTest && back === undefined ? 'main' : 'plain'}>
          {isPaid ? words.statement : words.again}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}

/** Raises the balance of the test wallet, which recharges and tickets do not change. */
function RaiseTestBalance({ by }: { by: string }) {
  const words = useWords(walletWords)
  const formats = useFormats()
  const maySet = usePermission('sandbox.write')
  const { data: wallet } = useRead('testWallet.read', {}, { isEnabled: maySet })
  const raise = useChange('testWallet.set', {
    refreshes: ['testWallet', 'wallet'],
    onDone: ({ balance }) => toast({ text: words.raised(formats.money(balance)) }),
  })
  if (!maySet || wallet === undefined || raise.isSuccess) return null
  return (
    <Button
      kind="main"
      isBusy={raise.isPending}
      onClick={() => raise.mutate({ body: { balance: sumOf([wallet.balance, by]) } })}
    >
      {words.raise(formats.money(by))}
    </Button>
  )
}

const STALE = { refreshes: ['recharges', 'wallet'] }

/** Actions of a pending recharge: cancel it, and pay it if its bank is simulated. */
function RechargeActions({ of }: { of: ResponseOf<'recharges.read'> }) {
  const { id, status, amount, simulated: isSimulated = false } = of
  const words = useWords(walletWords)
  const parts = useWords(partWords)
  const formats = useFormats()
  const isPlayed = usePreferences().mode === 'test' || isSimulated
  const [mayCancel, mayPay] = [usePermission('wallet.recharge'), usePermission('sandbox.write')]
  const cancel = useChange('recharges.cancel', { ...STALE, onDone: () => toast({ text: words.cancelled }) })
  const pay = useChange('testCharges.pay', STALE)
  if (status !== 'pending') return null
  return (
    <>
      {mayCancel && (
        <ConfirmButton
          verb={words.cancel}
          title={words.cancelTitle}
          change={cancel}
          request={{ params: { id } }}
        >
          <p>{words.cancelText(formats.money(amount))}</p>
        </ConfirmButton>
      )}
      {isPlayed && mayPay && (
        <Button
          title={isSimulated ? words.playedBank : words.payHint}
          isBusy={pay.isPending}
          onClick={() =>
            pay.mutate(
              { params: { id } },
              { onError: (error) => toast({ kind: 'bad', text: failureText(error, parts).text }) },
            )
          }
        >
          {words.pay}
        </Button>
      )}
    </>
  )
}

type Recharge = ResponseOf<'recharges.read'>
type Payment = NonNullable<Recharge['payment']>

/** The payment code of a recharge and its expiry. */
function WayToPay({ of: { payment, payment_method: method, simulated: isSimulated } }: { of: Recharge }) {
  const words = useWords(walletWords)
  const now = useNow()
  const left = payment && now && (
    <>
      {words.left}: <TimeLeft until={payment.expires_at} now={now} />
    </>
  )
  return (
    <Card title={words.methods[method]} sub={left}>
      {payment && <Way of={payment} />}
      {isSimulated && <p>{words.playedBank}</p>}
      <p className={css.waits}>{payment === undefined ? words.making : words.waiting}</p>
    </Card>
  )
}

function Way({ of }: { of: Payment }) {
  const words = useWords(walletWords)
  if ('pix_copy_paste' in of) {
    const qr = { url: of.pix_qrcode_url, alt: words.qr, hint: words.scan }
    return <PayCode name={words.pixCode} code={of.pix_copy_paste} qr={qr} />
  }
  return (
    <PayCode name={words.line} code={of.boleto_digitable_line}>
      <ExternalLink href={of.boleto_url}>{words.openBoleto}</ExternalLink>
      <ExternalLink href={of.boleto_pdf_url}>{words.pdf}</ExternalLink>
    </PayCode>
  )
}
