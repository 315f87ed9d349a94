// Any bank that keeps to Banco Central's documents: openapi.yaml of github.com/bacen/pix-api, and the manual of
// security (OAuth2 client credentials over mutual TLS).
import { type PixProfile, STANDARD } from './pix-profile.ts'

export const generic: PixProfile = { ...STANDARD, bank: 'any bank', secret: 'optional' }
