// The frame of every screen: menu, search, mode switch and toasts.
import wifiOff from 'icon:wifi-off'
import { lazy, type ReactNode, Suspense } from 'react'
import { useLocation } from '../api/navigation.ts'
import { useOnline } from '../api/use-online.ts'
import { useOpeningMode } from '../api/use-readiness.ts'
import { useTeam } from '../api/use-team.ts'
import type { GuidePlace } from '../logic/guide.ts'
import { Icon } from '../parts/icon.tsx'
import { Toasts } from '../parts/toast.tsx'
import { FormatsProvider } from '../parts/use-formats.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import css from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TestStrip } from './test-strip.tsx'
import { TopBar } from './top-bar.tsx'
import { useRoleChange } from './use-role-change.ts'

const loadLive = async () => ({ default: (await import('./live.tsx')).Live })
/** Offline there are no events to follow. */
const Live = lazy(() => loadLive().catch(() => ({ default: () => null })))

interface ShellProps {
  /** The place of the guide about the current screen. */
  readonly help: GuidePlace | null
  readonly children: ReactNode
}

export function Shell({ help, children }: ShellProps) {
  const words = useWords(frameWords)
  const { isSuccess } = useTeam()
  const isOnline = useOnline()
  useRoleChange()
  useOpeningMode()
  const { path } = useLocation()
  return (
    <FormatsProvider>
      <div className={css.frame}>
        <a className={css.skip} href="#main">
          {words.skip}
        </a>
        <SideMenu />
        <div className={css.body}>
          <TestStrip />
          {!isOnline && (
            <p className={css.offline} role="status">
              <Icon of={wifiOff} size={16} />
              {words.offline}
            </p>
          )}
          <TopBar help={help} />
          <main id="main" className={css.main} tabIndex={-1}>
            <ErrorBoundary key={path}>{children}</ErrorBoundary>
          </main>
        </div>
        <BottomBar />
        <Toasts />
        {isSuccess && (
          <Suspense>
            <Live />
          </Suspense>
        )}
      </div>
    </FormatsProvider>
  )
}
