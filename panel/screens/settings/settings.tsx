// The settings overview: missing points first, then each part with its status.
import { useRead } from '../../api/use-read.ts'
import { PATHS } from '../../kit/paths.ts'
import { Card } from '../../parts/card.tsx'
import { CHECK_KINDS, checkTexts } from '../../parts/check-words.ts'
import { PlainLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status } from '../../parts/status.tsx'
import { checkWords } from '../../words/checks.ts'
import { useWords } from '../../words/language.tsx'
import css from './hub.module.css'
import { Tile, type TileName } from './tile.tsx'
import { settingsWords } from './words.ts'

const TILES: readonly TileName[] = [
  'agency',
  'brand',
  'pricing',
  'people',
  'banks',
  'carriers',
  'channels',
  'readiness',
]

export function Screen() {
  const words = useWords(settingsWords)
  return (
    <>
      <PageHead title={words.title} sub={words.sub} />
      <div className={css.page}>
        <OpenPoints />
        <ul className={css.tiles} aria-label={words.parts}>
          {TILES.map((name) => (
            <Tile key={name} name={name} />
          ))}
        </ul>
      </div>
    </>
  )
}

/** Hidden if all points are done. */
function OpenPoints() {
  const words = useWords(settingsWords)
  const checks = useWords(checkWords)
  const { data } = useRead('readiness.read', {})
  const open = data?.checks.filter(({ status }) => status === 'missing') ?? []
  if (data === undefined || open.length === 0) return null
  return (
    <Card title={words.open} sub={words.openSub(open.length)} more={{ to: PATHS.readiness, name: words.all }}>
      <ul className={css.open}>
        {open.map((check) => {
          const { title, text, to = PATHS.readiness } = checkTexts(check, checks, data.connections)
          return (
            <li key={check.name}>
              <Status kind={CHECK_KINDS[check.status]}>{words.statuses[check.status]}</Status>
              <span>
                <PlainLink to={to}>{title}</PlainLink>
                <small>{text}</small>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
