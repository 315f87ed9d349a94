// The filters above a list, with a button that clears them.
import type { ReactNode } from 'react'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Button } from './button.tsx'
import css from './filter-bar.module.css'

export interface FilterBarProps {
  readonly isFiltered: boolean
  readonly onClear: () => void
  readonly children: ReactNode
}

export function FilterBar({ isFiltered, onClear, children }: FilterBarProps) {
  const words = useWords(partWords)
  return (
    <search className={css.bar}>
      {children}
      {isFiltered && (
        <Button kind="text" onClick={onClear}>
          {words.clearFilters}
        </Button>
      )}
    </search>
  )
}
