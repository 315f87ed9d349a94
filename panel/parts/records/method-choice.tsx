// The payment methods of an invoice to choose from: those of every agency, those that its banks take, and those chosen
// before.
import type { UseFormRegisterReturn } from 'react-hook-form'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { useWords } from '../../words/language.tsx'
import { methodWords } from '../../words/methods.ts'
import { Checkbox } from '../checkbox.tsx'

const USUAL: readonly PaymentMethod[] = ['pix', 'boleto', 'card']

interface MethodChoiceProps {
  readonly chosen: readonly PaymentMethod[]
  readonly field: UseFormRegisterReturn
  /** The form chooses Pix Automático elsewhere. */
  readonly isWithoutAutomatic?: boolean
}

export function MethodChoice({ chosen, field, isWithoutAutomatic = false }: MethodChoiceProps) {
  const { names, hints } = useWords(methodWords)
  const maySee = usePermission('providers.read')
  const { data: banks = [] } = useRead('paymentProviders.list', {}, { isEnabled: maySee })
  // Pix Automático is chosen for recurring invoices, which pass it on to theirs.
  const ofBanks = banks.flatMap(({ methods }) => methods).filter((method) => method !== 'pix_automatic')
  const offered = new Set([...USUAL, ...ofBanks, ...chosen])
  if (isWithoutAutomatic) offered.delete('pix_automatic')
  return PAYMENT_METHODS.filter((method) => offered.has(method)).map((method) => (
    <Checkbox
      key={method}
      label={names[method]}
      {...(hints[method] !== undefined && { hint: hints[method] })}
      value={method}
      {...field}
    />
  ))
}
