// Possible duplicates: groups of clients with something in common, and the merge of two of them.
import copy from 'icon:copy'
import { useState } from 'react'
import type { Row } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { usePermission } from '../../api/use-team.ts'
import { maskPhone } from '../../kit/masks.ts'
import { Button } from '../../parts/button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Pager } from '../../parts/list.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Badge } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { type ClientPair, Compare } from './compare.tsx'
import css from './merge.module.css'
import { mergeWords } from './merge-words.ts'
import { useMerge } from './use-merge.ts'

type Group = Row<'clients.duplicates'>
type Client = Group['clients'][number]

export function Duplicates() {
  const words = useWords(mergeWords)
  const [isOpen, setOpen] = useState(false)
  const [pair, setPair] = useState<ClientPair | null>(null)
  const merging = useMerge(() => setPair(null))
  const choose = (chosen: ClientPair | null) => {
    merging.reset()
    setPair(chosen)
  }
  return (
    <>
      <Button icon={copy} onClick={() => setOpen(true)}>
        {words.duplicates}
      </Button>
      <Dialog
        title={words.duplicates}
        kind="wide"
        isOpen={isOpen}
        onClose={() => {
          setOpen(false)
          choose(null)
        }}
      >
        {isOpen && pair === null && <Groups onCompare={choose} />}
        {pair !== null && (
          <Compare
            pair={pair}
            onSwap={() => choose({ remaining: pair.duplicate, duplicate: pair.remaining })}
            onBack={() => choose(null)}
            onMerge={() => merging.merge(pair.remaining, pair.duplicate)}
            isBusy={merging.isBusy}
            error={merging.error}
          />
        )}
      </Dialog>
    </>
  )
}

function Groups({ onCompare }: { onCompare: (pair: ClientPair) => void }) {
  const words = useWords(mergeWords)
  const [page, setPage] = useState(1)
  const result = useRead('clients.duplicates', { query: { page } }, { keepsPrevious: true })
  return (
    <Loaded result={result}>
      {({ items, pagination }) =>
        items.length === 0 ? (
          <EmptyState title={words.none} text={words.noneText} icon={copy} />
        ) : (
          <>
            {items.map((group) => (
              <GroupOf key={`${group.sign} ${group.value}`} group={group} onCompare={onCompare} />
            ))}
            <Pager {...pagination} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}

/** Each client is compared with the oldest of the group. */
function GroupOf({ group, onCompare }: { group: Group; onCompare: (pair: ClientPair) => void }) {
  const words = useWords(mergeWords)
  const mayWrite = usePermission('clients.write')
  const [oldest, ...others] = group.clients
  if (oldest === undefined) return null
  return (
    <section className={css.group}>
      <h3>
        {words.signs[group.sign]} <small className="quiet">{words.records(group.clients.length)}</small>
      </h3>
      <ul>
        <li>
          <NameOf client={oldest} />
        </li>
        {others.map((other) => (
          <li key={other.id}>
            <NameOf client={other} />
            {mayWrite &&
              (other.client_type === oldest.client_type ? (
                <Button
                  isSmall
                  aria-label={words.compareWith(other.full_name, oldest.full_name)}
                  onClick={() => onCompare({ remaining: oldest, duplicate: other })}
                >
                  {words.compare}
                </Button>
              ) : (
                <small className="quiet">{words.otherType}</small>
              ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function NameOf({ client }: { client: Client }) {
  const words = useWords(mergeWords)
  return (
    <div className={css.name}>
      <span>
        <b>{client.full_name}</b> {!client.is_active && <Badge>{words.inactive}</Badge>}
      </span>
      <small className="quiet">
        {[client.email, maskPhone(client.phone ?? '')].filter(Boolean).join(', ')}
      </small>
      <small className="quiet">
        {words.fields.since} <DateTime at={client.created_at} kind="stamp" />
      </small>
    </div>
  )
}
