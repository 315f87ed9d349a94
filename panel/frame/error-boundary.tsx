// Keeps the frame standing when a screen falls: a way to reload, and the menu still works.
import triangle from 'icon:triangle-alert'
import { Component, type ReactNode } from 'react'
import { Button } from '../parts/button.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'

/** Only a class can catch what a component throws. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFallen: boolean }> {
  override state = { hasFallen: false }

  static getDerivedStateFromError() {
    return { hasFallen: true }
  }

  override render() {
    return this.state.hasFallen ? <Fallen /> : this.props.children
  }
}

export function Fallen() {
  const words = useWords(frameWords)
  return (
    <EmptyState title={words.broken} text={words.brokenHint} icon={triangle}>
      <Button kind="main" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </EmptyState>
  )
}
