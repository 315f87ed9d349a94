// The steps of a process and the current one.
import check from 'icon:check'
import { cx } from '../logic/class-names.ts'
import { useWords } from '../words/language.tsx'
import { partWords } from '../words/parts.ts'
import { Icon } from './icon.tsx'
import css from './stepper.module.css'

export function Stepper({ steps, at }: { steps: readonly string[]; at: number }) {
  const words = useWords(partWords)
  return (
    <ol className={css.steps} aria-label={words.steps}>
      {steps.map((name, index) => (
        <li
          key={name}
          className={cx(css.step, index < at && css.done)}
          aria-current={index === at ? 'step' : undefined}
        >
          <b>{index < at ? <Icon of={check} size={14} label={words.stepDone} /> : index + 1}</b>
          <span>{name}</span>
        </li>
      ))}
    </ol>
  )
}
