// Tabs; the selected one can be part of the URL.
import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import css from './tabs.module.css'

export interface Tab {
  readonly value: string
  readonly label: string
  readonly count?: number | undefined
  readonly content: ReactNode
}

export interface TabsProps {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly value: string
  readonly onChange: (value: string) => void
}

export function Tabs({ label, tabs, value, onChange }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(chosen) => onChange(String(chosen))}>
      <Base.List className={css.list} aria-label={label}>
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={css.tab}>
            {tab.label}
            {tab.count !== undefined && <span className={css.count}>{tab.count}</span>}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className={css.panel}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
