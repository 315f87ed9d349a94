// The test tools: test clock, test wallet and simulated payer.

import { ApiError } from '../../api/api-error.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { ErrorState } from '../../parts/error-state.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'
import { Payer } from './payer.tsx'
import { sandboxWords } from './sandbox-words.ts'
import { TestClock } from './test-clock.tsx'
import { TestWallet } from './test-wallet.tsx'

export function Screen() {
  const words = useWords(sandboxWords)
  const isTest = usePreferences().mode === 'test'
  return (
    <>
      <PageHead title={words.title} sub={words.sub} />
      {isTest ? (
        <div className={css.halves}>
          <div className={css.page}>
            <TestClock />
            <Payer />
          </div>
          <TestWallet />
        </div>
      ) : (
        <ErrorState error={new ApiError(404, {})} />
      )}
    </>
  )
}
