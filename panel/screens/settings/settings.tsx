// The settings overview: missing points first, then each part with its status.
import building from 'icon:building-2'
import bank from 'icon:landmark'
import check from 'icon:list-checks'
import mail from 'icon:mail'
import palette from 'icon:palette'
import percent from 'icon:percent'
import plane from 'icon:plane'
import users from 'icon:users'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PlainLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { CHECK_KINDS, checkTexts } from '../../parts/records/readiness-checks.ts'
import { Status, type StatusKind } from '../../parts/status.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { checkWords } from '../../words/checks.ts'
import { useWords } from '../../words/language.tsx'
import css from './hub.module.css'
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

type TileName = keyof (typeof settingsWords)['pt']['tiles']
type TileStatus = readonly [kind: StatusKind, text: string] | undefined

const ICONS = {
  agency: building,
  brand: palette,
  pricing: percent,
  people: users,
  banks: bank,
  carriers: plane,
  channels: mail,
  readiness: check,
}

/** The status of each part; undefined while loading or without permission. */
const TILE_STATUSES: Readonly<Record<TileName, () => TileStatus>> = {
  agency: useAgency,
  brand: useBrand,
  pricing: usePricing,
  people: usePeople,
  banks: useBanks,
  carriers: () => useCheck('carrier'),
  channels: () => useCheck('mail'),
  readiness: useReadiness,
}

/** Tiles that need a permission. */
const NEEDS = { banks: 'providers.read', people: 'people.read' } as const

/** One tile of the settings overview: title, description and status. */
function Tile({ name }: { name: TileName }) {
  const words = useWords(settingsWords)
  const useTileStatus = TILE_STATUSES[name]
  const tileStatus = useTileStatus()
  const maySee = usePermission(name === 'banks' || name === 'people' ? NEEDS[name] : undefined)
  if (!maySee) return null
  return (
    <li className={css.tile}>
      <Icon of={ICONS[name]} size={20} />
      <h2>
        <PlainLink to={PATHS[name]}>{words.tiles[name]}</PlainLink>
      </h2>
      <p>{words.about[name]}</p>
      <div className={css.standing}>
        {tileStatus && <Status kind={tileStatus[0]}>{tileStatus[1]}</Status>}
      </div>
    </li>
  )
}

function useAgency(): TileStatus {
  const words = useWords(settingsWords)
  const { data } = useRead('team.profile', {})
  if (data === undefined) return undefined
  const { legal_name: legalName, tax_id: taxId, phone, address } = data
  const lacking = [legalName, taxId, phone, address].filter((value) => value === null).length
  return lacking === 0 ? ['ok', words.complete] : ['wait', words.lacks(lacking)]
}

function useBrand(): TileStatus {
  const words = useWords(settingsWords)
  const { data } = useRead('team.profile', {})
  return data && (data.logo === null ? ['wait', words.withoutLogo] : ['ok', words.withLogo])
}

function usePricing(): TileStatus {
  const words = useWords(settingsWords)
  const { number, money } = useFormats()
  const { data } = useRead('pricing.read', {})
  if (data === undefined) return undefined
  const defaultIds = `${number(data.markup_percent)}% + ${money(data.fee_amount)}`
  return ['info', data.rules.length === 0 ? defaultIds : `${defaultIds}, ${words.rules(data.rules.length)}`]
}

function usePeople(): TileStatus {
  const words = useWords(settingsWords)
  const { data } = useRead(
    'people.list',
    { query: { limit: 1 } },
    { isEnabled: usePermission('people.read') },
  )
  return data && ['info', words.peopleCount(data.pagination.total)]
}

function useBanks(): TileStatus {
  const words = useWords(settingsWords)
  const { data } = useRead('paymentProviders.list', {}, { isEnabled: usePermission('providers.read') })
  return data && (data.length === 0 ? ['wait', words.noBank] : ['ok', words.bankCount(data.length)])
}

function useCheck(name: string): TileStatus {
  const words = useWords(settingsWords)
  const { data } = useRead('readiness.read', {})
  const found = data?.checks.find((one) => one.name === name)
  return found && (found.status === 'ok' ? ['ok', words.connected] : ['wait', words.notConnected])
}

function useReadiness(): TileStatus {
  const words = useWords(settingsWords)
  const { data } = useRead('readiness.read', {})
  const done = data?.checks.filter(({ status }) => status === 'ok').length ?? 0
  return data && [data.ready ? 'ok' : 'wait', words.done(done, data.checks.length)]
}
