// The shape of state tables, and functions to read one: the next state, emitted events and refusals. All
// moves read these tables, so that each state is decided once.
import type { ErrorCode } from '../../../contract/errors.ts'
import type { EventType } from '../../../contract/events.ts'

export interface StateRow<State extends string, Trigger extends string, Event extends EventType> {
  from: readonly State[]
  trigger: Trigger
  /** The state after it, which may be the same one; null where the trigger does nothing. */
  to: State | null
  /** The events, in this order. */
  emits: readonly Event[]
  refusal?: ErrorCode
}

export interface StateTable<
  State extends string,
  Trigger extends string,
  Event extends EventType,
  Beginning extends string = string,
> {
  states: readonly State[]
  triggers: readonly Trigger[]
  /** How something is created: the first state and the events. */
  begins: Readonly<Record<Beginning, { to: State; emits: readonly Event[] }>>
  /** One for each state and trigger. */
  rows: readonly StateRow<State, Trigger, Event>[]
}

type AnyBeginning<State extends string, Trigger extends string, Event extends EventType> = Omit<
  StateTable<State, Trigger, Event>,
  'begins'
>

/** The row of a trigger that does nothing in these states, or is refused in them. */
export function unmoved<State extends string, Trigger extends string>(
  from: readonly State[],
  trigger: Trigger,
  because: { refusal?: ErrorCode } = {},
): StateRow<State, Trigger, never> {
  return { from, trigger, to: null, emits: [], ...because }
}

/** For tables whose triggers are the requested states: to request the current state does nothing. */
export function asItIs<State extends string>(states: readonly State[]): StateRow<State, State, never>[] {
  return states.map((state) => unmoved([state], state))
}

/** A predicate for these states. */
export function isIn<State extends string>(...states: State[]): (asked: { status: State }) => boolean {
  return ({ status }) => states.includes(status)
}

/** The states of a table that satisfy a predicate: for SQL statements, which cannot call it. */
export function statesThat<State extends string>(
  { states }: { states: readonly State[] },
  is: (asked: { status: State }) => boolean,
): State[] {
  return states.filter((status) => is({ status }))
}

export function rowOf<Row extends StateRow<string, string, EventType>>(
  { rows }: { rows: readonly Row[] },
  from: NoInfer<Row['from'][number]>,
  trigger: NoInfer<Row['trigger']>,
): Row {
  const found = rows.find((row) => row.trigger === trigger && row.from.includes(from))
  if (found === undefined) throw new Error(`the table says nothing of ${trigger} where it is ${from}`)
  return found
}

/** The state after the trigger; null if it does nothing. */
export function nextState<State extends string, Trigger extends string>(
  table: AnyBeginning<State, Trigger, EventType>,
  from: NoInfer<State>,
  trigger: NoInfer<Trigger>,
): State | null {
  return rowOf(table, from, trigger).to
}

/** Why the trigger is refused; undefined if it is not. */
export function refusalOf<State extends string, Trigger extends string>(
  table: AnyBeginning<State, Trigger, EventType>,
  from: NoInfer<State>,
  trigger: NoInfer<Trigger>,
): ErrorCode | undefined {
  return rowOf(table, from, trigger).refusal
}

/** For tables whose triggers are the requested states: the states that are reachable from this one. */
export function allowedFrom<State extends string>(
  table: AnyBeginning<State, State, EventType>,
  from: NoInfer<State>,
): State[] {
  return table.states.filter((state) => ![null, from].includes(nextState(table, from, state)))
}

/** The events that the trigger emits in this state. */
export function emittedBy<State extends string, Trigger extends string, Event extends EventType>(
  table: AnyBeginning<State, Trigger, Event>,
  from: NoInfer<State>,
  trigger: NoInfer<Trigger>,
): readonly Event[] {
  return rowOf(table, from, trigger).emits
}

/** The events of saving an object in a state: those of its creation, if it is new, and those of the move. */
export function emittedUpTo<State extends string, Event extends EventType>(
  table: StateTable<State, State, Event, 'create'>,
  before: NoInfer<State> | undefined,
  after: NoInfer<State>,
): readonly Event[] {
  if (before !== undefined) return emittedBy(table, before, after)
  const { to, emits } = table.begins.create
  return [...emits, ...emittedBy(table, to, after)]
}

/** The states that the trigger leaves. */
export function statesBefore<State extends string, Trigger extends string>(
  table: AnyBeginning<State, Trigger, EventType>,
  trigger: NoInfer<Trigger>,
): State[] {
  return table.states.filter((state) => ![null, state].includes(nextState(table, state, trigger)))
}

/**
 * The move of a trigger from any state, for single statements that do not read the state first. Each trigger
 * of such a table leads to one state only.
 */
export function moveBy<State extends string, Trigger extends string, Event extends EventType>(
  table: AnyBeginning<State, Trigger, Event>,
  trigger: NoInfer<Trigger>,
): { from: State[]; to: State; emits: readonly Event[] } {
  const from = statesBefore(table, trigger)
  const [row, ...others] = table.rows.filter(
    (one) => one.trigger === trigger && one.from.some((state) => from.includes(state)),
  )
  if (row === undefined || row.to === null || others.length > 0)
    throw new Error(`${trigger} does not lead to one state`)
  return { from, to: row.to, emits: row.emits }
}

/**
 * The state of an object when this event is emitted: by the first row that emits it, otherwise its first
 * state.
 */
export function stateAtEvent<State extends string>(
  { rows, begins }: StateTable<State, string, EventType>,
  type: EventType,
): State | undefined {
  const found = [...rows, ...Object.values(begins)].find(({ emits }) => emits.includes(type))
  return found?.to ?? undefined
}
