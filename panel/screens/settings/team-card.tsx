// One part of the agency's profile as a form with its own save button and undo.
import schema from 'schema:team.update'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import type { TeamChange, TeamProfile } from '../../../contract/team-profile.ts'
import { etagOf } from '../../api/etags.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Form, FormButtons } from '../../parts/form.tsx'
import { FormNotices } from '../../parts/form-notices.tsx'
import { type FieldFault, useApiForm } from '../../parts/use-api-form.ts'
import { edited } from '../../parts/use-conflict.ts'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { agencyWords } from './agency-words.ts'
import css from './settings.module.css'
import { useSaveTeam } from './use-save-team.ts'

export type TeamForm<V extends FieldValues> = ReturnType<typeof useApiForm<V>>

export interface TeamCardProps<V extends FieldValues> {
  readonly title: string
  readonly sub: string
  readonly profile: TeamProfile
  /** Extracts the form's values from a profile. */
  readonly valuesOf: (profile: TeamProfile) => V & DefaultValues<V>
  /** The request of the form's values; empty fields are undefined. */
  readonly changeOf: (values: V) => TeamChange
  /** Errors that the form finds, instead of the schema. */
  readonly faultsOf?: (values: V) => FieldFault[]
  readonly children: (form: TeamForm<V>) => React.ReactNode
}

export function TeamCard<V extends FieldValues>(props: TeamCardProps<V>) {
  const { title, sub, profile, valuesOf, changeOf, faultsOf, children } = props
  const words = useWords(agencyWords)
  const parts = useWords(partWords)
  const mayManage = usePermission('team.manage')
  const save = useSaveTeam()
  const values = valuesOf(profile)
  const form = useApiForm<V>({
    values,
    ...(faultsOf === undefined ? { schema, toBody: changeOf } : { check: faultsOf }),
    edits: edited(profile, valuesOf),
    draft: `team.${Object.keys(values).join()}`,
    send: async (typed, ifMatch) => {
      const before = changeOf(valuesOf(profile))
      shown(await save(changeOf(typed), ifMatch, before, shown))
    },
  })
  const shown = (now: TeamProfile) => form.resetTo(valuesOf(now), etagOf(now))
  return (
    <Card title={title} sub={sub}>
      <Form onSubmit={form.submit} failure={form.failure}>
        <FormNotices form={form} />
        <fieldset disabled={!mayManage} className={css.fields}>
          {children(form)}
        </fieldset>
        {mayManage && form.formState.isDirty && (
          <FormButtons>
            <Button onClick={form.draft.discard}>{parts.cancel}</Button>
            <Button type="submit" kind="main" isBusy={form.isBusy}>
              {parts.save}
            </Button>
          </FormButtons>
        )}
      </Form>
      <span className="hidden-text" aria-live="polite">
        {form.formState.isDirty ? words.unsaved : ''}
      </span>
    </Card>
  )
}
