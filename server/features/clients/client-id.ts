// The two spellings of a client: a UUID on the invoicing side, cli_ and the same digits on the flight side.
import { CLIENT_PREFIX } from '../../../contract/ids.ts'
import { isUuid } from '../../kernel/values/ids.ts'

const CLIENT_ID = /^cli_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i

/** The flight side's spelling of a client: cli_ and the UUID without dashes. */
export function clientIdFromUuid(uuid: string): string {
  if (!isUuid(uuid)) throw new RangeError(`not a UUID: ${uuid}`)
  return `${CLIENT_PREFIX}_${uuid.replaceAll('-', '').toLowerCase()}`
}

/** Both spellings of a client id are accepted wherever one is; the UUID in lower case, or null. */
export function uuidFromClientId(text: string): string | null {
  if (isUuid(text)) return text.toLowerCase()
  const match = CLIENT_ID.exec(text)
  return match === null ? null : match.slice(1).join('-').toLowerCase()
}
