// Where the numbers that operators watch are kept, in Prometheus's form. Each folder adds its own.
import { Registry } from 'prom-client'

export const registry = new Registry()
