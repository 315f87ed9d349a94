// Stands where a screen of the menu will be, so that its address, its entry and its tests are there before it is.
import { EmptyState } from '../parts/empty-state.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { MENU_ICONS } from './menu-icons.ts'

export function Soon({ page }: { page: keyof (typeof frameWords)['pt']['pages'] }) {
  const words = useWords(frameWords)
  return (
    <>
      <PageHead title={words.pages[page]} />
      <EmptyState title={words.soon} icon={MENU_ICONS[page]} />
    </>
  )
}
