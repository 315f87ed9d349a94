// Merges on the page of a client: that it was merged into another, or what was merged into it, with the way back.
import type { ResponseOf, Row } from '../../api/operations.ts'
import { useReadAll } from '../../api/use-read.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Link } from '../../parts/link.tsx'
import { useWords } from '../../words/language.tsx'
import css from './merge.module.css'
import { mergeWords } from './merge-words.ts'
import { useUnmerge } from './use-merge.ts'

/** For a client that was merged into another. */
export function MergedInto({ of: client }: { of: ResponseOf<'clients.read'> }) {
  const words = useWords(mergeWords)
  if (client.merged_into_id === null) return null
  return (
    <Card title={words.mergedInto}>
      <div className={css.row}>
        <Link to={PATHS.client(client.merged_into_id)}>{words.openRemaining}</Link>
        <Unmerge of={client} />
      </div>
    </Card>
  )
}

/** For a client that others were merged into. */
export function MergedHere({ id }: { id: string }) {
  const words = useWords(mergeWords)
  const { data } = useReadAll('clients.list', { query: { merged_into_id: id } })
  if (data === undefined || data.length === 0) return null
  return (
    <Card title={words.mergedHere}>
      <ul>
        {data.map((client) => (
          <li key={client.id} className={css.row}>
            <Link to={PATHS.client(client.id)}>{client.full_name}</Link>
            <Unmerge of={client} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Unmerge({ of: { id, unmerge_until: until } }: { of: Row<'clients.list'> }) {
  const words = useWords(mergeWords)
  const now = useNow()
  const mayWrite = usePermission('clients.write')
  const { unmerge, isBusy } = useUnmerge()
  if (!mayWrite || until === null || now === undefined || now >= new Date(until)) return null
  return (
    <>
      <small className="quiet">
        {words.until} <DateTime at={until} />
      </small>
      <Button isSmall isBusy={isBusy} onClick={() => unmerge(id)}>
        {words.unmerge}
      </Button>
    </>
  )
}
