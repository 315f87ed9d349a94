// The flight search. The URL holds the search, so that it survives a reload and can be shared.
import luggage from 'icon:luggage'
import pencil from 'icon:pencil'
import plug from 'icon:triangle-alert'
import { useState } from 'react'
import { navigate } from '../../api/navigation.ts'
import { usePreferences } from '../../api/use-preferences.ts'
import { useRead } from '../../api/use-read.ts'
import { useConnections } from '../../api/use-readiness.ts'
import { useNow, usePermission } from '../../api/use-team.ts'
import { PATHS } from '../../logic/paths.ts'
import { Airports } from '../../parts/airports.tsx'
import { Allowed } from '../../parts/allowed.tsx'
import { Button } from '../../parts/button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import noticeCss from '../../parts/form-notices.module.css'
import { Icon } from '../../parts/icon.tsx'
import { ButtonLink, Link, PlainLink } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useFormats } from '../../parts/use-formats.tsx'
import { flightWords } from '../../words/flights.ts'
import { frameWords } from '../../words/frame.ts'
import { useWords } from '../../words/language.tsx'
import { tripWords } from '../../words/trips.ts'
import { FILTER_NAMES } from './itineraries.ts'
import { keepSearch, recentSearches } from './recent-searches.ts'
import { Results } from './results.tsx'
import css from './search-form.module.css'
import { SearchForm } from './search-form.tsx'
import {
  bodyOf,
  faultsOf,
  NEW_SEARCH,
  SEARCH_NAMES,
  searchOf,
  TRIP_NAMES,
  type TripSearch,
  textsOf,
} from './trip-search.ts'

export function Screen() {
  return (
    <Allowed to="search" isPage>
      <Search />
    </Allowed>
  )
}

function Search() {
  const words = useWords(flightWords)
  const frame = useWords(frameWords)
  const formats = useFormats()
  const now = useNow()
  const connections = useConnections()
  const isLive = usePreferences().mode === 'live'
  const { filters, set } = useFilters([...SEARCH_NAMES, ...TRIP_NAMES, ...FILTER_NAMES])
  const search = searchOf(filters)
  const today = now === undefined ? '' : formats.isoDay(now)
  // An old link may contain a past date.
  const isRight = search !== undefined && now !== undefined && faultsOf(search, today).size === 0
  const [isEditing, setEditing] = useState(false)
  const result = useRead(
    'flights.search',
    { body: bodyOf(search ?? NEW_SEARCH) },
    { isEnabled: isRight && !(isLive && connections?.flights === 'none'), isStatic: true },
  )
  if (now === undefined) return <PageHead title={frame.pages.flights} sub={words.lead} />
  if (isLive && connections?.flights === 'none')
    return (
      <>
        <PageHead title={frame.pages.flights} sub={words.lead} />
        <EmptyState title={words.unconnected} text={words.unconnectedText} icon={plug}>
          <ButtonLink to={PATHS.readiness} kind="main">
            {frame.openActivation}
          </ButtonLink>
        </EmptyState>
      </>
    )
  const begin = (wanted: TripSearch) => {
    keepSearch(wanted, today)
    setEditing(false)
    const { trip, trip_item } = filters
    const named = Object.entries({ ...textsOf(wanted), trip, trip_item }).filter(([, text]) => text !== '')
    // The form is replaced, so the focus moves to the results.
    void navigate(PATHS.flights, { search: Object.fromEntries(named) }).then(() =>
      document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true }),
    )
  }
  return (
    <>
      <PageHead
        title={frame.pages.flights}
        sub={search === undefined ? words.lead : <SearchSummary of={search} />}
      >
        {isRight && (
          <Button icon={pencil} aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            {isEditing ? words.close : words.edit}
          </Button>
        )}
      </PageHead>
      {filters.trip !== '' && (
        <TripNotice
          id={filters.trip}
          takesPlace={filters.trip_item !== ''}
          onLeave={() => set({ trip: '', trip_item: '' })}
        />
      )}
      {(!isRight || isEditing) && (
        <SearchForm
          key={filters.legs}
          search={search ?? { ...NEW_SEARCH, client: filters.client }}
          today={today}
          showsErrors={search !== undefined}
          isBusy={result.isFetching}
          onSearch={begin}
        />
      )}
      {!isRight ? (
        <Recent today={today} />
      ) : (
        <Results result={result} now={now} legs={search.legs} texts={filters} onFilter={set} />
      )}
    </>
  )
}

function Recent({ today }: { today: string }) {
  const words = useWords(flightWords)
  const recent = recentSearches(today)
  if (recent.length === 0) return null
  return (
    <nav className={css.recent} aria-label={words.recent}>
      <h2>{words.recent}</h2>
      {recent.map(({ text, search }) => (
        <PlainLink key={text} to={PATHS.flights} search={Object.fromEntries(new URLSearchParams(text))}>
          <SearchSummary of={search} />
        </PlainLink>
      ))}
    </nav>
  )
}

/** A search as one line of text. */
function SearchSummary({ of }: { of: TripSearch }) {
  const { type, legs, adults, children, infants, cabin, client } = of
  const words = useWords(flightWords)
  const formats = useFormats()
  const shown = type === 'round_trip' ? legs.slice(0, 1) : legs
  const days = legs.map(({ date }) => formats.day(date)).join(', ')
  const { data: searchedFor } = useRead(
    'clients.read',
    { params: { id: client } },
    { isEnabled: client !== '' },
  )
  const said = [
    days,
    words.travellers(adults + children + infants),
    ...(cabin === 'economy' ? [] : [words.cabins[cabin]]),
    ...(searchedFor === undefined ? [] : [searchedFor.full_name]),
  ]
  return (
    <>
      {shown.map(({ origin, destination, date }) => (
        <span key={`${origin}${destination}${date}`} className={css.way}>
          <Airports from={origin} to={destination} />
        </span>
      ))}
      <small>{said.join(' · ')}</small>
    </>
  )
}

interface TripNoticeProps {
  readonly id: string
  readonly takesPlace: boolean
  readonly onLeave: () => void
}

/** The trip that a search is for: the booking will join it. */
function TripNotice({ id, takesPlace, onLeave }: TripNoticeProps) {
  const words = useWords(tripWords)
  const { data: trip } = useRead('trips.read', { params: { id } }, { isEnabled: usePermission('trips.read') })
  if (trip === undefined) return null
  return (
    <div className={noticeCss.restored} role="status">
      <Icon of={luggage} size={16} />
      <p>
        <Link to={PATHS.trip(id)}>{words.joining(trip.number, trip.title)}</Link>
        {takesPlace && <> {words.takesPlace}</>}
      </p>
      <Button isSmall onClick={onLeave}>
        {words.leaveTrip}
      </Button>
    </div>
  )
}
