// A page about the object in its path. While it loads or if it fails, the page links back to the list.
import type { ComponentType } from 'react'
import type { OperationId, RequestOf, ResponseOf } from '../api/operations.ts'
import { useRead } from '../api/use-read.ts'
import { PATHS } from '../logic/paths.ts'
import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.tsx'
import { Loaded } from './loaded.tsx'
import { PageHead, type PageHeadProps } from './page-head.tsx'
import { Rows } from './skeleton.tsx'
import { usePathId } from './use-path-id.ts'

type ById = {
  [Id in OperationId]: { params: { id: string } } extends RequestOf<Id> ? Id : never
}[OperationId]
type Lists = keyof typeof PATHS & keyof (typeof frameWords)['pt']['pages']

export interface DetailOf<Id extends OperationId> {
  readonly of: ResponseOf<Id>
  /** The back link of the page head. */
  readonly back: NonNullable<PageHeadProps['back']>
}

interface DetailProps<Id extends OperationId> {
  readonly by: Id
  /** The list that the object belongs to. */
  readonly list: Lists
  readonly as: ComponentType<DetailOf<Id>>
}

export function Detail<Id extends ById>({ by, list, as: Page }: DetailProps<Id>) {
  const back = { to: PATHS[list], name: useWords(frameWords).pages[list] }
  const request: { params: { id: string } } = { params: { id: usePathId() } }
  const result = useRead(by, request as RequestOf<Id>)
  if (result.data !== undefined) return <Page of={result.data} back={back} />
  return (
    <>
      <PageHead title={back.name} back={back} />
      <Loaded result={result} skeleton={<Rows count={8} />}>
        {() => null}
      </Loaded>
    </>
  )
}
