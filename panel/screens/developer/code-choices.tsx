// Checkboxes for many codes, permissions or event types, grouped by area.
import { Checkbox } from '../../parts/checkbox.tsx'
import { useWords } from '../../words/language.tsx'
import css from './developer.module.css'
import { developerWords } from './words.ts'

export interface CodeChoicesProps {
  readonly codes: readonly string[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: string[]) => void
}

export function CodeChoices({ codes, chosen, onChange }: CodeChoicesProps) {
  const words = useWords(developerWords)
  const areas = new Map<string, string>(Object.entries(words.areas))
  const groups = Map.groupBy(codes, (code) => code.split('.')[0] ?? code)
  return (
    <div className={css.choices}>
      {[...groups].map(([area, members]) => (
        <fieldset key={area} className={css.group}>
          <legend>{areas.get(area) ?? area}</legend>
          {members.map((code) => (
            <Checkbox
              key={code}
              label={words.permissions[code] ?? <span className="code">{code}</span>}
              hint={words.permissions[code] === undefined ? undefined : code}
              checked={chosen.includes(code)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, code] : chosen.filter((one) => one !== code))
              }
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}
