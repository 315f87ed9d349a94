/** The server's settings: meant for a small machine that it shares with the service. */
import { PORT } from './socket-folder.ts'

export interface SettingsChoice {
  socketDir: string
  fsync: boolean
  extra: Record<string, string>
}

export function serverSettings({ socketDir, fsync, extra }: SettingsChoice): Record<string, string> {
  return {
    // Reached through the socket only, and the socket by its owner (and root) only: so nobody needs a password.
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Enough for several processes of the service, with threads for heavy work each.
    max_connections: '200',
    shared_buffers: '128MB',
    // Containers have 64 MB of /dev/shm by default; a parallel query would run out of it.
    dynamic_shared_memory_type: 'mmap',
    // No replica can connect without a network; less is written, and less is to be read again after a crash.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // Commits still reach the kernel before they answer, so only a power cut can lose them.
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...extra,
  }
}
