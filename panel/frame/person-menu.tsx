// Who is signed in: a press opens what is theirs.
import chevron from 'icon:chevrons-up-down'
import { lazy, Suspense, useState } from 'react'
import { useTeam } from '../api/use-team.ts'
import { initialsOf } from '../kit/initials.ts'
import { Icon } from '../parts/icon.tsx'
import css from './person-menu.module.css'

const PersonDialog = lazy(async () => ({ default: (await import('./person-choices.tsx')).PersonDialog }))

export function PersonMenu() {
  const [isOpen, setOpen] = useState(false)
  const { data: team } = useTeam()
  const name = team?.person?.name ?? team?.name ?? ''
  return (
    <>
      <button type="button" className={css.who} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <span className={css.face} aria-hidden>
          {initialsOf(name)}
        </span>
        <span className={css.text}>
          <b>{name}</b>
          <small>{team?.name}</small>
        </span>
        <Icon of={chevron} size={16} />
      </button>
      {isOpen && (
        <Suspense>
          <PersonDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
