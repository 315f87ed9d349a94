// The blocks of a mail below its paragraphs: labels with values, lists, timelines and codes to be copied. Each is
// written twice from the same content, as HTML and as plain text.
import { type Html, html, htmlLines, NOTHING } from '../html.ts'
import { CELL, CODE, HEADING, SMALL, TABLE } from './mail-styles.ts'

export type MailBlock = MailRows | MailList | MailTimeline | MailCode

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
  entries: readonly MailTimelineEntry[]
}

/** On a line of its own, with nothing in it or around it that would be copied too. */
export interface MailCode {
  kind: 'code'
  title: string
  note: string
  code: string
}

export interface ListEntry {
  text: string
  /** Smaller, below the text; a line break stays one. */
  detail: string
}

export interface MailTimelineEntry extends ListEntry {
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
    case 'code':
      return `${block.title}\n${block.note}\n\n${block.code}`
  }
}

/** The mark before the first line, and the others below that line. */
function hanging(mark: string, width: number, gap: string, { text, detail }: ListEntry): string[] {
  const lines = [text, ...detail.split(/\r?\n/)].filter((line) => line !== '')
  return lines.map((line, index) => `${(index === 0 ? mark : '').padEnd(width)}${gap}${line}`)
}

export function blockHtml(block: MailBlock): Html {
  const title = html`<h2 class="text" style="${HEADING}">${htmlLines(block.title)}</h2>`
  switch (block.kind) {
    case 'rows':
      return html`${[title, tableOf(block.rows.map(rowHtml))]}`
    case 'list':
      return html`${[title, tableOf(block.entries.map(contentHtml))]}`
    case 'timeline':
      return html`${[title, noteHtml(block.note), tableOf(block.entries.map(momentHtml))]}`
    case 'code':
      return html`${[title, noteHtml(block.note), tableOf([codeHtml(block.code)])]}`
  }
}

function noteHtml(note: string): Html {
  return html`<p class="soft" style="margin:0 0 8px;${SMALL}">${htmlLines(note)}</p>`
}

function codeHtml(code: string): Html {
  return html`<td class="code text" style="${CODE}">${code}</td>`
}

function tableOf(rows: readonly Html[]): Html {
  return html`<table role="presentation" cellpadding="0" cellspacing="0" style="${TABLE}">
${rows.map((cells) => html`<tr>${cells}</tr>`)}
</table>`
}

function rowHtml({ label, value }: MailRows['rows'][number]): Html {
  const shown = html`<strong>${htmlLines(value)}</strong>`
  return html`
<td class="soft line" width="38%" style="${CELL};color:#5c6773;padding-right:12px">${htmlLines(label)}</td>
<td class="text line" style="${CELL};text-align:right">${shown}</td>`
}

function momentHtml(entry: MailTimelineEntry): Html {
  const mark = html`<strong>${htmlLines(entry.mark)}</strong>`
  return html`
<td class="text line" width="64" style="${CELL};width:64px">${mark}</td>
${contentHtml(entry)}`
}

function contentHtml({ text, detail }: ListEntry): Html {
  const head = text === '' ? NOTHING : html`<strong>${htmlLines(text)}</strong>`
  const below = detail === '' ? NOTHING : html`<div class="soft" style="${SMALL}">${htmlLines(detail)}</div>`
  return html`<td class="text line" style="${CELL}">${head}${below}</td>`
}
