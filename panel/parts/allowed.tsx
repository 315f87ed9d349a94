// Shows its children only with a permission, and otherwise an error, so that no form fails only when it is sent.
import type { ReactNode } from 'react'
import type { Permission } from '../../contract/permissions.ts'
import { ApiError } from '../api/api-error.ts'
import { usePermission, useTeam } from '../api/use-team.ts'
import { ErrorState } from './error-state.tsx'
import { Skeleton } from './skeleton.tsx'

export interface AllowedProps {
  readonly to: Permission
  /** The screen has no other content. */
  readonly isPage?: boolean
  readonly children: ReactNode
}

export function Allowed({ to, isPage = false, children }: AllowedProps) {
  const { data: team } = useTeam()
  const isAllowed = usePermission(to)
  if (isAllowed) return children
  return team === undefined ? <Skeleton lines={6} /> : <ErrorState error={FORBIDDEN} isPage={isPage} />
}

const FORBIDDEN = new ApiError(403, { code: 'forbidden' })
