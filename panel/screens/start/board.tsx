// The deadlines that come first, and the way to all of them.
import arrow from 'icon:arrow-right'
import { PATHS } from '../../kit/paths.ts'
import { BoardRows, boardCss, DeparturesBoard, EmptyBoard } from '../../parts/departures-board.tsx'
import { Icon } from '../../parts/icon.tsx'
import { PlainLink } from '../../parts/link.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/language.tsx'
import { useDeadlines } from './use-figures.ts'
import { startWords } from './words.ts'

const SHOWN = 6

export function Board({ className, now }: { className: string | undefined; now: Date | undefined }) {
  const words = useWords(startWords)
  const result = useDeadlines()
  const all = (
    <PlainLink to={PATHS.deadlines} className={boardCss.all}>
      {words.all}
      <Icon of={arrow} size={15} />
    </PlainLink>
  )
  return (
    <DeparturesBoard title={words.deadlines} sub={words.deadlinesSub} action={all} className={className}>
      <Loaded result={result} skeleton={<Skeleton lines={SHOWN} className={boardCss.wait} />}>
        {({ holds }) =>
          holds.length === 0 || now === undefined ? (
            <EmptyBoard />
          ) : (
            <BoardRows holds={holds.slice(0, SHOWN)} now={now} />
          )
        }
      </Loaded>
    </DeparturesBoard>
  )
}
