// A new item of a trip: first its kind, then the fields of that kind.
import { navigate } from '../../api/navigation.ts'
import { useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Allowed } from '../../parts/allowed.tsx'
import { Button } from '../../parts/button.tsx'
import { Detail, type DetailOf } from '../../parts/detail.tsx'
import { Icon } from '../../parts/icon.tsx'
import { ButtonLink, PlainLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import { tripWords } from '../../words/trips.ts'
import { emptyItem, itemBody } from './item-draft.ts'
import { ItemForm } from './item-form.tsx'
import { itemWords } from './item-words.ts'
import { isKind, KIND_ICONS, KINDS } from './kinds.ts'
import { searchOfTrip } from './search-of-item.ts'
import css from './trips.module.css'

export const Screen = () => <Detail by="trips.read" list="trips" as={NewItem} />

function NewItem({ of: trip }: DetailOf<'trips.read'>) {
  const words = useWords(itemWords)
  const { kinds } = useWords(tripWords)
  const { kind } = useFilters(['kind']).filters
  const back = { to: PATHS.trip(trip.id), name: trip.title }
  return (
    <>
      <PageHead
        title={isKind(kind) ? words.newOne(kinds[kind]) : words.newItem}
        back={isKind(kind) ? { to: PATHS.newTripItem(trip.id), name: words.newItem } : back}
      />
      <Allowed to="trips.write" isPage>
        {isKind(kind) ? <KindForm key={kind} trip={trip} kind={kind} /> : <KindChoice trip={trip} />}
      </Allowed>
    </>
  )
}

function KindChoice({ trip }: { trip: DetailOf<'trips.read'>['of'] }) {
  const words = useWords(itemWords)
  const { kinds, sellFlight } = useWords(tripWords)
  const maySearch = usePermission('search')
  return (
    <>
      <ul className={css.kinds}>
        {KINDS.map((kind) => (
          <li key={kind}>
            <PlainLink to={PATHS.newTripItem(trip.id)} search={{ kind }}>
              <Icon of={KIND_ICONS[kind]} size={22} />
              <span>
                {kind === 'flight' ? words.otherFlight : kinds[kind]}
                <small>{words.kindHints[kind]}</small>
              </span>
            </PlainLink>
          </li>
        ))}
      </ul>
      {maySearch && (
        <p className={css.orSearch}>
          {words.ownFlight}{' '}
          <ButtonLink to={PATHS.flights} search={searchOfTrip(trip)} icon={KIND_ICONS.flight} isSmall>
            {sellFlight}
          </ButtonLink>
        </p>
      )}
    </>
  )
}

function KindForm({ trip, kind }: { trip: DetailOf<'trips.read'>['of']; kind: (typeof KINDS)[number] }) {
  const words = useWords(itemWords)
  const parts = useWords(partWords)
  const { timeZone } = useFormats()
  const seesCosts = usePermission('costs.read')
  const to = PATHS.trip(trip.id)
  const create = useChange('tripItems.create', {
    refreshes: ['trips', 'clients'],
    onDone: () => {
      toast({ text: words.added })
      void navigate(to)
    },
  })
  return (
    <ItemForm
      kind={kind}
      trip={trip}
      values={emptyItem(kind)}
      draft={`item.new ${trip.id} ${kind}`}
      send={(draft) =>
        create.mutateAsync({
          params: { id: trip.id },
          body: itemBody(kind, draft, { timeZone, seesCosts }),
        })
      }
      buttons={(isBusy) => (
        <>
          <ButtonLink to={to}>{parts.cancel}</ButtonLink>
          <Button type="submit" kind="main" isBusy={isBusy}>
            {words.add}
          </Button>
        </>
      )}
    />
  )
}
