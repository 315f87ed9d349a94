// What stands in a mail below its paragraphs: labels with values, and timelines. Each is written twice from the same
// content, as HTML and as plain text.
import { CELL, HEADING, linesOf, SMALL, TABLE } from './mail-styles.ts'

export type MailBlock = MailRows | MailTimeline

export interface MailRows {
  kind: 'rows'
  title: string
  rows: readonly { label: string; value: string }[]
}

export interface MailTimeline {
  kind: 'timeline'
  title: string
  note: string
  entries: readonly TimelineEntry[]
}

export interface TimelineEntry {
  /** At the left, such as a time; empty for what happens in between. */
  mark: string
  text: string
  /** Smaller, below the text; a line break stays one. */
  detail: string
}

export function blockText(block: MailBlock): string {
  return block.kind === 'rows' ? rowsText(block) : timelineText(block)
}

export function blockHtml(block: MailBlock): string[] {
  return block.kind === 'rows' ? rowsHtml(block) : timelineHtml(block)
}

function rowsText({ title, rows }: MailRows): string {
  return [title, ...rows.map(({ label, value }) => `- ${label}: ${value}`)].join('\n')
}

function timelineText({ title, note, entries }: MailTimeline): string {
  const width = Math.max(...entries.map(({ mark }) => mark.length))
  const lines = entries.flatMap(({ mark, text, detail }) =>
    [text, ...detail.split('\n')]
      .filter((line) => line !== '')
      .map((line, index) => `${(index === 0 ? mark : '').padEnd(width)}  ${line}`),
  )
  return [title, note, '', ...lines].join('\n')
}

function rowsHtml({ title, rows }: MailRows): string[] {
  return [
    `<h2 class="text" style="${HEADING}">${linesOf(title)}</h2>`,
    `<table role="presentation" cellpadding="0" cellspacing="0" style="${TABLE}">`,
    ...rows.map(
      ({ label, value }) =>
        `  <tr><td class="soft line" style="${CELL};color:#5c6773;padding-right:12px">${linesOf(label)}</td>` +
        `<td class="text line" style="${CELL};text-align:right;font-weight:600">${linesOf(value)}</td></tr>`,
    ),
    '</table>',
  ]
}

function timelineHtml({ title, note, entries }: MailTimeline): string[] {
  return [
    `<h2 class="text" style="${HEADING}">${linesOf(title)}</h2>`,
    `<p class="soft" style="margin:0 0 8px;${SMALL}">${linesOf(note)}</p>`,
    `<table role="presentation" cellpadding="0" cellspacing="0" style="${TABLE}">`,
    ...entries.map(entryHtml),
    '</table>',
  ]
}

function entryHtml({ mark, text, detail }: TimelineEntry): string {
  const head = text === '' ? '' : `<strong>${linesOf(text)}</strong>`
  const below = detail === '' ? '' : `<div class="soft" style="${SMALL}">${linesOf(detail)}</div>`
  return (
    `  <tr><td class="text line" width="64" style="${CELL};width:64px"><strong>${linesOf(mark)}</strong></td>` +
    `<td class="text line" style="${CELL}">${head}${below}</td></tr>`
  )
}
