// Creates a sample event in test mode, for testing receivers.
import { useState } from 'react'
import { EVENTS } from '../../../contract/events.ts'
import { useChange } from '../../api/use-change.ts'
import { Button } from '../../parts/button.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Select } from '../../parts/select.tsx'
import { toast } from '../../parts/toast.tsx'
import { useWords } from '../../words/language.tsx'
import { developerWords } from './words.ts'

const TYPES = Object.keys(EVENTS)

export function EmitSample() {
  const words = useWords(developerWords)
  const [isOpen, setOpen] = useState(false)
  const [type, setType] = useState(TYPES[0] ?? '')
  const emit = useChange('events.emitSample', {
    refreshes: ['events', 'deliveries', 'webhooks'],
    onDone: () => {
      setOpen(false)
      toast({ text: words.emitted })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.emit}</Button>
      <Confirm
        title={words.emit}
        verb={words.emit}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={() => emit.mutate({ body: { type } })}
        isBusy={emit.isPending}
        error={emit.error}
      >
        <p>{words.emitText}</p>
        <Select
          label={words.type}
          choices={TYPES.map((value) => ({ value, label: value }))}
          value={type}
          onChange={({ target }) => setType(target.value)}
        />
      </Confirm>
    </>
  )
}
