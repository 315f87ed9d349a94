// The layout of every settings page: head, mode notice and permission.
import info from 'icon:info'
import lock from 'icon:lock'
import type { ReactNode } from 'react'
import { usePreferences } from '../../api/use-preferences.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/language.tsx'
import css from './settings.module.css'
import { settingsWords } from './words.ts'

export interface SettingsPageProps {
  readonly title: string
  readonly sub: string
  /** Applies to both modes. */
  readonly isOfBothModes?: boolean
  /** Only owners can change it. */
  readonly isForOwners?: boolean
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function SettingsPage(props: SettingsPageProps) {
  const { title, sub, isOfBothModes, isForOwners, actions, children } = props
  const words = useWords(settingsWords)
  const { mode } = usePreferences()
  const mayManage = usePermission('team.manage')
  return (
    <>
      <PageHead title={title} sub={sub} back={{ to: PATHS.settings, name: words.title }}>
        {actions}
      </PageHead>
      <div className={css.page}>
        {isForOwners && !mayManage && <PageNotice icon={lock}>{words.ownersOnly}</PageNotice>}
        {isOfBothModes && mode === 'test' && mayManage && (
          <PageNotice icon={info}>{words.bothModes}</PageNotice>
        )}
        {children}
      </div>
    </>
  )
}

/** A notice at the top of a page. */
export function PageNotice({ icon = info, children }: { icon?: typeof info; children: ReactNode }) {
  return (
    <div className={css.remark}>
      <Icon of={icon} size={16} />
      <div>{children}</div>
    </div>
  )
}
