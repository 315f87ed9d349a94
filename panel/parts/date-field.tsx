// A calendar day, with the browser's own calendar; values are YYYY-MM-DD.
import { Input, type InputProps } from './input.tsx'

export function DateField(props: Omit<InputProps, 'type' | 'icon'>) {
  return <Input {...props} type="date" />
}
