// What stands in a mail below its paragraphs: labels with values, lists and timelines. Each is written twice from the
// same content, as HTML and as plain text.
import { CELL, HEADING, linesOf, SMALL, TABLE } from './mail-styles.ts'

export type MailBlock = MailRows | MailList | MailTimeline

export interface MailRows {
  kind: 'rows'
  title: string
  rows: readonly { label: string; value: string }[]
}

export interface MailList {
  kind: 'list'
  title: string
  entries: readonly ListEntry[]
}

export interface MailTimeline {
  kind: 'timeline'
  title: string
  note: string
  entries: readonly TimelineEntry[]
}

export interface ListEntry {
  text: string
  /** Smaller, below the text; a line break stays one. */
  detail: string
}

export interface TimelineEntry extends ListEntry {
  /** At the left, such as a time; empty for what happens in between. */
  mark: string
}

export function blockText(block: MailBlock): string {
  switch (block.kind) {
    case 'rows':
      return [block.title, ...block.rows.map(({ label, value }) => `- ${label}: ${value}`)].join('\n')
    case 'list':
      return [block.title, ...block.entries.flatMap((entry) => hanging('-', 1, ' ', entry))].join('\n')
    case 'timeline': {
      const width = Math.max(...block.entries.map(({ mark }) => mark.length))
      const lines = block.entries.flatMap((entry) => hanging(entry.mark, width, '  ', entry))
      return [block.title, block.note, '', ...lines].join('\n')
    }
  }
}

/** The mark before the first line, and the others below that line. */
function hanging(mark: string, width: number, gap: string, { text, detail }: ListEntry): string[] {
  const lines = [text, ...detail.split(/\r?\n/)].filter((line) => line !== '')
  return lines.map((line, index) => `${(index === 0 ? mark : '').padEnd(width)}${gap}${line}`)
}

export function blockHtml(block: MailBlock): string[] {
  const title = `<h2 class="text" style="${HEADING}">${linesOf(block.title)}</h2>`
  switch (block.kind) {
    case 'rows':
      return [title, ...tableOf(block.rows.map(rowHtml))]
    case 'list':
      return [title, ...tableOf(block.entries.map((entry) => contentHtml(entry)))]
    case 'timeline': {
      const note = `<p class="soft" style="margin:0 0 8px;${SMALL}">${linesOf(block.note)}</p>`
      return [title, note, ...tableOf(block.entries.map(momentHtml))]
    }
  }
}

function tableOf(rows: readonly string[]): string[] {
  return [
    `<table role="presentation" cellpadding="0" cellspacing="0" style="${TABLE}">`,
    ...rows.map((cells) => `  <tr>${cells}</tr>`),
    '</table>',
  ]
}

function rowHtml({ label, value }: MailRows['rows'][number]): string {
  return (
    `<td class="soft line" width="38%" style="${CELL};color:#5c6773;padding-right:12px">${linesOf(label)}</td>` +
    `<td class="text line" style="${CELL};text-align:right"><strong>${linesOf(value)}</strong></td>`
  )
}

function momentHtml(entry: TimelineEntry): string {
  return (
    `<td class="text line" width="64" style="${CELL};width:64px"><strong>${linesOf(entry.mark)}</strong></td>` +
    contentHtml(entry)
  )
}

function contentHtml({ text, detail }: ListEntry): string {
  const head = text === '' ? '' : `<strong>${linesOf(text)}</strong>`
  const below = detail === '' ? '' : `<div class="soft" style="${SMALL}">${linesOf(detail)}</div>`
  return `<td class="text line" style="${CELL}">${head}${below}</td>`
}
