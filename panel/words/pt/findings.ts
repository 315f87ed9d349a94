// What the checks of the installation find, in Portuguese, and what to do about it.
import type { FindingCode, FindingValues } from '../../../contract/readiness.ts'
import { plural } from '../plural.ts'

type Findings = Readonly<
  Record<FindingCode, (values: FindingValues) => readonly [text: string, advice?: string]>
>

const NOBODY_ASKS = 'A companhia aérea já não está sendo consultada.'
const RESTARTED =
  'Um serviço em execução assume isto em 10 segundos: inicie um. Se já há um e isto fica, reinicie-o.'
const BY_HAND = 'Alguém mudou linhas à mão. Restaure a última cópia boa em um banco de dados novo e compare.'
const SMALLER_ROLE =
  'Crie um usuário que não seja dono de nada, ponha-o em DATABASE_URL e o dono em DATABASE_OWNER_URL.'
const tasks = (count: unknown) => plural(Number(count), 'tarefa', 'tarefas')

export const pt: { readonly findings: Findings } = {
  findings: {
    role_small: ({ name }) => [`${name} não é dono de nada e não desliga nada.`],
    role_unnamed: () => ['O usuário do banco de dados não tem nome.', SMALLER_ROLE],
    role_excessive: ({ name }) => [
      `${name} pode mais do que precisa: quem entrasse no serviço poderia reescrever a carteira.`,
      SMALLER_ROLE,
    ],
    nothing_runs: () => ['Nenhum serviço está usando este banco de dados.'],
    processes_run: ({ names }) => [`Em execução: ${names}.`],
    processes_missing: ({ names }) => [
      `Em execução: ${names}. Faltam processos.`,
      'Talvez ainda estejam iniciando; o que terminou ou travou é substituído em até um minuto, e o log registra.',
    ],
    parent_silent: ({ names, silent }) => [
      `Em execução: ${names}. Sem resposta: ${silent}.`,
      'Sem ele ninguém novo é atendido. Encerre-o (SIGKILL): os outros terminam com ele, e o serviço reinicia.',
    ],
    nobody_works: ({ names }) => [
      `Em execução: ${names}. Nenhum deles cuida das tarefas.`,
      'Inicie um com ROLE=worker ou ROLE=all.',
    ],
    clocks_agree: () => ['Nenhuma máquina está um segundo ou mais fora da hora do banco de dados.'],
    clocks_differ: ({ names }) => [
      `Relógio errado: ${names}.`,
      'Acerte os relógios das máquinas por um servidor de hora (NTP). Tudo segue a hora do banco de dados.',
    ],
    none_overdue: () => ['Nada espera há mais de 5 minutos.'],
    overdue: ({ count, minutes }) => [
      `${tasks(count)} com mais de 5 minutos de atraso, a primeira há ${minutes} minutos.`,
      'Inicie o serviço. Se ele roda, o log diz o que o segura; mais processos com ROLE=worker aliviam a carga.',
    ],
    none_dead: () => ['Nada falhou de vez.'],
    dead: ({ count }) => [
      `${tasks(count)} sem mais tentativas.`,
      'Veja o motivo em Tarefas, aqui ao lado, e tente de novo.',
    ],
    none_abandoned: () => ['Tudo o que está em andamento é de um processo vivo.'],
    abandoned: ({ count }) => [`${tasks(count)} de processos que já não existem.`, RESTARTED],
    no_clock_held: () => ['Nenhum está preso a um processo que já não existe.'],
    clocks_held: ({ count }) => [
      `${plural(Number(count), 'relógio preso', 'relógios presos')} a processos que já não existem.`,
      RESTARTED,
    ],
    none_in_doubt: () => ['Nenhuma reserva espera resposta da companhia aérea.'],
    in_doubt: ({ count, since }) => [
      `${plural(Number(count), 'reserva', 'reservas')} em andamento na companhia aérea, a primeira feita em ${since}.`,
    ],
    stuck: ({ count, since, names }) => [
      `${plural(Number(count), 'reserva', 'reservas')} em dúvida (${names}), a primeira de ${since}. ${NOBODY_ASKS}`,
      'Em Tarefas, tente de novo o que falhou de vez; o que restar, consulte na companhia aérea pelo código.',
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
    simulated_none: () => ['Nenhuma carteira de produção teve dinheiro simulado.'],
    simulated_harmless: ({ count }) => [
      `${wallets(count)} com dinheiro que não é de verdade; em produção ele não contaria.`,
    ],
    simulated_there: ({ count }) => [
      `${wallets(count)} com dinheiro que não é de verdade; aqui ele não conta.`,
      'Vem de fora da produção. Para começar limpo, use um banco de dados novo; nada real se perde.',
    ],
    simulated_wrong: ({ names }) => [
      `Carteiras cujo dinheiro simulado não é o de suas linhas: ${names}.`,
      BY_HAND,
    ],
    not_checked: ({ reason }) => [`Não foi possível verificar: ${reason}`],
  },
}

function wallets(count: unknown): string {
  return plural(Number(count), 'carteira de produção', 'carteiras de produção')
}

function reais(amount: unknown): string {
  return `R$ ${String(amount).replace('.', ',')}`
}
