// What an offer keeps of its choice of flights, so that the carrier knows it again.
import Type from 'typebox'
import { shapeReader } from '../../../base/values/shape-reader.ts'

/** Stored in offers and orders: a new form gets a new version. */
const ChoiceData = Type.Object({
  version: Type.Literal(1),
  family: Type.String(),
  quotedDay: Type.Integer(),
  flights: Type.Array(Type.Array(Type.String())),
  /** Until when a hold of it can be paid; null where it cannot be held. Offers of earlier versions do not say. */
  payByMs: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
})
export type ChoiceData = Type.Static<typeof ChoiceData>

export const readChoiceData = shapeReader(ChoiceData)
