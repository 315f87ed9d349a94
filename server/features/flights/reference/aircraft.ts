// Aircraft types in service, by hand. A simulated carrier chooses by range and seats.

export type AircraftKind = 'turboprop' | 'regional_jet' | 'narrow_body' | 'wide_body'

export interface Aircraft {
  /** IATA type code. */
  code: string
  name: string
  kind: AircraftKind
  /** In a usual layout. */
  seats: number
  rangeKm: number
}

const TYPES: Readonly<Record<AircraftKind, string>> = {
  turboprop: `
    CNC 9 1700 Cessna 208B Grand Caravan
    DHT 19 1400 De Havilland Canada DHC-6 Twin Otter
    BEH 19 2300 Beechcraft 1900D
    L4T 19 1400 Let L-410 Turbolet
    EM2 30 1700 Embraer EMB 120 Brasília
    SF3 34 1700 Saab 340
    DH3 50 1700 De Havilland Canada Dash 8-300
    AT5 48 1500 ATR 42-500
    AT7 70 1500 ATR 72
    DH4 76 2000 De Havilland Canada Dash 8-400`,
  regional_jet: `
    ER3 37 3200 Embraer ERJ-135
    ER4 50 2900 Embraer ERJ-145
    CR2 50 3000 Bombardier CRJ200
    CR7 70 2500 Bombardier CRJ700
    CR9 88 2800 Bombardier CRJ900
    CRK 100 2700 Bombardier CRJ1000
    E70 74 3900 Embraer 170
    E75 78 4000 Embraer 175
    E90 106 4500 Embraer 190
    E95 118 4200 Embraer 195
    290 110 5200 Embraer E190-E2
    295 136 4800 Embraer E195-E2
    SU9 98 3000 Sukhoi Superjet 100
    100 100 2400 Fokker 100
    C27 90 2200 COMAC C909`,
  narrow_body: `
    221 116 6300 Airbus A220-100
    223 137 6200 Airbus A220-300
    318 118 5700 Airbus A318
    319 140 6800 Airbus A319
    320 174 6100 Airbus A320
    321 212 5900 Airbus A321
    31N 145 6900 Airbus A319neo
    32N 180 6300 Airbus A320neo
    32Q 214 7400 Airbus A321neo
    717 117 3800 Boeing 717-200
    733 138 4200 Boeing 737-300
    734 158 4000 Boeing 737-400
    73G 138 5900 Boeing 737-700
    738 184 5400 Boeing 737-800
    739 189 5300 Boeing 737-900
    7M7 150 7000 Boeing 737 MAX 7
    7M8 186 6500 Boeing 737 MAX 8
    7M9 193 6100 Boeing 737 MAX 9
    752 199 7200 Boeing 757-200
    753 243 6300 Boeing 757-300
    919 164 5500 COMAC C919`,
  wide_body: `
    332 247 13400 Airbus A330-200
    333 290 11700 Airbus A330-300
    338 257 15000 Airbus A330-800neo
    339 290 13300 Airbus A330-900neo
    343 279 13500 Airbus A340-300
    346 320 14400 Airbus A340-600
    359 315 15700 Airbus A350-900
    351 350 16600 Airbus A350-1000
    388 517 14800 Airbus A380-800
    763 218 11000 Boeing 767-300
    764 245 10400 Boeing 767-400ER
    772 312 13000 Boeing 777-200ER
    77L 301 15800 Boeing 777-200LR
    773 368 11100 Boeing 777-300
    77W 365 13600 Boeing 777-300ER
    788 242 13500 Boeing 787-8
    789 290 14000 Boeing 787-9
    781 318 11900 Boeing 787-10
    744 400 13400 Boeing 747-400
    74H 364 14300 Boeing 747-8`,
}

/** By kind, smaller kinds first. */
export const AIRCRAFT: readonly Aircraft[] = Object.entries(TYPES).flatMap(([kind, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', seats, rangeKm, ...name] = line.trim().split(' ')
      return {
        ...{ code, name: name.join(' '), kind: kind as AircraftKind },
        ...{ seats: Number(seats), rangeKm: Number(rangeKm) },
      }
    }),
)

const byCode = new Map(AIRCRAFT.map((aircraft) => [aircraft.code, aircraft]))

export function findAircraft(code: string): Aircraft | undefined {
  return byCode.get(code)
}
