// Jobs of all teams: a job that failed for good can be run again.
import type { Row } from '../../api/operations.ts'
import { useChange } from '../../api/use-change.ts'
import { useRead } from '../../api/use-read.ts'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { DateTime } from '../../parts/date-time.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import type { Column } from '../../parts/table.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { useActionName } from '../../words/translate.ts'
import css from './operator.module.css'
import { ShownList, useShown } from './shown-list.tsx'
import { operatorWords } from './words.ts'

type Job = Row<'installation.work'>

const KINDS: Readonly<Record<Job['state'], StatusKind>> = { waiting: 'mute', running: 'info', dead: 'bad' }

export function Jobs() {
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
  const columns: Column<Job>[] = [
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
          <ConfirmButton
            verb={words.retry}
            title={words.retryTitle}
            change={retry}
            request={{ params: { id } }}
            isDanger={false}
            isSmall
          >
            <p>{words.retryText(nameOf(kind), key)}</p>
          </ConfirmButton>
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
      noRows={words.noWork}
      action={
        hasDead && (
          <ConfirmButton
            verb={words.retryAll}
            title={words.retryAllTitle}
            change={retry}
            request={{ params: { id: 'all' } }}
            isDanger={false}
          >
            <p>{words.retryAllText}</p>
          </ConfirmButton>
        )
      }
    />
  )
}
