// If a screen crashes, shows an error with a reload button and keeps the menu working.
import triangle from 'icon:triangle-alert'
import { Component, type ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { useOnline } from '../api/use-online.ts'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { ErrorState } from '../parts/error-state.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'

/** Only a class component can catch render errors. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ScreenError /> : this.props.children
  }
}

export function ScreenError() {
  const words = useWords(frameWords)
  // A screen that was never opened cannot be loaded offline.
  if (!useOnline()) return <ErrorState error={new ApiError(0, {})} onRetry={() => location.reload()} />
  return (
    <EmptyState title={words.broken} text={words.brokenHint} icon={triangle}>
      <Button kind="main" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </EmptyState>
  )
}
