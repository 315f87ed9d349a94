// The side menu with the pages that the user may open.
import takeoff from 'icon:plane-takeoff'
import { PATHS } from '../logic/paths.ts'
import { Icon } from '../parts/icon.tsx'
import { NavLink, PlainLink } from '../parts/link.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { PersonMenu } from './person-menu.tsx'
import css from './side-menu.module.css'
import { MENU_ICONS, useMenu } from './use-menu.ts'

export function SideMenu() {
  return (
    <aside className={css.side}>
      <div className={css.inner}>
        <PlainLink to={PATHS.start} className={css.brand}>
          <span className={css.sign}>
            <Icon of={takeoff} size={20} />
          </span>
          Embarque
        </PlainLink>
        <MenuList />
        <PersonMenu />
      </div>
    </aside>
  )
}

/** All groups; the page "Mais" shows them too. */
export function MenuList({ label }: { label?: string }) {
  const words = useWords(frameWords)
  const groups = useMenu()
  return (
    <nav aria-label={label ?? words.menu} className={css.menu}>
      {groups.map(({ name, entries }) => (
        <div key={name} className={css.group}>
          {name && <p className={css.groupName}>{words.groups[name]}</p>}
          <ul>
            {entries.map((entry) => (
              <li key={entry.name}>
                <NavLink to={entry.to} className={css.entry}>
                  <Icon of={MENU_ICONS[entry.name]} />
                  <span>{words.pages[entry.name]}</span>
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
