// A choice of roles, each with a description.
import type { Role } from '../../../contract/roles.ts'
import { Radio } from '../../parts/checkbox.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './people.module.css'
import { peopleWords } from './words.ts'

export const PEOPLE_ROLES = [
  'owner',
  'agent',
  'finance',
  'developer',
  'viewer',
] as const satisfies readonly Role[]

export function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const words = useWords(peopleWords)
  const { roles } = useWords(frameWords)
  return (
    <fieldset className={css.group}>
      <legend>{words.role}</legend>
      {PEOPLE_ROLES.map((role) => (
        <Radio
          key={role}
          name="role"
          label={roles[role]}
          hint={words.meanings[role]}
          checked={value === role}
          onChange={() => onChange(role)}
        />
      ))}
    </fieldset>
  )
}
