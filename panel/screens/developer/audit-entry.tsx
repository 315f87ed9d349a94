// One audit entry in a drawer, with the values before and after.
import type { Row } from '../../api/operations.ts'
import { auditFacts, namedValues } from '../../kit/audit-facts.ts'
import { Amount } from '../../parts/amount.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Link } from '../../parts/link.tsx'
import { useWords } from '../../words/language.tsx'
import { useActionName, useTranslate } from '../../words/translate.ts'
import { auditWords } from './audit-words.ts'
import css from './developer.module.css'
import { developerWords } from './words.ts'

export type AuditEntry = Row<'audit.list'>

export function AuditDrawer({ of, onClose }: { of: AuditEntry | null; onClose: () => void }) {
  const nameOf = useActionName()
  return (
    <Dialog title={of === null ? '' : nameOf(of.action)} kind="drawer" isOpen={of !== null} onClose={onClose}>
      {of !== null && <Content of={of} />}
    </Dialog>
  )
}

function Content({ of }: { of: AuditEntry }) {
  const words = useWords(developerWords)
  const translate = useTranslate()
  const nameOf = useActionName()
  const objectName = (object: string) =>
    new Map<string, string>(Object.entries(words.objects)).get(object) ?? object
  const code = (text: string | null) => text && <span className="code">{text}</span>
  return (
    <div className={css.fields}>
      <KeyValues
        rows={[
          [words.when, <DateTime key="when" at={of.created_at} kind="stamp" />],
          [words.topic, words.topics[of.topic]],
          [words.action, nameOf(of.action)],
          [
            words.actor,
            `${words.actors[of.actor.type]}${of.actor.name === null ? '' : `: ${translate(of.actor.name)}`}`,
          ],
          [words.id, code(of.actor.id)],
          [words.address, code(of.address)],
          [words.object, <AuditObject key="object" of={of} />],
          [words.amount, amountIn(of)],
          [words.objectId, code(of.object_id)],
          [words.request, code(of.request_id)],
          [words.sequence, of.sequence],
        ]}
      />
      {of.changes.length === 0 && <p className="quiet">{words.noChanges}</p>}
      {of.changes.map(({ object, object_id: id, before, after }) => (
        <section key={`${object} ${id}`} className={css.attempt}>
          <h3>
            {objectName(object)} <span className="code quiet">{id}</span>
          </h3>
          {before !== null && <Values title={words.before} of={before} />}
          {after !== null && <Values title={words.after} of={after} />}
        </section>
      ))}
      <h3>{words.hash}</h3>
      <CodeBlock text={of.hash} what={words.hash} />
    </div>
  )
}

/** The object of an entry, with a link to its page. */
export function AuditObject({ of }: { of: AuditEntry }) {
  const { objects } = useWords(developerWords)
  const { kind, path } = auditFacts(of)
  if (kind === null) return null
  const name = new Map<string, string>(Object.entries(objects)).get(kind) ?? kind
  return path === null ? name : <Link to={path}>{name}</Link>
}

export function amountIn(of: AuditEntry) {
  const { amount } = auditFacts(of)
  return amount === null ? null : <Amount of={amount} />
}

function Values({ title, of }: { title: string; of: Readonly<Record<string, unknown>> }) {
  const names = useWords(auditWords)
  return (
    <>
      <p className="quiet">{title}</p>
      <CodeBlock text={JSON.stringify(namedValues(of, names), null, 2)} what={title} />
    </>
  )
}
