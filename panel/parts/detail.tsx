// A page about one thing: its head and what is below, and before it was read, or where it cannot be, the way back to
// its list.
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from './loaded.tsx'
import { PageHead, type PageHeadProps } from './page-head.tsx'
import { Rows } from './skeleton.tsx'

export interface DetailProps<T> {
  readonly result: UseQueryResult<T>
  /** The list it belongs to. */
  readonly back: { readonly to: string; readonly name: string }
  readonly head: (data: T) => Omit<PageHeadProps, 'back'>
  readonly children: (data: T) => ReactNode
}

export function Detail<T>({ result, back, head, children }: DetailProps<T>) {
  if (result.data === undefined)
    return (
      <>
        <PageHead title={back.name} back={back} />
        <Loaded result={result} skeleton={<Rows count={8} />}>
          {() => null}
        </Loaded>
      </>
    )
  return (
    <>
      <PageHead {...head(result.data)} back={back} />
      {children(result.data)}
    </>
  )
}
