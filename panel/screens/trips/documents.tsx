// The documents of a trip: the itinerary, vouchers, and the files of each item with upload, download and removal.
import downloadIcon from 'icon:download'
import fileIcon from 'icon:file-text'
import trash from 'icon:trash-2'
import uploadIcon from 'icon:upload'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FILE_BYTES_MAX, ITEM_FILES_MAX, MEGABYTE } from '../../../contract/limits.ts'
import type { FileType, TripDetail, TripFile, TripItem } from '../../../contract/trips.ts'
import { ApiError } from '../../api/api-error.ts'
import { download, upload } from '../../api/files.ts'
import { makeIdempotencyKey } from '../../api/idempotency-key.ts'
import { refresh, useChange } from '../../api/use-change.ts'
import { usePermission } from '../../api/use-team.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { Checkbox } from '../../parts/checkbox.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { FileButton } from '../../parts/csv-button.tsx'
import { failureText } from '../../parts/failure-text.ts'
import { Icon } from '../../parts/icon.tsx'
import { Progress } from '../../parts/progress.tsx'
import { toast } from '../../parts/toast.tsx'
import { useFormats } from '../../parts/use-formats.tsx'
import { useWords } from '../../words/language.tsx'
import { partWords } from '../../words/parts.ts'
import css from './documents.module.css'
import { useItemName } from './item-name.ts'
import { KIND_ICONS } from './kinds.ts'
import { tripScreenWords } from './words.ts'

const TYPES: Readonly<Record<FileType, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
}

export function Documents({ of: trip }: { of: TripDetail }) {
  const words = useWords(tripScreenWords)
  if (trip.items.length === 0) return null
  return (
    <Card
      title={words.documents}
      sub={words.documentsSub(FILE_BYTES_MAX / MEGABYTE)}
      action={
        <FileButton of="trips.itinerary" request={{ params: { id: trip.id } }} label={words.itineraryPdf} />
      }
    >
      <ul className={css.items}>
        {trip.items.map((item) => (
          <li key={item.id}>
            <ItemFiles trip={trip} item={item} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface ItemProps {
  readonly trip: TripDetail
  readonly item: TripItem
}

function ItemFiles({ trip, item }: ItemProps) {
  const words = useWords(tripScreenWords)
  const nameOf = useItemName()
  const mayWrite = usePermission('trips.write')
  return (
    <>
      <div className={css.head}>
        <Icon of={KIND_ICONS[item.kind]} size={16} />
        <h3>{nameOf(item)}</h3>
        {item.kind !== 'fee' && <Voucher trip={trip} item={item} />}
      </div>
      {item.files.length > 0 && (
        <ul className={css.files}>
          {item.files.map((file) => (
            <li key={file.id}>
              <FileLine trip={trip} item={item} file={file} />
            </li>
          ))}
        </ul>
      )}
      {mayWrite && item.files.length < ITEM_FILES_MAX && <Upload trip={trip} item={item} />}
      {mayWrite && item.files.length >= ITEM_FILES_MAX && (
        <p className="quiet">{words.filesFull(ITEM_FILES_MAX)}</p>
      )}
    </>
  )
}

function Voucher({ trip, item }: ItemProps) {
  const words = useWords(tripScreenWords)
  const nameOf = useItemName()
  const { isBusy, save } = useDownload()
  return (
    <Button
      kind="text"
      isSmall
      icon={downloadIcon}
      isBusy={isBusy}
      aria-label={`${words.voucher}: ${nameOf(item)}`}
      onClick={() => save('tripItems.voucher', { id: trip.id, item_id: item.id })}
    >
      {words.voucher}
    </Button>
  )
}

function FileLine({ trip, item, file }: ItemProps & { file: TripFile }) {
  const words = useWords(tripScreenWords)
  const formats = useFormats()
  const mayWrite = usePermission('trips.write')
  const { isBusy, save } = useDownload()
  const params = { id: trip.id, item_id: item.id, file_id: file.id }
  const remove = useChange('tripFiles.delete', {
    refreshes: ['trips'],
    onDone: () => toast({ text: words.fileRemoved }),
  })
  return (
    <>
      <Icon of={fileIcon} size={16} />
      <span className={css.name}>
        {file.name}
        <small className="quiet">
          {TYPES[file.type]}, {sizeText(file.bytes, formats.number)}
          {!file.for_travellers && `, ${words.agencyOnly}`}
        </small>
      </span>
      <Button
        kind="bare"
        icon={downloadIcon}
        isBusy={isBusy}
        aria-label={words.download(file.name)}
        onClick={() => save('tripFiles.read', params)}
      />
      {mayWrite && (
        <ConfirmButton
          verb={words.removeFile}
          title={words.removeFile}
          kind="text"
          icon={trash}
          isSmall
          change={remove}
          request={{ params }}
        >
          <p>{words.removeFileText(file.name)}</p>
        </ConfirmButton>
      )}
    </>
  )
}

function Upload({ trip, item }: ItemProps) {
  const words = useWords(tripScreenWords)
  const parts = useWords(partWords)
  const nameOf = useItemName()
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [forTravellers, setForTravellers] = useState(true)
  const [going, setGoing] = useState<{ name: string; share: number } | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const send = async (file: File) => {
    setRefusal(undefined)
    if (!Object.hasOwn(TYPES, file.type)) return setRefusal(words.wrongType(file.name))
    if (file.size > FILE_BYTES_MAX) return setRefusal(words.tooBig(file.name, FILE_BYTES_MAX / MEGABYTE))
    if (file.size === 0) return setRefusal(words.emptyFile(file.name))
    setGoing({ name: file.name, share: 0 })
    try {
      const request = {
        params: { id: trip.id, item_id: item.id },
        query: { name: file.name, for_travellers: forTravellers },
        file,
      }
      await upload('tripFiles.create', request, {
        key: makeIdempotencyKey(),
        onProgress: (share) => setGoing({ name: file.name, share }),
      })
      await refresh(client, ['trips'])
      toast({ text: words.fileAdded(file.name) })
    } catch (error) {
      const isType = error instanceof ApiError && error.code === 'file_type_not_supported'
      setRefusal(isType ? words.wrongType(file.name) : failureText(error, parts).text)
    } finally {
      setGoing(null)
    }
  }
  if (going !== null)
    return (
      <Progress label={words.uploading(going.name)} value={going.share} text={words.uploading(going.name)} />
    )
  return (
    <>
      <div className={css.add}>
        <input
          ref={input}
          type="file"
          accept={Object.keys(TYPES).join()}
          aria-label={`${words.addFile}: ${nameOf(item)}`}
          className="hidden-text"
          tabIndex={-1}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            target.value = ''
            if (file !== undefined) void send(file)
          }}
        />
        <Button isSmall icon={uploadIcon} onClick={() => input.current?.click()}>
          {words.addFile}
        </Button>
        <Checkbox
          label={words.forTravellers}
          checked={forTravellers}
          onChange={({ target }) => setForTravellers(target.checked)}
        />
      </div>
      {refusal !== undefined && (
        <p className={css.refusal} role="alert">
          {refusal}
        </p>
      )}
    </>
  )
}

function useDownload() {
  const parts = useWords(partWords)
  const [isBusy, setBusy] = useState(false)
  const save = async (of: 'tripItems.voucher' | 'tripFiles.read', params: Record<string, string>) => {
    setBusy(true)
    await download(of, { params }).catch((error: unknown) =>
      toast({ kind: 'bad', text: failureText(error, parts).text }),
    )
    setBusy(false)
  }
  return { isBusy, save: (...args: Parameters<typeof save>) => void save(...args) }
}

function sizeText(bytes: number, number: (value: number) => string): string {
  return bytes < MEGABYTE
    ? `${number(Math.max(1, Math.round(bytes / 1_000)))} kB`
    : `${number(Math.round(bytes / 100_000) / 10)} MB`
}
