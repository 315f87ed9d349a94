// The content of a page of the user guide.
import { PICTURES } from 'guide:pages'
import { createElement, Fragment, type ReactNode } from 'react'
import type { GuideBlock, GuideLine, GuideLink, GuideText } from '../../kit/guide.ts'
import { PATHS } from '../../kit/paths.ts'
import { Link } from '../../parts/link.tsx'
import css from './help.module.css'

export function GuideContent({ blocks }: { blocks: readonly GuideBlock[] }) {
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

export function guidePath({ page }: Pick<GuideLink, 'page'>): string {
  return page === '' ? PATHS.help : PATHS.helpPage(page)
}

/** The content never changes its order, so that its parts need no keys. */
function listed<T>(items: readonly T[], draw: (item: T) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...items.map(draw))
}
