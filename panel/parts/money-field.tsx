// An amount, in BRL unless another currency is named: users type it in their notation, the form holds the API's decimal string.
import { useState } from 'react'
import { parseAmount } from '../logic/money.ts'
import { Input, type InputProps } from './input.tsx'
import { useFormats } from './use-formats.tsx'

export interface MoneyFieldProps extends Omit<InputProps, 'value' | 'onChange' | 'type' | 'before'> {
  /** A decimal string, '' if none. */
  readonly value: string
  readonly onChange: (amount: string) => void
  readonly currency?: string
}

export function MoneyField({ value, onChange, currency = 'BRL', ...rest }: MoneyFieldProps) {
  const formats = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === '' ? '' : formats.money(value).replace(/[^\d.,-]/g, '')
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      isNumber
      before={currency === 'BRL' ? 'R$' : currency}
      value={typed ?? shown}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(parseAmount(target.value) ?? '')
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
