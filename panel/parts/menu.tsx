// A menu of further actions behind three dots.
import dots from 'icon:ellipsis-vertical'
import { Menu as Base } from '@base-ui/react/menu'
import { cx } from '../logic/class-names.ts'
import type { IconShapes } from '../logic/icon-shapes.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { buttonClass } from './button.tsx'
import combobox from './combobox.module.css'
import { Icon } from './icon.tsx'
import css from './menu.module.css'

export interface MenuAction {
  readonly name: string
  readonly icon?: IconShapes
  readonly isDanger?: boolean
  readonly isOff?: boolean
  readonly onChoose: () => void
}

export function Menu({ label, actions }: { label?: string; actions: readonly MenuAction[] }) {
  const words = useWords(partWords)
  return (
    <Base.Root modal={false}>
      <Base.Trigger className={buttonClass('bare')} aria-label={label ?? words.more}>
        <Icon of={dots} />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={combobox.positioner} align="end" sideOffset={4}>
          <Base.Popup className={combobox.popup}>
            {actions.map(({ name, icon, isDanger, isOff = false, onChoose }) => (
              <Base.Item
                key={name}
                disabled={isOff}
                onClick={onChoose}
                className={cx(combobox.item, css.item, isDanger && css.danger)}
              >
                {icon && <Icon of={icon} size={16} />}
                {name}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
