// Requests a recharge: amount, Pix or boleto. The result is another screen.
import alert from 'icon:triangle-alert'
import { useState } from 'react'
import { RECHARGE_CENTS_MAX, RECHARGE_CENTS_MIN } from '../../../contract/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import { navigate, useLocation } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { useConnections } from '../../api/use-readiness.ts'
import { amountOf, centsOf, missingAmount } from '../../logic/money.ts'
import { PATHS, returnPath } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Radio } from '../../parts/checkbox.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { ButtonLink, Link } from '../../parts/link.tsx'
import { MoneyField } from '../../parts/money-field.tsx'
import { useApiForm } from '../../parts/use-api-form.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './wallet.module.css'
import { walletWords } from './words.ts'

const ROUND_AMOUNTS = ['500.00', '1000.00', '5000.00']

export function RechargeForm({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords(walletWords)
  const isLive = usePreferences().mode === 'live'
  const isMissing = useConnections()?.wallet_bank === 'none' && isLive
  return (
    <Dialog title={words.rechargeTitle} isOpen={isOpen} onClose={onClose}>
      {isMissing ? <NoBank /> : <Fields />}
    </Dialog>
  )
}

function NoBank() {
  const words = useWords(walletWords)
  const { openActivation } = useWords(frameWords)
  return (
    <EmptyState title={words.noBank} text={words.noBankText} icon={alert}>
      <ButtonLink to={PATHS.readiness} kind="main">
        {openActivation}
      </ButtonLink>
    </EmptyState>
  )
}

function Fields() {
  const words = useWords(walletWords)
  const formats = useFormats()
  const back = returnPath(useLocation().search.volta)
  const { data: wallet } = useRead('wallet.balance', {})
  const { mode } = usePreferences()
  const [lacksTaxId, setLacksTaxId] = useState(false)
  const { mutateAsync } = useChange('recharges.create', {
    refreshes: ['recharges'],
    onDone: ({ id }) =>
      void navigate(PATHS.recharge(id), back === undefined ? {} : { search: { volta: back } }),
  })
  const form = useApiForm({
    values: { amount: '', payment_method: 'pix' },
    send: async ({ amount = '', payment_method }) => {
      try {
        await mutateAsync({ body: { amount, payment_method, currency: 'BRL' } })
      } catch (error) {
        setLacksTaxId(error instanceof ApiError && error.code === 'team_without_tax_id')
        throw error
      }
    },
  })
  const amount = form.watch('amount')
  const cents = centsOf(amount) ?? 0n
  const lack = wallet && missingAmount(wallet.balance, wallet.pending_amount)
  const isLackFitting = lack !== undefined && (centsOf(lack) ?? 0n) >= RECHARGE_CENTS_MIN
  const min = formats.money(amountOf(RECHARGE_CENTS_MIN))
  const max = formats.money(amountOf(RECHARGE_CENTS_MAX))
  const tooLittle = cents < RECHARGE_CENTS_MIN && words.tooLittle(min)
  const tooMuch = cents > RECHARGE_CENTS_MAX && words.tooMuch(max)
  const fault = amount === '' ? undefined : tooLittle || tooMuch || undefined
  const choose = (chosen: string) => form.setValue('amount', chosen)
  return (
    <Form onSubmit={form.submit} failure={form.failure}>
      {mode === 'test' && <p className="quiet">{words.fixedTest}</p>}
      <MoneyField
        label={words.howMuch}
        hint={words.limits(min, max)}
        error={fault ?? form.errorOf('amount')}
        value={amount}
        onChange={choose}
      />
      <div className={css.quick}>
        {isLackFitting && (
          <Button isSmall onClick={() => choose(lack)}>
            {words.missing(formats.money(lack))}
          </Button>
        )}
        {ROUND_AMOUNTS.map((one) => (
          <Button key={one} isSmall onClick={() => choose(one)}>
            {formats.round(one)}
          </Button>
        ))}
      </div>
      <fieldset className={css.methods}>
        <legend>{words.how}</legend>
        {(['pix', 'boleto'] as const).map((method) => (
          <Radio
            key={method}
            label={words.methods[method]}
            hint={words.methodHints[method]}
            value={method}
            {...form.register('payment_method')}
          />
        ))}
      </fieldset>
      {lacksTaxId && <Link to={PATHS.agency}>{words.toAgency}</Link>}
      <FormButtons>
        <Button
          kind="main"
          type="submit"
          isBusy={form.isBusy}
          disabled={amount === '' || fault !== undefined}
        >
          {words.make}
        </Button>
      </FormButtons>
    </Form>
  )
}
