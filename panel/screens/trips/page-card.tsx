// The travellers' page: share it, copy its link, send it, revoke it.
import link from 'icon:link'
import type { TripDetail } from '../../../contract/trips.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission, useTeam } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { ExternalLink } from '../../parts/external-link.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { SendCard } from '../../parts/records/send-card.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './trips.module.css'
import { tripScreenWords } from './words.ts'

export function PageCard({ of: trip }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  const mayWrite = usePermission('trips.write')
  const { data: team } = useTeam()
  const { id, page_url: url, client } = trip
  if (url === null && !mayWrite) return null
  return (
    <>
      <Card title={words.page} sub={url === null ? words.pageOff : words.pageOn}>
        {url === null ? (
          <Share id={id} />
        ) : (
          <>
            <CodeBlock text={url} what={words.page} />
            <div className={css.ends}>
              <ExternalLink href={url}>{words.openPage}</ExternalLink>
              {mayWrite && <Revoke id={id} />}
            </div>
          </>
        )}
      </Card>
      {url !== null && mayWrite && (
        <SendCard
          by="trips.send"
          id={id}
          client={client}
          link={url}
          text={words.sendText(team?.name ?? '', url)}
        />
      )}
    </>
  )
}

function Share({ id }: { id: string }) {
  const words = useWords(tripScreenWords)
  const parts = useWords(partWords)
  const share = useChange('trips.share', {
    refreshes: ['trips'],
    onDone: () => toast({ text: words.shared }),
  })
  const failure = share.error === null ? null : failureText(share.error, parts).text
  return (
    <>
      <Button icon={link} isBusy={share.isPending} onClick={() => share.mutate({ params: { id } })}>
        {words.share}
      </Button>
      {failure !== null && <p role="alert">{failure}</p>}
    </>
  )
}

function Revoke({ id }: { id: string }) {
  const words = useWords(tripScreenWords)
  const revoke = useChange('trips.unshare', {
    refreshes: ['trips'],
    onDone: () => toast({ text: words.revoked }),
  })
  return (
    <ConfirmButton verb={words.revoke} title={words.revokeTitle} change={revoke} request={{ params: { id } }}>
      <p>{words.revokeText}</p>
    </ConfirmButton>
  )
}
