// The page "Mais" of phones: the whole menu and the user's settings.
import { Card } from '../parts/card.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import css from './more.module.css'
import { PersonChoices } from './person-choices.tsx'
import { MenuList } from './side-menu.tsx'

export function Screen() {
  const words = useWords(frameWords)
  return (
    <>
      <PageHead title={words.more} />
      <div className={css.menu}>
        <MenuList label={words.more} />
      </div>
      <Card title={words.account}>
        <PersonChoices />
      </Card>
    </>
  )
}
