// The menu of phones: four pages, and the rest behind "Mais".
import menuIcon from 'icon:menu'
import { PATHS } from '../logic/paths.ts'
import { Icon } from '../parts/icon.tsx'
import { NavLink } from '../parts/link.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import css from './bottom-bar.module.css'
import { MENU_ICONS, useMenu } from './use-menu.ts'

export function BottomBar() {
  const words = useWords(frameWords)
  const pages = useMenu().flatMap(({ entries }) => entries.filter(({ onPhone }) => onPhone))
  return (
    <nav aria-label={words.phoneMenu} className={css.bar}>
      {pages.map(({ name, to }) => (
        <NavLink key={name} to={to} className={name === 'flights' ? css.first : undefined}>
          <Icon of={MENU_ICONS[name]} size={20} />
          <span>{words.pages[name]}</span>
        </NavLink>
      ))}
      <NavLink to={PATHS.more}>
        <Icon of={menuIcon} size={20} />
        <span>{words.more}</span>
      </NavLink>
    </nav>
  )
}
