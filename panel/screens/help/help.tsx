// The user guide: its pages, and the search in them.
import { PAGES, PICTURES } from 'guide:pages'
import { createElement, Fragment, type ReactNode, useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useLocation } from '../../api/navigation.ts'
import {
  findInGuide,
  type GuideBlock,
  type GuideLine,
  type GuideLink,
  type GuidePage,
  type GuideText,
} from '../../logic/guide.ts'
import { PATHS } from '../../logic/paths.ts'
import { Card } from '../../parts/card.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { Link, PlainLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { SearchField } from '../../parts/search-field.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { usePathId } from '../../parts/use-path-id.ts'
import { frameWords } from '../../words/frame.ts'
import { useLanguage, useWords } from '../../words/language.tsx'
import css from './help.module.css'
import { helpWords } from './words.ts'

export function Screen() {
  const words = useWords(helpWords)
  const { help } = useWords(frameWords)
  const id = usePathId()
  const { filters, set } = useFilters(['search'])
  const page = PAGES.find((one) => one.id === id)
  if (page === undefined) return <ErrorState isPage error={new ApiError(404, {})} />
  return (
    <>
      <PageHead title={page.title} {...(id !== '' && { back: { to: PATHS.help, name: help } })} />
      <Languages />
      <div className={css.columns}>
        <div className={css.side}>
          <SearchField
            label={words.search}
            placeholder={words.hint}
            value={filters.search}
            onSearch={(search) => set({ search })}
          />
        </div>
        {filters.search === '' ? <Content of={page} /> : <Found typed={filters.search} />}
        <Card title={words.pages} className={css.pages}>
          <nav aria-label={words.pages} lang="pt-BR">
            {PAGES.map((one) => (
              <PlainLink
                key={one.id}
                to={guidePath({ page: one.id })}
                aria-current={one === page ? 'page' : undefined}
              >
                {one.title}
              </PlainLink>
            ))}
          </nav>
        </Card>
      </div>
    </>
  )
}

/** English readers find their documents elsewhere. */
function Languages() {
  const words = useWords(helpWords)
  if (useLanguage() === 'pt') return null
  return (
    <p className={css.languages}>
      {words.portuguese} <ExternalLink href="/docs">{words.documents}</ExternalLink>
    </p>
  )
}

function Content({ of: page }: { of: GuidePage }) {
  useSection()
  return (
    <article className={css.content} lang="pt-BR">
      <GuideContent blocks={page.blocks} />
    </article>
  )
}

/** Scrolls to the section in the URL, after the navigation has scrolled to the top. */
function useSection(): void {
  const { path, search } = useLocation()
  const { section = '' } = search
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have a section of the same name
  useEffect(() => {
    if (section === '') return
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(section)
      heading?.focus({ preventScroll: true })
      heading?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [path, section])
}

function Found({ typed }: { typed: string }) {
  const words = useWords(helpWords)
  const hits = findInGuide(PAGES, typed)
  return (
    <div className={css.content}>
      <p className="quiet" role="status">
        {words.found(hits.length)}
      </p>
      {hits.length === 0 && <EmptyState title={words.none} text={words.noneText} />}
      <ul className={css.found} lang="pt-BR">
        {hits.map(({ page, section, title, pageTitle, excerpt }) => (
          <li key={`${page}#${section}`}>
            <Link to={guidePath({ page })} search={{ section }}>
              {title}
            </Link>
            {section !== '' && <small className="quiet">{pageTitle}</small>}
            <p>{excerpt}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The content of a page of the user guide. */
function GuideContent({ blocks }: { blocks: readonly GuideBlock[] }) {
  return listed(blocks, (block) => <Block of={block} />)
}

function Block({ of }: { of: GuideBlock }) {
  switch (of.type) {
    case 'heading': {
      const Heading = of.depth === 2 ? 'h2' : 'h3'
      return (
        <Heading id={of.section} tabIndex={-1}>
          {of.title}
        </Heading>
      )
    }
    case 'text':
      return (
        <p>
          <Line of={of.line} />
        </p>
      )
    case 'list': {
      const List = of.isOrdered ? 'ol' : 'ul'
      return (
        <List>
          {listed(of.items, (item) => (
            <li>
              <GuideContent blocks={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <GuideTable {...of} />
    case 'picture':
      return <img src={PICTURES[of.name]} alt={of.text} width={1280} height={900} loading="lazy" />
  }
}

function GuideTable({ head, rows }: Extract<GuideBlock, { type: 'table' }>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it
    <div className={css.scroll} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {listed(head, (cell) => (
              <th scope="col">
                <Line of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {listed(rows, (row) => (
            <tr>
              {listed(row, (cell) => (
                <td>
                  <Line of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Line({ of }: { of: GuideLine }) {
  return listed(of, (text) => <Text of={text} />)
}

function Text({ of }: { of: GuideText }) {
  if (typeof of === 'string') return of
  if ('bold' in of) return <b>{of.bold}</b>
  if ('code' in of) return <code>{of.code}</code>
  return (
    <Link to={guidePath(of)} search={{ section: of.section }}>
      {of.link}
    </Link>
  )
}

function guidePath({ page }: Pick<GuideLink, 'page'>): string {
  return page === '' ? PATHS.help : PATHS.helpPage(page)
}

/** The content never changes its order, so that its parts need no keys. */
function listed<T>(items: readonly T[], draw: (item: T) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...items.map(draw))
}
