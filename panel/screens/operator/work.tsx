// Jobs of all teams: a job that failed for good can be run again.
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { AskFirst } from '../../parts/ask-first.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { useActionName } from '../../words/said.ts'
import css from './operator.module.css'
import { ShownList, useShown } from './shown-list.tsx'
import { operatorWords } from './words.ts'

type Piece = Row<'installation.work'>

const KINDS: Readonly<Record<Piece['state'], StatusKind>> = { waiting: 'mute', running: 'info', dead: 'bad' }

export function Work() {
  const words = useWords(operatorWords)
  const nameOf = useActionName()
  const shown = useShown()
  const { list, isAll } = shown
  const result = useRead(
    'installation.work',
    { query: { page: list.page, ...(!isAll && { dead: true }) } },
    { keepsPrevious: true },
  )
  const retry = useChange('installation.retryWork', {
    refreshes: ['installation'],
    onDone: ({ revived }) => toast({ text: words.revived(revived) }),
  })
  const columns: Column<Piece>[] = [
    {
      name: 'kind',
      head: words.kind,
      cell: ({ kind }) => nameOf(kind),
      phone: 'title',
    },
    {
      name: 'state',
      head: words.state,
      cell: ({ state }) => <Status kind={KINDS[state]}>{words.workStates[state]}</Status>,
      phone: 'state',
    },
    {
      name: 'about',
      head: words.about,
      cell: ({ key, last_error: error }) => (
        <span className={css.about}>
          <span className="code">{key}</span>
          {error !== null && <small lang="en">{error}</small>}
        </span>
      ),
      isWide: true,
      phone: 'main',
    },
    { name: 'attempts', head: words.attempts, cell: ({ attempts }) => attempts, isEnd: true },
    { name: 'at', head: words.runAt, cell: ({ run_at: at }) => <DateTime at={at} kind="stamp" /> },
    {
      name: 'retry',
      head: words.retry,
      cell: ({ id, kind, key, state }) =>
        state === 'dead' && (
          <AskFirst
            verb={words.retry}
            title={words.retryTitle}
            change={retry}
            asked={{ params: { id } }}
            isDanger={false}
            isSmall
          >
            <p>{words.retryText(nameOf(kind), key)}</p>
          </AskFirst>
        ),
      isEnd: true,
      phone: 'rest',
    },
  ]
  const hasDead = !isAll && (result.data?.items.length ?? 0) > 1
  return (
    <ShownList
      title={words.work}
      {...{ result, columns, shown }}
      some={words.onlyDead}
      all={words.allWork}
      none={{ title: words.noDead, text: words.noDeadText }}
      noneAtAll={words.noWork}
      action={
        hasDead && (
          <AskFirst
            verb={words.retryAll}
            title={words.retryAllTitle}
            change={retry}
            asked={{ params: { id: 'all' } }}
            isDanger={false}
          >
            <p>{words.retryAllText}</p>
          </AskFirst>
        )
      }
    />
  )
}
