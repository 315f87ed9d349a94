// The button with the user's name and agency. It opens the settings dialog, which is a chunk of its own.
import chevron from 'icon:chevrons-up-down'
import { lazy, Suspense, useState } from 'react'
import { useTeam } from '../api/use-team.ts'
import { initialsOf } from '../logic/initials.ts'
import { Icon } from '../parts/icon.tsx'
import css from './person-menu.module.css'

const PersonDialog = lazy(async () => ({ default: (await import('./person-choices.tsx')).PersonDialog }))

export function PersonMenu() {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  const { data: team } = useTeam()
  const name = team?.person?.name ?? team?.name ?? ''
  return (
    <>
      <button type="button" className={css.who} aria-haspopup="dialog" onClick={open}>
        <span className={css.face} aria-hidden>
          {initialsOf(name)}
        </span>
        <span className={css.text}>
          <b>{name}</b>
          <small>{team?.name}</small>
        </span>
        <Icon of={chevron} size={16} />
      </button>
      {wasOpened && (
        <Suspense>
          <PersonDialog isOpen={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
