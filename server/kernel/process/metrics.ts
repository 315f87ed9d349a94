// The registry of Prometheus metrics. Each folder declares its own in it.
import { Registry } from 'prom-client'

export const registry = new Registry()
