// What `doctor` finds and advises, and its Portuguese translations. Those of the go-live check are in the contract.
import { CHECK_PHRASES } from '../../../../contract/phrases/checks.ts'
import { type Phrase, translator } from '../../../../contract/phrases/phrase.ts'
import type { Finding } from '../../../features/readiness/readiness.ts'
import { FAULT_PHRASES } from './faults.ts'

export const STATES: Readonly<Record<Finding['state'], Phrase>> = {
  ok: ['ok', 'ok'],
  warning: ['warning', 'atenção'],
  missing: ['missing', 'falta'],
  problem: ['problem', 'problema'],
}

/** Names of checks, by the English ones, which programs compare. */
export const NAMES: Readonly<Record<string, string>> = {
  settings: 'configurações',
  database: 'banco de dados',
  'disk space': 'espaço em disco',
  clock: 'relógio',
  archive: 'arquivamento',
  'database role': 'usuário do banco',
  migrations: 'migrações',
  'secret key': 'chave secreta',
  processes: 'processos',
  clocks: 'relógios',
  'reverse proxy': 'proxy reverso',
  'overdue work': 'tarefas atrasadas',
  'dead work': 'tarefas que falharam',
  'abandoned work': 'tarefas abandonadas',
  'test clocks': 'relógios de teste',
  'bookings in doubt': 'reservas em dúvida',
  'event sequences': 'sequências de eventos',
  deliveries: 'entregas',
  wallets: 'carteiras',
  accounts: 'contas',
  'payment providers': 'bancos',
  'audit log': 'auditoria',
  storage: 'armazenamento',
  'held payments': 'pagamentos retidos',
  'late cancellations': 'cancelamentos tardios',
  'simulated money': 'dinheiro simulado',
  'list totals': 'totais de listas',
  'invoice numbers': 'números de faturas',
  'invoice amounts': 'valores de faturas',
  'invoice payments': 'pagamentos de faturas',
  'unknown payments': 'pagamentos sem cobrança',
  refunds: 'devoluções',
  'client credit': 'crédito de clientes',
  'card settlements': 'repasses de cartões',
  'invoices of trips': 'faturas de viagens',
  trips: 'viagens',
  production: 'produção',
  'public address': 'endereço público',
  https: 'https',
  mail: 'e-mail',
  whatsapp: 'WhatsApp',
  'wallet bank': 'banco das carteiras',
  carrier: 'companhia aérea',
  'key copy': 'cópia da chave',
  backups: 'cópias de segurança',
  versions: 'versões',
  'the rest': 'o restante',
}

const BY_HAND: Phrase = [
  'Rows were changed by hand. Restore the last good backup into a new database and compare.',
  'Alguém mudou linhas à mão. Restaure a última cópia boa em um banco de dados novo e compare.',
]
const TAKEN_ADVICE: Phrase = [
  'The database keeps its log in DATA_DIR until then: look at the free space there.',
  'Até lá, o banco de dados guarda o log em DATA_DIR: veja o espaço livre ali.',
]

const INSTALLATION: readonly Phrase[] = [
  ['there is none in {folder} yet', 'ainda não há nenhum em {folder}'],
  ['Start the service once.', 'Inicie o serviço uma vez.'],
  ['Start it, or set DATABASE_URL to where it is.', 'Inicie-o ou defina DATABASE_URL com o endereço dele.'],
  ['all {count} are valid', 'todas as {count} são válidas'],
  ['Correct them in the environment or in the file .env.', 'Corrija-as no ambiente ou no arquivo .env.'],
  ['was not looked at', 'não foi verificado'],
  [
    'Ask again when the database is migrated.',
    'Verifique novamente quando o banco de dados estiver migrado.',
  ],
  [
    'This check could not be made; the sentence before says why.',
    'Esta verificação não pôde ser feita; a frase anterior diz por quê.',
  ],
  [
    'PostgreSQL {version} embedded in {folder}, answers in {ms} ms',
    'PostgreSQL {version} embutido em {folder}, responde em {ms} ms',
  ],
  [
    'PostgreSQL {version} at DATABASE_URL, answers in {ms} ms',
    'PostgreSQL {version} em DATABASE_URL, responde em {ms} ms',
  ],
  [
    'PostgreSQL {version} at DATABASE_URL, answers in {ms} ms, but is read-only: services that run on it cannot say so, and whatever changes something is 503',
    'PostgreSQL {version} em DATABASE_URL, responde em {ms} ms, mas só permite leitura: os serviços que o usam não conseguem avisar, e toda alteração recebe 503',
  ],
  [
    'PostgreSQL {version} embedded in {folder}, answers in {ms} ms, but is read-only: services that run on it cannot say so, and whatever changes something is 503',
    'PostgreSQL {version} embutido em {folder}, responde em {ms} ms, mas só permite leitura: os serviços que o usam não conseguem avisar, e toda alteração recebe 503',
  ],
  [
    'It may be a standby, or a fail-over may be under way: DATABASE_URL must reach the primary. Otherwise see where default_transaction_read_only is set.',
    'Pode ser uma réplica, ou uma troca de servidor em andamento: DATABASE_URL deve levar ao primário. Se não for isso, veja onde default_transaction_read_only está definido.',
  ],
  [
    'Every request asks it several times: run the service nearer to its database.',
    'Cada requisição o consulta várias vezes: rode o serviço mais perto do banco de dados.',
  ],
  ['the database is up to date', 'o banco de dados está atualizado'],
  ['the database lacks {names}', 'faltam no banco de dados: {names}'],
  ['Start the service, or run "npx embarque migrate".', 'Inicie o serviço ou rode "npx embarque migrate".'],
  [
    'no service has started on this database yet: its first start fixes the key',
    'nenhum serviço iniciou neste banco de dados ainda: o primeiro início define a chave',
  ],
  ['{file} is missing', 'falta {file}'],
  [
    'Put it back from a backup, or set SECRET_KEY.',
    'Recupere-o de uma cópia de segurança ou defina SECRET_KEY.',
  ],
  ['{place} fits this database', 'a chave em {place} é a deste banco de dados'],
  [
    '{place} is not the key this database was made with',
    'a chave em {place} não é aquela com que este banco de dados foi criado',
  ],
  [
    'Set SECRET_KEY to the right one, or put the right secret.key into DATA_DIR.',
    'Defina SECRET_KEY com a chave correta ou ponha o secret.key correto em DATA_DIR.',
  ],
  ['{size} GiB free in {folder}', '{size} GiB livres em {folder}'],
  [
    'Free some space: a full disk stops the database.',
    'Libere espaço: um disco cheio para o banco de dados.',
  ],
  TAKEN_ADVICE,
  [
    'Look into postgres.log in DATA_DIR, and whether BACKUP_DIR is there, writable and has room.',
    'Veja o postgres.log em DATA_DIR e se BACKUP_DIR existe, permite gravação e tem espaço.',
  ],
  [
    'Bring it back from a copy of the archive. Without one, start the service once without BACKUP_DIR and then with it again: a base backup is made at once.',
    'Recupere-o de uma cópia do arquivamento. Se não houver, inicie o serviço uma vez sem BACKUP_DIR e depois com ele: uma cópia base é feita na hora.',
  ],
  [
    '{folder} was the archive of this database, and that is not there now. Nothing is archived until it is: mount its disk again, or set BACKUP_DIR to another folder.',
    '{folder} era o arquivamento deste banco de dados e não está lá agora. Nada é arquivado até ele voltar: monte o disco de novo ou defina BACKUP_DIR com outra pasta.',
  ],
  [
    '{folder} is the archive of another database that runs, {place}. Nothing of this one is archived there, so that neither spoils it. Stop that one, or set BACKUP_DIR to another folder.',
    '{folder} é o arquivamento de outro banco de dados em execução, {place}. Nada deste é arquivado ali, para que um não estrague o do outro. Pare aquele ou defina BACKUP_DIR com outra pasta.',
  ],
  [
    "the database's log cannot be archived to {folder}",
    'não é possível arquivar o log do banco de dados em {folder}',
  ],
  ['there is no base backup in {folder}', 'não há cópia base em {folder}'],
  [
    'The service makes one soon after its start; its log says where that fails.',
    'O serviço faz uma pouco depois de iniciar; se isso falha, o log dele diz por quê.',
  ],
  ['nothing was archived since {moment}', 'nada foi arquivado desde {moment}'],
  [
    '{segment} is missing in {folder}: nothing after it can be restored',
    'falta {segment} em {folder}: nada posterior a ele pode ser restaurado',
  ],
  [
    'restores from {folder} to any moment since its first base backup; the newest is of {moment}',
    'restaura de {folder} para qualquer momento desde a primeira cópia base; a mais nova é de {moment}',
  ],
  ['One is made a day; the log says why not.', 'Uma é feita por dia; se não foi, o log diz por quê.'],
  ['the role has no name', 'o usuário do banco de dados não tem nome'],
  [
    '{name} owns nothing, and can switch nothing off',
    'o usuário {name} não é dono de nada e não desliga nada',
  ],
  [
    '{role}: an intruder in the service could rewrite the ledger',
    'o usuário {role}: quem invadisse o serviço poderia reescrever a carteira',
  ],
  [
    'Create a role that owns nothing, set DATABASE_URL to it and DATABASE_OWNER_URL to the owner (docs/database.md).',
    'Crie um usuário que não seja dono de nada, ponha-o em DATABASE_URL e o dono em DATABASE_OWNER_URL (docs/database.md).',
  ],
]

const RUNNING: readonly Phrase[] = [
  ['no service is running on this database', 'nenhum serviço está usando este banco de dados'],
  ['running: {names}; not to be heard: {silent}', 'em execução: {names}; sem resposta: {silent}'],
  [
    'A parent that hangs takes no new connections and replaces no process that ends. Kill it (SIGKILL); the others end with it, and whatever keeps the service running starts it again.',
    'Um processo pai travado não aceita novas conexões nem substitui processos que terminam. Encerre-o (SIGKILL); os outros terminam com ele, e o que mantém o serviço no ar o inicia de novo.',
  ],
  ['running: {names}; some of a parent are missing', 'em execução: {names}; faltam processos de um pai'],
  [
    'They may be starting still; one that ended or is stuck is replaced by itself, within a minute, and the log says so ("a process ended", "a process is stuck").',
    'Talvez ainda estejam iniciando; um que terminou ou travou é substituído sozinho em até um minuto, e o log registra ("a process ended", "a process is stuck").',
  ],
  ['running: {names}; none of them runs jobs', 'em execução: {names}; nenhum deles roda tarefas'],
  ['Start one with ROLE=worker or ROLE=all.', 'Inicie um com ROLE=worker ou ROLE=all.'],
  ['running: {names}', 'em execução: {names}'],
  [
    'no machine of a process is a second or more from the database',
    'nenhuma máquina está a um segundo ou mais do banco de dados',
  ],
  [
    '{machine} is {seconds} s ahead of the database',
    'o relógio de {machine} está {seconds} s adiantado em relação ao do banco de dados',
  ],
  [
    '{machine} is {seconds} s behind the database',
    'o relógio de {machine} está {seconds} s atrasado em relação ao do banco de dados',
  ],
  [
    'no request came through a proxy that TRUST_PROXY does not name',
    'nenhuma requisição veio por um proxy que TRUST_PROXY não indica',
  ],
  [
    'requests arrive with X-Forwarded-For, and TRUST_PROXY is 0',
    'requisições chegam com X-Forwarded-For, e TRUST_PROXY é 0',
  ],
  [
    'If a reverse proxy is in front, set TRUST_PROXY to how many there are; otherwise ignore this: a caller sent the header.',
    'Se há um proxy reverso na frente, defina TRUST_PROXY com quantos são; se não há, ignore: o cabeçalho veio de quem chamou.',
  ],
  ['nothing has waited for more than 5 minutes', 'nada espera há mais de 5 minutos'],
  [
    '{jobs} should have begun more than 5 minutes ago, the first {minutes} minutes ago',
    '{jobs} deveriam ter começado há mais de 5 minutos; a primeira, há {minutes} minutos',
  ],
  [
    'Start the service. If it runs, its log says what keeps it; more processes with ROLE=worker help against load.',
    'Inicie o serviço. Se ele já está no ar, o log diz o que o segura; contra sobrecarga, mais processos com ROLE=worker ajudam.',
  ],
  ['nothing failed for good', 'nada falhou em definitivo'],
  ['{jobs} failed for good', 'falharam em definitivo: {jobs}'],
  [
    'See why with "npx embarque work list --dead", then run "npx embarque work retry all".',
    'Veja o motivo com "npx embarque work list --dead" e depois rode "npx embarque work retry all".',
  ],
  [
    'everything under way belongs to a living process',
    'tudo o que está em andamento pertence a um processo ativo',
  ],
  ['held by processes that are gone: {jobs}', 'presos a processos que já terminaram: {jobs}'],
  ['none is held by a process that is gone', 'nenhum está preso a um processo que já terminou'],
  [
    'A running service frees this within 10 seconds: start one. If one runs and this stays, restart it.',
    'Um serviço em execução libera isto em 10 segundos: inicie um. Se já há um e isto fica, reinicie-o.',
  ],
  ['no booking waits for its carrier', 'nenhuma reserva espera pela companhia aérea'],
  [
    '{bookings} on the way at the carrier, the first made at {moment}',
    '{bookings} em andamento na companhia aérea, a primeira de {moment}',
  ],
  [
    '{bookings} in doubt that no job asks the carrier about, the first made at {moment} ({names})',
    '{bookings} em dúvida, sem tarefa que consulte a companhia aérea, a primeira de {moment} ({names})',
  ],
  [
    'Run "npx embarque work retry all"; what stays is to be looked up at the carrier, by its id.',
    'Rode "npx embarque work retry all"; o que restar deve ser procurado na companhia aérea, pelo id.',
  ],
  ['no team is near its {megabytes} MB a day', 'nenhuma agência está perto dos {megabytes} MB por dia'],
  [
    '{teams} stored most of {megabytes} MB a day ({names})',
    '{teams} perto do limite de {megabytes} MB por dia ({names})',
  ],
  [
    'Look at what they send. STORED_MB_PER_DAY says how much each team may store, in each mode.',
    'Veja o que elas enviam. STORED_MB_PER_DAY define quanto cada agência pode armazenar, em cada ambiente.',
  ],
]

const MONEY: readonly Phrase[] = [
  ['no payment waits for a review', 'nenhum pagamento espera por uma decisão'],
  [
    '{payments} of {amount} BRL in all held, and not credited',
    '{payments}, R$ {amount} no total, retidos e não creditados',
  ],
  [
    'Look each up at the bank, then accept or refuse it with "npx embarque payments review".',
    'Procure cada um no banco e aceite ou recuse com "npx embarque payments review".',
  ],
  [
    'no carrier kept anything of a given-up booking',
    'nenhuma companhia aérea reteve algo de uma reserva abandonada',
  ],
  [
    '{bookings} given up in 30 days, with an order or a penalty that the carrier kept ({names})',
    '{bookings} abandonadas em 30 dias, com pedido ou multa que a companhia aérea manteve ({names})',
  ],
  [
    'Look each up at the supplier by its id, and settle it there: the wallet has its money back already.',
    'Procure cada uma no fornecedor pelo id e resolva lá: a carteira já recebeu o dinheiro de volta.',
  ],
  [
    'wallets whose simulated money is not that of their lines: {names}',
    'carteiras cujo dinheiro simulado difere dos lançamentos: {names}',
  ],
  BY_HAND,
  ['no live wallet has ever held any', 'nenhuma carteira de produção teve algum'],
  [
    '{wallets} with lines that no real money stands behind; in production they would not count',
    '{wallets} com lançamentos sem dinheiro real; em produção não contariam',
  ],
  [
    '{wallets} with lines that no real money stands behind; they do not count here',
    '{wallets} com lançamentos sem dinheiro real; aqui eles não contam',
  ],
  [
    'They were made outside production. For a clean start, use a new database; nothing real is lost.',
    'Foram feitos fora da produção. Para começar limpo, use um banco de dados novo; nada real se perde.',
  ],
  [
    'every wallet is the sum of its chained lines, and every payment is in them',
    'cada carteira é a soma dos lançamentos encadeados, e todo pagamento está neles',
  ],
  ['{faults} in the ledger ({list})', '{faults} nas carteiras ({list})'],
  [
    'Rows were changed by hand or lost. Stop the service, restore the last good backup beside it and compare.',
    'Alguém mudou linhas à mão, ou elas se perderam. Pare o serviço, restaure a última cópia boa ao lado e compare.',
  ],
  [
    'banks and carriers agree with payments and orders',
    'bancos e companhias aéreas batem com pagamentos e pedidos',
  ],
  ['{accounts} that does not agree ({list})', '{accounts} que não bate ({list})'],
  ['{accounts} that do not agree ({list})', '{accounts} que não batem ({list})'],
  ['{banks} asked regularly what came in', '{banks} com os recebimentos consultados regularmente'],
  ['not asked for an hour what came in: {names}', 'sem consulta de recebimentos há uma hora: {names}'],
  [
    'See the log for what the bank says ("bank not reconciled"), and "work list --dead" for what gave up.',
    'Veja no log o que o banco diz ("bank not reconciled") e em "work list --dead" o que desistiu.',
  ],
]

const ROWS_CHANGED: Phrase = [
  'Rows were changed by hand or lost. Restore the last good backup into a new database and compare.',
  'Alguém mudou linhas à mão, ou elas se perderam. Restaure a última cópia boa em um banco de dados novo e compare.',
]

const DATA: readonly Phrase[] = [
  ROWS_CHANGED,
  ['every entry follows from the one before it', 'cada registro decorre do anterior'],
  ['{faults} in the audit log ({list})', '{faults} na auditoria ({list})'],
  [
    'Rows were changed past the service. Find out who has access to the database, and compare with a backup.',
    'Linhas foram alteradas por fora do serviço. Descubra quem tem acesso ao banco de dados e compare com uma cópia de segurança.',
  ],
  ['every list is as long as it says', 'toda lista tem o tamanho que informa'],
  ['{counts} of lists that are wrong ({list})', '{counts} de listas com erro ({list})'],
  ['every year has its invoices without a gap', 'todo ano tem suas faturas sem falhas na numeração'],
  [
    '{sequences} of invoice numbers with gaps ({list})',
    '{sequences} de números de faturas com falhas ({list})',
  ],
  ['items and payments add up to what is stored', 'itens e pagamentos somam o que está gravado'],
  ['invoices whose parts do not add up ({list})', 'faturas cujas partes não fecham ({list})'],
  ['everything that was paid for invoices is recorded', 'tudo o que foi pago de faturas está registrado'],
  [
    'charges that were paid for invoices that are gone ({list})',
    'cobranças pagas de faturas que não existem mais ({list})',
  ],
  [
    'Find the payment at the bank by its txid (table charges), and give it back or record it by hand.',
    'Procure o pagamento no banco pelo txid (tabela charges) e devolva-o ou registre-o manualmente.',
  ],
  [
    'banks report no money for charges that are not here',
    'os bancos não informam dinheiro de cobranças que não estão aqui',
  ],
  [
    'banks report no money for charges that are not here; banks of teams reported {count}, which the log names',
    'os bancos não informam dinheiro de cobranças que não estão aqui; os das agências informaram {count}, que o log mostra',
  ],
  ['payments of charges that are not here ({list})', 'pagamentos de cobranças que não estão aqui ({list})'],
  [
    'Find each at the bank by its txid: another installation made it, or a restored backup has lost it.',
    'Procure cada um no banco pelo txid: outra instalação o criou, ou uma cópia restaurada o perdeu.',
  ],
  ['banks have said what became of every refund', 'os bancos informaram o resultado de toda devolução'],
  [
    'refunds that no bank has settled for two days ({list})',
    'devoluções que nenhum banco concluiu há dois dias ({list})',
  ],
  [
    'Look for them in the account, by the id without rfd_, and at the credentials of the payment provider.',
    'Procure-as na conta, pelo id sem rfd_, e confira as credenciais do banco.',
  ],
  ['credit notes and the credit of clients add up', 'as notas de crédito e o crédito dos clientes fecham'],
  ['credit that does not add up ({list})', 'crédito que não fecha ({list})'],
  ['fees and instalments of cards add up', 'as taxas e parcelas dos cartões fecham'],
  [
    'charges by card whose fee and instalments do not add up ({list})',
    'cobranças em cartão cuja taxa e parcelas não fecham ({list})',
  ],
  ['every team has its events without a gap', 'toda agência tem seus eventos sem falhas'],
  ['{sequences} of events with gaps ({list})', '{sequences} de eventos com falhas ({list})'],
  ['everything that waits for a webhook will be sent', 'tudo o que espera por um webhook será enviado'],
  ['{deliveries} waiting for no receiver', '{deliveries} sem receptor à espera'],
  [
    'Set each webhook in question to {"active": false} and then to {"active": true}: what waits is scheduled again.',
    'Mude cada webhook em questão para {"active": false} e depois para {"active": true}: o que espera é agendado de novo.',
  ],
  [
    'what invoices hold of items of trips follows from the invoices',
    'o que as faturas retêm de itens de viagens decorre das faturas',
  ],
  [
    '{invoices} with wrong amounts on items of trips ({list})',
    '{invoices} com valores errados em itens de viagens ({list})',
  ],
  [
    'every trip is listed as its items and invoices are',
    'toda viagem aparece na lista conforme seus itens e faturas',
  ],
  ['trips that are not as their items ({list})', 'viagens que diferem dos seus itens ({list})'],
]

/** What is named in brackets behind a finding. */
export const PARTS: readonly Phrase[] = [
  [
    '{owner}: {count} events, the last number {last}, the counter at {counter}',
    '{owner}: {count} eventos, o último número {last}, o contador em {counter}',
  ],
  ['{owner}: {count} numbers, the last one {last}', '{owner}: {count} números, o último {last}'],
  ['{list}: {there} rows, stored as {stored}', '{list}: {there} linhas, gravadas como {stored}'],
  [
    '{account}: {sums} in the ledger, {expected} by payments and orders',
    '{account}: {sums} nas carteiras, {expected} por pagamentos e pedidos',
  ],
  ['{wallet}: the wallet differs from its last line', '{wallet}: a carteira difere do último lançamento'],
  [
    '{wallet}: line {number} does not follow from the one before it',
    '{wallet}: o lançamento {number} não decorre do anterior',
  ],
  [
    '{wallet}: line {number} is not the one that was chained',
    '{wallet}: o lançamento {number} não é o que foi encadeado',
  ],
  [
    '{wallet}: payment {payment} of {recharge} is not in the ledger',
    '{wallet}: o pagamento {payment} de {recharge} não está na carteira',
  ],
  [
    '{wallet}: line {number} credits {payment}, which is {status}',
    '{wallet}: o lançamento {number} credita {payment}, que está em {status}',
  ],
  [
    '{wallet}: line {number} credits a payment that never came',
    '{wallet}: o lançamento {number} credita um pagamento que nunca veio',
  ],
  [
    '{wallet}: {recharge} is completed without its line',
    '{wallet}: {recharge} está concluída sem lançamento',
  ],
  [
    '{wallet}: return {number} of {recharge} is not in the ledger',
    '{wallet}: a devolução {number} de {recharge} não está na carteira',
  ],
  [
    '{wallet}: line {number} takes back a payment that never returned',
    '{wallet}: o lançamento {number} estorna um pagamento que nunca foi devolvido',
  ],
  [
    '{chain}: entry {number} does not follow from the one before it',
    '{chain}: o registro {number} não decorre do anterior',
  ],
  [
    '{chain}: the chain has {count} entries, and its last one is not there or another',
    '{chain}: a cadeia tem {count} registros, e o último não está lá ou é outro',
  ],
]

const COUNTED: Readonly<Record<string, Phrase>> = {
  account: ['conta', 'contas'],
  bank: ['banco', 'bancos'],
  booking: ['reserva', 'reservas'],
  clock: ['relógio', 'relógios'],
  count: ['total', 'totais'],
  delivery: ['entrega', 'entregas'],
  fault: ['falha', 'falhas'],
  invoice: ['fatura', 'faturas'],
  job: ['tarefa', 'tarefas'],
  'live wallet': ['carteira de produção', 'carteiras de produção'],
  payment: ['pagamento', 'pagamentos'],
  sequence: ['sequência', 'sequências'],
  team: ['agência', 'agências'],
}

/** "2 jobs" is "2 tarefas". */
function counted(text: string): string {
  const [, count, noun = ''] = /^(\d+) (.+)$/.exec(text) ?? []
  const singular = noun === 'deliveries' ? 'delivery' : noun.replace(/s$/, '')
  const [one, many] = COUNTED[singular] ?? []
  return one === undefined ? text : `${count} ${count === '1' ? one : many}`
}

const translatePart = translator(PARTS)

/** One of the parts of a finding. */
export const partIn = (english: string): Phrase => [english, translatePart(english) ?? english]

const listed = (list: string) =>
  list
    .split('; ')
    .map((part) => partIn(part)[1])
    .join('; ')

export const RIGHTS: ReadonlyMap<string, string> = new Map([
  ['is a superuser', 'é superusuário'],
  ['owns the tables', 'é dono das tabelas'],
  ['can switch off triggers', 'pode desligar gatilhos'],
  ['can make tables', 'pode criar tabelas'],
  ['can make roles', 'pode criar usuários'],
  ['can make databases', 'pode criar bancos de dados'],
  ['can pass by what guards rows', 'pode contornar a proteção das linhas'],
])

/** The name of a role, and what it may do. */
const roleIn = (role: string) =>
  role
    .split(', ')
    .map((part) => {
      const [, name = '', right = ''] = /^(\S+ )?((?:is|owns|can) .+)$/.exec(part) ?? []
      return `${name}${RIGHTS.get(right) ?? right}`
    })
    .join(', ')

/** "api 12 of parent 9 on host": a process, its parent and its machine. */
export const processesIn = (names: string) =>
  names
    .replaceAll(/\b(?:all|api|worker) \d+/g, (name) =>
      name.replace(/^all/, 'serviço').replace(/^worker/, 'tarefas'),
    )
    .replaceAll(/\bof parent (\d+)/g, 'do pai $1')
    .replaceAll(/\bparent (\d+)/g, 'pai $1')
    .replaceAll(/ of (\d+\/\d+)/g, ' de $1')
    .replaceAll(/ on (\S+)/g, ' em $1')

const withComma = (number: string) => number.replace('.', ',')

/** Several machines stand one after the other. */
const machinesIn = (text: string) =>
  processesIn(text)
    .replaceAll(
      / is ([\d.]+) s ahead of the database/g,
      (_, s: string) => ` está ${withComma(s)} s adiantado`,
    )
    .replaceAll(/ is ([\d.]+) s behind the database/g, (_, s: string) => ` está ${withComma(s)} s atrasado`)

export const FINDING_PHRASES: readonly Phrase[] = [...INSTALLATION, ...RUNNING, ...MONEY, ...DATA]

const translate = translator([...CHECK_PHRASES, ...FINDING_PHRASES, ...FAULT_PHRASES], {
  ...Object.fromEntries(
    ['accounts', 'banks', 'bookings', 'counts', 'deliveries', 'faults', 'invoices', 'jobs'].map((name) => [
      name,
      counted,
    ]),
  ),
  ...{ payments: counted, sequences: counted, teams: counted, wallets: counted },
  list: listed,
  role: roleIn,
  names: processesIn,
  silent: processesIn,
  machine: machinesIn,
  ms: withComma,
  seconds: withComma,
  size: withComma,
})

/** A text of another program, such as PostgreSQL, stays as it is. */
export function findingIn(english: string): Phrase {
  const portuguese = translate(english)
  return [english, portuguese === undefined ? english : sentenceOf(portuguese)]
}

function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}

/** A line of the start's banner: what keeps real customers away. */
export function lackingIn({ name, text }: { name: string; text: string }): Phrase {
  return [`${name}: ${text}`, `${NAMES[name] ?? name}: ${findingIn(text)[1]}`]
}
