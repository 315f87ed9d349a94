// Fills in a passenger with a person of the client's file, and empties what the file lacks.
import { useState } from 'react'
import type { ResponseOf } from '../../api/operations.ts'
import { Select } from '../../parts/select.tsx'
import { useWords } from '../../words/language.tsx'
import { relationshipWords } from '../../words/relationships.ts'
import { filledPassenger, isMaskedPassport } from './known-passenger.ts'
import css from './reserve.module.css'
import { reserveWords } from './reserve-words.ts'
import type { TravellerProps } from './travellers-fields.tsx'

interface FillFromProps extends TravellerProps {
  readonly people: ResponseOf<'clients.travellers'>
}

export function FillFrom({ form, index, people, needsPassport }: FillFromProps) {
  const words = useWords(reserveWords)
  const relationships = useWords(relationshipWords)
  const [chosen, setChosen] = useState('')
  const choices = people.map(({ person_id: value, full_name: name, relationship }) => ({
    value,
    label: relationship === null ? name : `${name} (${relationships[relationship].toLowerCase()})`,
  }))
  const fill = (id: string) => {
    const known = people.find(({ person_id: one }) => one === id)
    if (known === undefined) return
    const before = form.getValues(`passengers.${index}`)
    form.setValue(`passengers.${index}`, filledPassenger(before, known.passenger))
  }
  const filled = people.find(({ person_id: id }) => id === chosen)
  const hidesPassport = needsPassport && filled?.passenger.identity_documents?.some(isMaskedPassport) === true
  return (
    <div className={css.picker}>
      <Select
        label={words.fillFrom}
        isOptional
        none={words.typeIn}
        choices={choices}
        value={chosen}
        hint={hidesPassport ? words.passportHidden : undefined}
        onChange={({ target }) => {
          fill(target.value)
          setChosen(target.value)
        }}
      />
    </div>
  )
}
