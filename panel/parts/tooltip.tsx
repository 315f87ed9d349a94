// A tooltip on hover and focus. It never holds the only copy of an information.
import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import css from './tooltip.module.css'

export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} className={css.positioner}>
          <Base.Popup className={css.tip}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
