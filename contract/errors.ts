// The catalogue of errors. Keys are the public codes; docs/errors.md is generated from it. The order is the
// precedence: if several apply to a request, the earliest one is returned.

import { DESK_ERRORS } from './errors/desk.ts'
import { IDENTITY_ERRORS } from './errors/identities.ts'
import { INVOICING_ERRORS } from './errors/invoicing.ts'
import { PEOPLE_ERRORS } from './errors/people.ts'
import { FACTOR_ERRORS } from './errors/second-factors.ts'
import { TEAM_PEOPLE_ERRORS } from './errors/team-people.ts'
import { TEAM_ERRORS } from './errors/teams.ts'
import { TRAVEL_ERRORS } from './errors/travel.ts'
import { TRIP_ERRORS } from './errors/trips.ts'
import { WALLET_ERRORS } from './errors/wallet.ts'

/** The category of a code, for programs that treat many alike. */
export const ERROR_TYPES = [
  'invalid_request',
  'authentication',
  'permission',
  'not_found',
  'conflict',
  'business_rule',
  'rate_limit',
  'unavailable',
] as const

export type ErrorType = (typeof ERROR_TYPES)[number]

export interface ErrorEntry {
  readonly status: number
  readonly type: ErrorType
  /** The contract's text, word for word. */
  readonly text: string
  /** What the caller can do about it. */
  readonly advice: string
  /** The sentence for people, in English. */
  readonly en: string
  /** The sentence for people, in Portuguese. */
  readonly pt: string
}

export const ERRORS = {
  route_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Route not found',
    advice: 'check the path; /docs lists every route',
    en: 'This address leads nowhere.',
    pt: 'Este endereço não existe.',
  },
  method_not_allowed: {
    status: 405,
    type: 'invalid_request',
    text: 'Method not allowed',
    advice: 'use one of the methods in the Allow header',
    en: 'This cannot be done at this address.',
    pt: 'Esta operação não existe neste endereço.',
  },
  unauthorized: {
    status: 401,
    type: 'authentication',
    text: 'Unauthorized',
    advice: 'send a valid API key in the header "Authorization: Bearer sk_..."',
    en: 'Your access is not valid or has ended. Sign in again.',
    pt: 'Seu acesso não é válido ou terminou. Faça login novamente.',
  },
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit',
    text: 'Rate limit exceeded',
    advice: 'wait for the seconds in the Retry-After header, then send the request again',
    en: 'Too many requests in a short time. Wait a moment and try again.',
    pt: 'Muitas solicitações em pouco tempo. Aguarde um momento e tente novamente.',
  },
  forbidden: {
    status: 403,
    type: 'permission',
    text: 'Forbidden',
    advice: 'use a key of the right mode that has the permission; /openapi.json names it for each operation',
    en: 'You do not have permission to do this. Ask the owner of the agency.',
    pt: 'Você não tem permissão para isto. Fale com o proprietário da agência.',
  },
  ...PEOPLE_ERRORS,
  ...FACTOR_ERRORS,
  ...IDENTITY_ERRORS,
  ...TEAM_PEOPLE_ERRORS,
  request_timeout: {
    status: 408,
    type: 'invalid_request',
    text: 'Request timeout',
    advice: 'send the whole request within 30 seconds, its headers within 10',
    en: 'The request took too long to arrive. Try again.',
    pt: 'A solicitação demorou demais para chegar. Tente novamente.',
  },
  payload_too_large: {
    status: 413,
    type: 'invalid_request',
    text: 'Payload too large',
    advice: 'send a smaller body; each operation has its own limit, of 128 KiB at most but for pictures',
    en: 'What was sent is too large.',
    pt: 'O conteúdo enviado é grande demais.',
  },
  unsupported_media_type: {
    status: 415,
    type: 'invalid_request',
    text: 'Unsupported media type',
    advice: 'send JSON with the header "Content-Type: application/json"',
    en: 'This kind of file or content is not accepted.',
    pt: 'Este tipo de arquivo ou conteúdo não é aceito.',
  },
  invalid_request_parameters: {
    status: 400,
    type: 'invalid_request',
    text: 'Invalid request parameters',
    advice: 'correct the fields in details and send the request again',
    en: 'Check the highlighted fields and try again.',
    pt: 'Confira os campos indicados e tente novamente.',
  },
  idempotency_key_reused: {
    status: 422,
    type: 'invalid_request',
    text: 'Idempotency key reused',
    advice: 'this Idempotency-Key was sent with another request; create a new key for each new request',
    en: 'This request was sent before with other content. Reload the page and try again.',
    pt: 'Esta solicitação já foi enviada com outro conteúdo. Recarregue a página e tente novamente.',
  },
  idempotency_quota_exceeded: {
    status: 429,
    type: 'rate_limit',
    text: 'Idempotency quota exceeded',
    advice: 'the responses stored for your keys have 64 MB; wait for the seconds in the Retry-After header',
    en: 'Too many requests are being remembered for your agency. Wait a while and try again.',
    pt: 'Há solicitações demais guardadas para a sua agência. Aguarde um pouco e tente novamente.',
  },
  storage_quota_exceeded: {
    status: 429,
    type: 'rate_limit',
    text: 'Storage quota exceeded',
    advice:
      'your team has stored as much as it may in a day; wait for the seconds in the Retry-After header, and send less',
    en: 'Your agency has reached the storage limit of the day. Try again tomorrow.',
    pt: 'Sua agência atingiu o limite de armazenamento do dia. Tente novamente amanhã.',
  },
  request_in_progress: {
    status: 409,
    type: 'conflict',
    text: 'Request in progress',
    advice: 'the same work is still running; send the request again after the seconds in Retry-After',
    en: 'The same request is still being processed. Wait a moment.',
    pt: 'A mesma solicitação ainda está sendo processada. Aguarde um momento.',
  },
  precondition_failed: {
    status: 412,
    type: 'conflict',
    text: 'Precondition failed',
    advice:
      'it was changed since you read it; look at `current`, and send the change again with its ETag in If-Match',
    en: 'Someone changed this after you opened it. Look at the current version, then save again.',
    pt: 'Outra pessoa alterou isto depois que você abriu. Veja a versão atual e salve novamente.',
  },
  api_key_not_found: {
    status: 404,
    type: 'not_found',
    text: 'API key not found',
    advice: 'check the id; GET /api/v1/api-keys lists the keys of your team and mode',
    en: 'This API key does not exist.',
    pt: 'Esta chave de API não existe.',
  },
  webhook_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Webhook not found',
    advice: 'check the id; GET /api/v1/webhooks lists the webhooks of your team and mode',
    en: 'This webhook does not exist.',
    pt: 'Este webhook não existe.',
  },
  event_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Event not found',
    advice: 'check the id; GET /api/v1/events lists the events of your team and mode',
    en: 'This event does not exist, or is no longer kept.',
    pt: 'Este evento não existe ou não é mais guardado.',
  },
  delivery_not_found: {
    status: 404,
    type: 'not_found',
    text: 'Delivery not found',
    advice: 'check the id; GET /api/v1/webhooks/:id/deliveries lists the deliveries of a webhook',
    en: 'This delivery does not exist, or is no longer kept.',
    pt: 'Esta entrega não existe ou não é mais guardada.',
  },
  invalid_url: {
    status: 400,
    type: 'invalid_request',
    text: 'Invalid URL',
    advice: 'send an https:// address without user name and password',
    en: 'The address must begin with https:// and have no user name or password.',
    pt: 'O endereço deve começar com https:// e não pode ter usuário nem senha.',
  },
  invalid_events: {
    status: 400,
    type: 'invalid_request',
    text: 'Invalid events',
    advice: 'send a list of at least one known event type, or ["*"] for all; /docs/events lists them',
    en: 'Choose at least one known event type.',
    pt: 'Escolha pelo menos um tipo de evento conhecido.',
  },
  url_already_registered: {
    status: 409,
    type: 'conflict',
    text: 'URL already registered',
    advice: 'a webhook of yours has this URL; change that one, or use another URL',
    en: 'A webhook of yours has this address already.',
    pt: 'Você já tem um webhook com este endereço.',
  },
  resource_limit_exceeded: {
    status: 422,
    type: 'business_rule',
    text: 'Resource limit exceeded',
    advice: 'your team has as many of these as it may have in this mode; remove one that is not needed first',
    en: 'The limit of your agency has been reached. Remove one that is not needed first.',
    pt: 'O limite da sua agência foi atingido. Remova um que não seja necessário antes.',
  },
  url_not_reachable: {
    status: 422,
    type: 'business_rule',
    text: 'URL not reachable',
    advice: 'the receiver must be on a public address and accept a TLS connection within 5 seconds',
    en: 'The address could not be reached. It must be public and accept a secure connection.',
    pt: 'Não foi possível acessar o endereço. Ele deve ser público e aceitar uma conexão segura.',
  },
  ...TEAM_ERRORS,
  ...WALLET_ERRORS,
  ...TRAVEL_ERRORS,
  ...INVOICING_ERRORS,
  ...TRIP_ERRORS,
  ...DESK_ERRORS,
  internal_error: {
    status: 500,
    type: 'unavailable',
    text: 'Internal error',
    advice: 'the fault is ours; send the request again later, and quote request_id if it stays',
    en: 'Something went wrong on our side. Try again later.',
    pt: 'Algo deu errado do nosso lado. Tente novamente mais tarde.',
  },
  service_unavailable: {
    status: 503,
    type: 'unavailable',
    text: 'Service unavailable',
    advice:
      'a part the service depends on is unavailable; send the request again shortly with the same Idempotency-Key',
    en: 'Part of the service is unavailable. Try again in a moment.',
    pt: 'Uma parte do serviço está indisponível. Tente novamente em instantes.',
  },
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS
