// Words that are not used any more, and what is said instead: one word has one meaning, in names, comments and
// documents alike. The words themselves stand in ARCHITECTURE.md, under "Glossary".
import type { Files } from './project-files.ts'
import { lineAt } from './source-text.ts'

/** As it was written, in names or in prose; what is said instead; and where, unless everywhere. */
export type Retired = readonly [words: RegExp, say: string, where?: RegExp]

/** Features that have nothing to do with flights. */
const NO_FLIGHTS =
  /^server\/(?:outbox|payments|wallet|clients|invoicing|teams|events|webhooks|worker|service|cli)\//

/** One line for each; names of files count too. */
export const RETIRED: readonly Retired[] = [
  [/\b[Bb]ook(?:Work|RegularWork|Reminders?)\b|\b[Rr]efuseRebooking\b/g, 'schedule; one books flights'],
  [/\b[Bb]ook(?:ed)?\b(?!-)|\b[Bb]ook[A-Z]\w*|\b[Rr]ebook\w*/g, 'schedule, or record', NO_FLIGHTS],
  [/\b[Bb]ooks (?:it|its|itself|the|one|a|an|all|another|anew)\b/g, 'schedules', NO_FLIGHTS],
  [/\b(?:work|piece|look|reminder|run) (?:is|was|are|were) booked\b|\bbooks the next\b/g, 'schedule'],
  [/\bSaid\b|\breadSaid\b|\bread-said\b/g, 'a reported change'],
  [/\b(?:enqueue|Enqueue)\w*/g, 'schedule', /^(?:server|contract)\//],
  [
    /\bstore-(?:invoice|quote|recurring)\b|\bstore(?:Invoice|Quote|Recurring)\b/g,
    'save: a store has the SQL',
  ],
  [/\binvoice-quote\b|\binvoiceQuote\b/g, 'turnQuoteIntoInvoice'],
  [/\bleft-answer\b|\b[Ll]eft answers?\b/g, 'the request that waits for an answer'],
  [/\bpublic-document\b/g, 'the OpenAPI document, or a shared document'],
  [
    /\bsettle-(?:charge|invoice|recharge)\w*|\bsettle(?:Charge|Invoice|Recharge)\w*/g,
    'take in a payment, apply a verdict',
  ],
  [/\b[Hh]ere stands\b/g, 'what the file does: routes, holds, lists'],
  [/\b[Ss]ubscriptions?\b|\bSUBSCRIPTIONS?\b/g, 'recurring invoice; a webhook is subscribed to events'],
  [
    /\bconst settle\b|\bSETTLEMENT\b/g,
    'conclude, payment: one settles a hold with its carrier',
    /^(?:server|contract)\//,
  ],
  [/\btell(?:Credit|Recharge|Begun)\b|\bfunction tell\(/g, 'emit, or what is written to whom', /^server\//],
  [/\bwalletTransaction\b/g, 'inWalletTurn for the database, line for the ledger'],
  [/\bstoreEvent\b/g, 'emit; a store has the SQL'],
  [/\bcarrierOf\b|\bcarrierIfConnected\b|\bcarrier: Supplier\b/g, 'supplier, where it is whom we call'],
  [/\breplace-invoice-charge\b|\breplaceInvoiceCharge\b/g, 'renew'],
  [/\bSealed\b/g, 'AnswerHost', /^server\/outbox\//],
  [/\bowner: string\b/g, 'processId: the owner is a team and mode', /^server\/(?:outbox|worker)\//],
]

/** One sentence for each word, with the word to use. */
export function retiredIn(files: Files, retired: readonly Retired[] = RETIRED): string[] {
  if (files.size === 0) return ['no files were seen']
  return [...files].flatMap(([path, text]) =>
    retired
      .filter(([, , where]) => where === undefined || where.test(path))
      .flatMap(([words, say]) => {
        const inName = [...path.matchAll(words)].map(([word]) => `${path}: ${word} (say: ${say})`)
        const inText = [...text.matchAll(words)].map(
          ({ 0: word, index }) => `${path}:${lineAt(text, index)}: ${word} (say: ${say})`,
        )
        return [...inName, ...inText]
      }),
  )
}
