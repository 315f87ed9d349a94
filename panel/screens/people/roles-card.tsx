// The permissions of each role as text, from the table that the service uses.
import check from 'icon:check'
import minus from 'icon:minus'
import type { Permission } from '../../../contract/permissions.ts'
import { useRead } from '../../api/use-read.ts'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import css from './people.module.css'
import { PEOPLE_ROLES } from './role-choice.tsx'
import { peopleWords } from './words.ts'

export function RolesCard() {
  const words = useWords(peopleWords)
  const { roles: names } = useWords(frameWords)
  const result = useRead('roles.list', {})
  return (
    <Card title={words.roles} sub={words.rolesSub}>
      <Loaded result={result}>
        {({ roles, permissions }) => (
          <div className={css.roles}>
            {PEOPLE_ROLES.map((role) => {
              const own = roles.find(({ name }) => name === role)?.permissions ?? []
              const all = permissions.map(({ name }) => name)
              return (
                <details key={role}>
                  <summary>
                    <b>{names[role]}</b>
                    <span>{words.meanings[role]}</span>
                    <small className="quiet">{words.permissionCount(own.length, all.length)}</small>
                  </summary>
                  <div className={css.may}>
                    <Permissions title={words.may} of={own} isAllowed />
                    <Permissions title={words.mayNot} of={all.filter((one) => !own.includes(one))} />
                  </div>
                </details>
              )
            })}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

interface PermissionsProps {
  readonly title: string
  readonly of: readonly Permission[]
  readonly isAllowed?: boolean
}

function Permissions({ title, of, isAllowed = false }: PermissionsProps) {
  const words = useWords(peopleWords)
  if (of.length === 0) return <p className="quiet">{words.whole}</p>
  return (
    <div>
      <h3>{title}</h3>
      <ul className={isAllowed ? css.yes : css.no}>
        {of.map((permission) => (
          <li key={permission}>
            <Icon of={isAllowed ? check : minus} size={15} />
            {words.permissions[permission]}
          </li>
        ))}
      </ul>
    </div>
  )
}
