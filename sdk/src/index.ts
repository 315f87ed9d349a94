// The exports of `@embarque/sdk`.

export type { Call } from './call.ts'
export { createClient, type Embarque, type RawOptions } from './client.ts'
export type { Download } from './download.ts'
export {
  ApiError,
  ConnectionError,
  EmbarqueError,
  type FieldError,
  StreamResetError,
  TimeoutError,
  UnexpectedAnswerError,
} from './errors.ts'
export type { ErrorCode, ErrorType } from './generated/codes.ts'
export * from './generated/errors.ts'
export type * from './generated/events.ts'
export type * from './generated/types.ts'
export { API_VERSION, CHANGE_VISIBLE_SECONDS_MAX, VERSION } from './generated/version.ts'
export { type Mirror, type Mirrored, type MirrorState, mirror } from './mirror.ts'
export type {
  CallOptions,
  ClientOptions,
  Hooks,
  RequestNote,
  ResponseNote,
  RetryNote,
  WaitOptions,
} from './options.ts'
export type { ItemsCall, ListCall, Page } from './pages.ts'
export type { FileInput, Method } from './request.ts'
export type { Answer } from './response.ts'
export { signTestRequest, type TestRequest, type TestRequestInput } from './webhooks/sign-test-request.ts'
export {
  type AnyHeaders,
  type RawBody,
  REFUSAL_REASONS,
  type RefusalReason,
  type Secrets,
  type VerifyOptions,
  verifyWebhook,
  WebhookVerificationError,
} from './webhooks/verify-webhook.ts'
