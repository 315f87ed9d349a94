// Texts of the findings of the installation's checks.

import type { FindingCode, FindingValues } from '../../../contract/readiness.ts'
import { plural } from '../../words/plural.ts'

const NOBODY_ASKS_EN = 'The carrier is no longer asked about them.'
const RESTARTED_EN =
  'A running service takes this over within 10 seconds: start one. If one runs and this stays, restart it.'
const SMALLER_ROLE_EN =
  'Make a role that owns nothing, set DATABASE_URL to it and DATABASE_OWNER_URL to the owner.'
const jobs = (count: unknown) => plural(Number(count), 'job', 'jobs')
const walletsEn = (count: unknown) => plural(Number(count), 'live wallet', 'live wallets')

const en: typeof pt = {
  findings: {
    role_small: ({ name }) => [`${name} owns nothing, and can switch nothing off.`],
    role_unnamed: () => ['The role in the database has no name.', SMALLER_ROLE_EN],
    role_excessive: ({ name }) => [
      `${name} may do more than it needs: an attacker in the service could rewrite the wallet.`,
      SMALLER_ROLE_EN,
    ],
    nothing_runs: () => ['No service is running on this database.'],
    processes_run: ({ names }) => [`Running: ${names}.`],
    processes_missing: ({ names }) => [
      `Running: ${names}. Some processes are missing.`,
      'They may be starting still; one that ended or hangs is replaced within a minute, and the log says so.',
    ],
    parent_silent: ({ names, silent }) => [
      `Running: ${names}. Not to be heard: ${silent}.`,
      'Without it no new connections are accepted. Kill it (SIGKILL): the others end with it, and the service restarts.',
    ],
    nobody_works: ({ names }) => [
      `Running: ${names}. None of them runs jobs.`,
      'Start one with ROLE=worker or ROLE=all.',
    ],
    clocks_agree: () => ['No machine is a second or more from the time of the database.'],
    clocks_differ: ({ names }) => [
      `Wrong clock: ${names}.`,
      'Set the clocks of the machines by a time server (NTP). Everything goes by the time of the database.',
    ],
    proxy_trusted: () => ['No request came through a proxy that TRUST_PROXY does not name.'],
    proxy_untrusted: () => [
      'Requests arrive with X-Forwarded-For, and TRUST_PROXY is 0.',
      'If a reverse proxy is in front, set TRUST_PROXY to how many there are: until then one caller can lock all others out.',
    ],
    none_overdue: () => ['Nothing has waited for more than 5 minutes.'],
    overdue: ({ count, minutes }) => [
      `${jobs(count)} should have begun more than 5 minutes ago, the first ${minutes} minutes ago.`,
      'Start the service. If it runs, its log says what keeps it; more processes with ROLE=worker help.',
    ],
    none_dead: () => ['Nothing failed for good.'],
    dead: ({ count }) => [
      `${jobs(count)} failed for good.`,
      'See why under Jobs, beside this, and try again.',
    ],
    none_abandoned: () => ['Everything under way belongs to a living process.'],
    abandoned: ({ count }) => [`${jobs(count)} of processes that are gone.`, RESTARTED_EN],
    no_clock_held: () => ['None is held by a process that is gone.'],
    clocks_held: ({ count }) => [
      `${plural(Number(count), 'clock', 'clocks')} held by processes that are gone.`,
      RESTARTED_EN,
    ],
    none_in_doubt: () => ['No booking waits for its carrier.'],
    in_doubt: ({ count, since }) => [
      `${plural(Number(count), 'booking', 'bookings')} on the way at the carrier, the first made at ${since}.`,
    ],
    stuck: ({ count, since, names }) => [
      `${plural(Number(count), 'booking', 'bookings')} in doubt (${names}), the first made at ${since}. ${NOBODY_ASKS_EN}`,
      'Try again what failed for good under Jobs; what stays is to be looked up at the carrier, by its id.',
    ],
    storage_free: ({ megabytes }) => [`No agency is near its ${megabytes} MB a day.`],
    storage_low: ({ count, megabytes, names }) => [
      `${plural(Number(count), 'agency', 'agencies')} near the ${megabytes} MB a day (${names}).`,
      'Look at what they send. STORED_MB_PER_DAY says how much each agency may store, in each mode.',
    ],
    none_held: () => ['No payment waits for a decision.'],
    held: ({ count, amount }) => [
      `${plural(Number(count), 'payment', 'payments')} of R$ ${amount} in all held, and not credited.`,
      'Look each up at the bank, then accept or refuse it under Held payments.',
    ],
    none_late_cancelled: () => ['No carrier kept anything of a booking that was given up.'],
    late_cancelled: ({ count, names }) => [
      `${plural(Number(count), 'booking', 'bookings')} given up in 30 days, with an order or a penalty that the carrier kept (${names}).`,
      'Look each up at the supplier by its id, and settle it there: the wallet has its money back already.',
    ],
    simulated_none: () => ['No live wallet has ever held any.'],
    simulated_harmless: ({ count }) => [
      `${walletsEn(count)} with money that is not real; in production it would not count.`,
    ],
    simulated_there: ({ count }) => [
      `${walletsEn(count)} with money that is not real; it does not count here.`,
      'It was made outside production. For a clean start, use a new database; nothing real is lost.',
    ],
    simulated_wrong: ({ names }) => [
      `Wallets whose simulated money is not that of their lines: ${names}.`,
      'Rows were changed by hand. Restore the last good backup into a new database and compare.',
    ],
    not_checked: ({ reason }) => [`It could not be checked: ${reason}`],
  },
}

type Findings = Readonly<
  Record<FindingCode, (values: FindingValues) => readonly [text: string, advice?: string]>
>

const NOBODY_ASKS_PT = 'A companhia aérea já não está sendo consultada.'
const RESTARTED_PT =
  'Um serviço em execução assume isto em 10 segundos: inicie um. Se já há um e o aviso permanece, reinicie-o.'
const BY_HAND =
  'Linhas foram alteradas manualmente. Restaure a última cópia boa em um banco de dados novo e compare.'
const SMALLER_ROLE_PT =
  'Crie um usuário que não seja dono de nada, informe-o em DATABASE_URL, e o dono em DATABASE_OWNER_URL.'
const tasks = (count: unknown) => plural(Number(count), 'tarefa', 'tarefas')

/** "all 18698" is the process of that number, with all roles. */
const ROLES: Readonly<Record<string, string>> = { all: 'serviço', api: 'API', worker: 'tarefas' }
const processes = (names: unknown) =>
  String(names).replaceAll(
    /\b(all|api|worker) (\d+)/g,
    (_, role: string, id: string) => `${ROLES[role]} (processo ${id})`,
  )

const pt: { readonly findings: Findings } = {
  findings: {
    role_small: ({ name }) => [`${name} não é dono de nada e não desliga nada.`],
    role_unnamed: () => ['O usuário do banco de dados não tem nome.', SMALLER_ROLE_PT],
    role_excessive: ({ name }) => [
      `${name} pode mais do que precisa: quem entrasse no serviço poderia reescrever a carteira.`,
      SMALLER_ROLE_PT,
    ],
    nothing_runs: () => ['Nenhum serviço está usando este banco de dados.'],
    processes_run: ({ names }) => [`Em execução: ${processes(names)}.`],
    processes_missing: ({ names }) => [
      `Em execução: ${processes(names)}. Faltam processos.`,
      'Talvez ainda estejam iniciando; o que terminou ou travou é substituído em até um minuto, e o log registra.',
    ],
    parent_silent: ({ names, silent }) => [
      `Em execução: ${processes(names)}. Sem resposta: ${silent}.`,
      'Sem ele ninguém novo é atendido. Encerre-o (SIGKILL): os outros terminam com ele, e o serviço reinicia.',
    ],
    nobody_works: ({ names }) => [
      `Em execução: ${processes(names)}. Nenhum deles cuida das tarefas.`,
      'Inicie um com ROLE=worker ou ROLE=all.',
    ],
    clocks_agree: () => ['Nenhuma máquina está um segundo ou mais fora da hora do banco de dados.'],
    clocks_differ: ({ names }) => [
      `Relógio errado: ${names}.`,
      'Acerte os relógios das máquinas por um servidor de hora (NTP). Tudo segue a hora do banco de dados.',
    ],
    proxy_trusted: () => ['Nenhuma requisição veio por um proxy que TRUST_PROXY não indica.'],
    proxy_untrusted: () => [
      'Chegam requisições com X-Forwarded-For, e TRUST_PROXY é 0.',
      'Se há um proxy reverso na frente, defina TRUST_PROXY com a quantidade: até lá, uma pessoa pode bloquear o acesso das outras.',
    ],
    none_overdue: () => ['Nada espera há mais de 5 minutos.'],
    overdue: ({ count, minutes }) => [
      `${tasks(count)} com mais de 5 minutos de atraso, a primeira há ${minutes} minutos.`,
      'Inicie o serviço. Se já está em execução, o log mostra a causa; mais processos com ROLE=worker aliviam a carga.',
    ],
    none_dead: () => ['Nada falhou definitivamente.'],
    dead: ({ count }) => [
      `${tasks(count)} sem mais tentativas.`,
      'Veja o motivo em Tarefas, aqui ao lado, e tente novamente.',
    ],
    none_abandoned: () => ['Tudo o que está em andamento é de um processo vivo.'],
    abandoned: ({ count }) => [`${tasks(count)} de processos que já não existem.`, RESTARTED_PT],
    no_clock_held: () => ['Nenhum está preso a um processo que já não existe.'],
    clocks_held: ({ count }) => [
      `${plural(Number(count), 'relógio preso', 'relógios presos')} a processos que já não existem.`,
      RESTARTED_PT,
    ],
    none_in_doubt: () => ['Nenhuma reserva espera resposta da companhia aérea.'],
    in_doubt: ({ count, since }) => [
      `${plural(Number(count), 'reserva', 'reservas')} em andamento na companhia aérea, a primeira feita em ${since}.`,
    ],
    stuck: ({ count, since, names }) => [
      `${plural(Number(count), 'reserva', 'reservas')} em dúvida (${names}), a primeira de ${since}. ${NOBODY_ASKS_PT}`,
      'Em Tarefas, tente novamente o que falhou definitivamente; o que restar, consulte na companhia aérea pelo código.',
    ],
    storage_free: ({ megabytes }) => [`Nenhuma agência está perto do limite de ${megabytes} MB por dia.`],
    storage_low: ({ count, megabytes, names }) => [
      `${plural(Number(count), 'agência', 'agências')} perto do limite de ${megabytes} MB por dia (${names}).`,
      'Veja o que enviam. STORED_MB_PER_DAY diz quanto cada agência pode guardar, em cada ambiente.',
    ],
    none_held: () => ['Nenhum pagamento espera por uma decisão.'],
    held: ({ count, amount }) => [
      `${plural(Number(count), 'pagamento retido', 'pagamentos retidos')}, ao todo ${reais(amount)}, sem crédito.`,
      'Confira cada um no banco e aceite ou recuse em Pagamentos retidos.',
    ],
    none_late_cancelled: () => ['Nenhuma companhia aérea ficou com valores de reservas encerradas.'],
    late_cancelled: ({ count, names }) => [
      `${plural(Number(count), 'reserva encerrada', 'reservas encerradas')} em 30 dias com cancelamento recusado ou multa na companhia aérea (${String(names).replaceAll('rejected', 'recusado')}).`,
      'Procure cada uma no fornecedor pelo identificador e resolva lá: o valor já voltou à carteira da agência.',
    ],
    simulated_none: () => ['Nenhuma carteira de produção teve dinheiro simulado.'],
    simulated_harmless: ({ count }) => [
      `${walletsPt(count)} com dinheiro que não é de verdade; em produção ele não contaria.`,
    ],
    simulated_there: ({ count }) => [
      `${walletsPt(count)} com dinheiro que não é de verdade; aqui ele não conta.`,
      'Vem de fora da produção. Para começar limpo, use um banco de dados novo; nada real se perde.',
    ],
    simulated_wrong: ({ names }) => [
      `Carteiras cujo dinheiro simulado não é o de suas linhas: ${names}.`,
      BY_HAND,
    ],
    not_checked: ({ reason }) => [`Não foi possível verificar: ${reason}`],
  },
}

function walletsPt(count: unknown): string {
  return plural(Number(count), 'carteira de produção', 'carteiras de produção')
}

function reais(amount: unknown): string {
  const decimal = String(amount).replace('.', ',')
  return `R$ ${decimal.replaceAll(/\B(?=(?:\d{3})+,)/g, '.')}`
}

export const findingWords = { pt, en }
