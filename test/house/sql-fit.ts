// What a row type claims against what PostgreSQL returns, compared by the compiler: sql-types.ts writes `Checked` around
// the row type of each statement in a copy of the sources.
import type { Selectable } from 'kysely'

/** Any JSON value. */
export interface Json {
  json: true
}

/** Of an expression, for which PostgreSQL does not report whether it can be null. */
export interface PerhapsNull {
  perhapsNull: true
}

/** The row type, if each of its properties is a column of the statement and the other way round. */
export type Checked<Row, Found extends AllColumns<Row, Found>> = Found extends never ? never : Row

/** The tables of a query builder, if each of their columns is one of the database. */
export type CheckedTables<Tables, Found extends AllTables<Tables, Found>> = Found extends never
  ? never
  : Tables

type AllColumns<Row, Found> = unknown extends Row
  ? unknown
  : {
      [Name in keyof Row | keyof Found]: Name extends keyof Row
        ? Name extends keyof Found
          ? Column<Row[Name], Found[Name]>
          : 'in the row type, but not a column'
        : 'a column, but not in the row type'
    }

type AllTables<Tables, Found> = {
  [Table in keyof Tables]: Table extends keyof Found
    ? {
        [Name in keyof Selectable<Tables[Table]>]: Name extends keyof Found[Table]
          ? Column<Selectable<Tables[Table]>[Name], Found[Table][Name]>
          : 'not a column of the table'
      }
    : 'not a table of the database'
}

/** What was found if it fits, and otherwise what is wrong with it. A literal union fits a text. */
type Column<Claimed, Found> = unknown extends Claimed
  ? Found
  : [Exclude<Claimed, null>] extends [NotNull<Found>]
    ? Nullable<Claimed, Found>
    : Json extends Found
      ? Nullable<Claimed, Found>
      : Claims<Exclude<Claimed, null>>

interface Claims<Claimed> {
  claimed: Claimed
}

type Nullable<Claimed, Found> = PerhapsNull extends Found
  ? Found
  : null extends Found
    ? null extends Claimed
      ? Found
      : 'can be null, and the row type has no null'
    : null extends Claimed
      ? 'is never null, and the row type has null'
      : Found

type NotNull<Found> = Exclude<Found, null | PerhapsNull>
