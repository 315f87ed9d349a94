// A choice among many with suggestions that the caller loads: airports, clients.
import { Combobox as Base } from '@base-ui/react/combobox'
import type { ReactNode } from 'react'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './combobox.module.css'
import fieldCss from './field.module.css'
import { Field, type FieldProps, splitField } from './field.tsx'
import { Icon } from './icon.tsx'

export interface ComboboxProps<T> extends FieldProps {
  readonly items: readonly T[]
  readonly value: T | null
  readonly onChange: (value: T | null) => void
  /** Called with the typed text, to load suggestions. */
  readonly onType: (text: string) => void
  readonly keyOf: (item: T) => string
  /** The text of a chosen item. */
  readonly textOf: (item: T) => string
  readonly row?: (item: T) => ReactNode
  readonly placeholder?: string
  readonly icon?: IconShapes
  readonly isLoading?: boolean
}

export function Combobox<T>(props: ComboboxProps<T>) {
  const words = useWords(partWords)
  const { field, rest } = splitField(props)
  const { items, value, onChange, onType, keyOf, textOf, row, placeholder, icon, isLoading } = rest
  return (
    <Base.Root
      items={items}
      filter={null}
      autoHighlight
      value={value}
      onValueChange={(chosen: T | null) => onChange(chosen)}
      onInputValueChange={onType}
      itemToStringLabel={textOf}
      isItemEqualToValue={(a: T, b: T) => keyOf(a) === keyOf(b)}
    >
      <Field {...field}>
        {(control) => (
          <div className={fieldCss.box}>
            {icon && <Icon of={icon} size={16} />}
            <Base.Input {...control} placeholder={placeholder} className={fieldCss.control} />
          </div>
        )}
      </Field>
      <Base.Portal>
        <Base.Positioner className={css.positioner} sideOffset={4}>
          <Base.Popup className={css.popup} aria-busy={isLoading || undefined}>
            <Base.Empty className={css.none}>{isLoading ? words.loading : words.noMatch}</Base.Empty>
            <Base.List>
              {(item: T) => (
                <Base.Item key={keyOf(item)} value={item} className={css.item}>
                  {row?.(item) ?? textOf(item)}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
