// The tags of a booking, a client or a trip; each links to the list of records with that tag.
import plus from 'icon:plus'
import x from 'icon:x'
import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { recordWords } from '../../words/records.ts'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { failureText } from '../failure-text.ts'
import { Icon } from '../icon.tsx'
import { Input } from '../input.tsx'
import { PlainLink } from '../link.tsx'
import { toast } from '../toast.tsx'
import css from './records.module.css'

export interface TagsProps {
  readonly about: 'booking' | 'client' | 'trip'
  readonly id: string
  readonly tags: readonly string[]
  /** The path of the list. */
  readonly list: string
}

export function Tags({ about, id, tags, list }: TagsProps) {
  const words = useWords(recordWords)
  const parts = useWords(partWords)
  const mayWrite = usePermission('notes.write')
  const [typed, setTyped] = useState('')
  const set = useChange(`${about}Tags.set`, {
    refreshes: ['bookings', 'clients', 'trips'],
    onDone: () => setTyped(''),
  })
  const change = (all: readonly string[], dropped?: string) =>
    set.mutate(
      { params: { id }, body: { tags: [...all] } },
      {
        onSuccess: () =>
          dropped !== undefined &&
          toast({ text: words.tagDropped(dropped), onUndo: () => change([...all, dropped]) }),
        onError: (error) => toast({ kind: 'bad', text: failureText(error, parts).text }),
      },
    )
  if (!mayWrite && tags.length === 0) return null
  return (
    <Card title={words.tags}>
      <div className={css.tags}>
        {tags.length > 0 && (
          <ul>
            {tags.map((tag) => (
              <li key={tag}>
                <PlainLink to={list} search={{ tag }}>
                  {tag}
                </PlainLink>
                {mayWrite && (
                  <button
                    type="button"
                    aria-label={words.dropTag(tag)}
                    disabled={set.isPending}
                    onClick={() =>
                      change(
                        tags.filter((one) => one !== tag),
                        tag,
                      )
                    }
                  >
                    <Icon of={x} size={14} />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (typed.trim() !== '') change([...tags, typed.trim()])
            }}
          >
            <Input
              label={words.newTag}
              hidesLabel
              placeholder={words.newTag}
              isSmall
              maxLength={40}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button
              type="submit"
              isSmall
              icon={plus}
              isBusy={set.isPending}
              disabled={typed.trim() === ''}
              aria-label={words.addTag}
            />
          </form>
        )}
      </div>
    </Card>
  )
}
