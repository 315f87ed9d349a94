// Placeholders while content loads.
import { cx } from '../logic/class-names.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import css from './skeleton.module.css'

export function Skeleton({ lines = 3, className }: { lines?: number; className?: string | undefined }) {
  const words = useWords(partWords)
  return (
    <div className={cx(css.skeleton, className)} role="status" aria-label={words.loading}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <i key={index} />
      ))}
    </div>
  )
}

/** Placeholder rows of a table. */
export function Rows({ count }: { count: number }) {
  return <Skeleton lines={count} className={css.rows} />
}
