// The screen of a new document's editor: title, first day and the team's usual ways to pay. In test mode the day comes from the test clock.
import type { ReactNode } from 'react'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { useRead } from '../../api/use-read.ts'
import { useNow } from '../../api/use-team.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useFormats } from '../../parts/use-formats.tsx'

export interface EditorScreenProps {
  readonly title: string
  /** Users without this permission see an error. */
  readonly needs: Permission
  readonly back: { readonly to: string; readonly name: string }
  /** `inAWeek` is seven days after today; `methods` are those of the team's settings. */
  readonly children: (today: string, inAWeek: string, methods: PaymentMethod[]) => ReactNode
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

export function EditorScreen({ title, needs, back, children }: EditorScreenProps) {
  const formats = useFormats()
  const now = useNow()
  const { data: team, isLoading } = useRead('team.profile', {})
  return (
    <>
      <PageHead title={title} back={back} />
      <Allowed to={needs}>
        {now === undefined || isLoading ? (
          <Skeleton lines={6} />
        ) : (
          children(
            formats.isoDay(now),
            formats.isoDay(new Date(now.getTime() + WEEK_MS)),
            team?.payment_methods ?? ['pix'],
          )
        )}
      </Allowed>
    </>
  )
}
