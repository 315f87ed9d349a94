// The health of the installation, check by check, with a remedy for each finding.
import refreshIcon from 'icon:refresh-cw'
import type { ResponseOf } from '../../api/operations.ts'
import { useRead } from '../../api/use-read.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Status, type StatusKind } from '../../parts/status.tsx'
import { useWords } from '../../words/language.tsx'
import { findingWords } from './findings-words.ts'
import css from './operator.module.css'
import { operatorWords } from './words.ts'

type Finding = ResponseOf<'installation.health'>[number]

const KINDS: Readonly<Record<Finding['state'], StatusKind>> = {
  ok: 'ok',
  warning: 'wait',
  missing: 'wait',
  problem: 'bad',
}

export function Health() {
  const words = useWords(operatorWords)
  const result = useRead('installation.health', {})
  const again = (
    <Button icon={refreshIcon} isBusy={result.isFetching} onClick={() => void result.refetch()}>
      {words.again}
    </Button>
  )
  return (
    <Card title={words.health} sub={words.healthSub} action={again}>
      <Loaded result={result}>
        {(findings) => (
          <ul className={css.checks}>
            {findings.map((finding) => (
              <Check key={finding.check} of={finding} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Check({ of: { check, state, code, values } }: { of: Finding }) {
  const words = useWords(operatorWords)
  const names = new Map(Object.entries(words.checks))
  const [text, advice] = useWords(findingWords).findings[code](values)
  return (
    <li>
      <Status kind={KINDS[state]}>{words.states[state]}</Status>
      <div>
        <p className={css.name}>{names.get(check) ?? check}</p>
        <p className="quiet">{text}</p>
        {advice !== undefined && <p>{advice}</p>}
      </div>
    </li>
  )
}
