// What the checks of the installation find, in Portuguese, and what to do about it.
import type { FindingCode, FindingValues } from '../../../contract/findings.ts'
import { plural } from '../plural.ts'

export interface SaidFinding {
  readonly text: string
  readonly advice?: string
}

type Findings = Readonly<Record<FindingCode, (values: FindingValues) => SaidFinding>>

const RESTARTED =
  'Um serviço em execução assume isto em 10 segundos: inicie um. Se já há um e isto fica, reinicie-o.'
const BY_HAND = 'Alguém mudou linhas à mão. Restaure a última cópia boa em um banco de dados novo e compare.'
const SMALLER_ROLE =
  'Crie um usuário que não seja dono de nada, ponha-o em DATABASE_URL e o dono em DATABASE_OWNER_URL.'
const tasks = (count: unknown) => plural(Number(count), 'tarefa', 'tarefas')

export const pt: Findings = {
  role_small: ({ name }) => ({ text: `${name} não é dono de nada e não desliga nada.` }),
  role_unnamed: () => ({ text: 'O usuário do banco de dados não tem nome.', advice: SMALLER_ROLE }),
  role_excessive: ({ name }) => ({
    text: `${name} pode mais do que precisa: quem entrasse no serviço poderia reescrever a carteira.`,
    advice: SMALLER_ROLE,
  }),
  nothing_runs: () => ({ text: 'Nenhum serviço está usando este banco de dados.' }),
  processes_run: ({ names }) => ({ text: `Em execução: ${names}.` }),
  nobody_works: ({ names }) => ({
    text: `Em execução: ${names}. Nenhum deles cuida das tarefas.`,
    advice: 'Inicie um com ROLE=worker ou ROLE=all.',
  }),
  none_overdue: () => ({ text: 'Nada espera há mais de 5 minutos.' }),
  overdue: ({ count }) => ({
    text: `${tasks(count)} com mais de 5 minutos de atraso.`,
    advice:
      'Inicie o serviço. Se ele roda, o log diz o que o segura; mais processos com ROLE=worker aliviam a carga.',
  }),
  none_dead: () => ({ text: 'Nada falhou de vez.' }),
  dead: ({ count }) => ({
    text: `${tasks(count)} sem mais tentativas.`,
    advice: 'Veja o motivo em Tarefas, aqui ao lado, e tente de novo.',
  }),
  none_abandoned: () => ({ text: 'Tudo o que está em andamento é de um processo vivo.' }),
  abandoned: ({ count }) => ({ text: `${tasks(count)} de processos que já não existem.`, advice: RESTARTED }),
  no_clock_held: () => ({ text: 'Nenhum está preso a um processo que já não existe.' }),
  clocks_held: ({ count }) => ({
    text: `${plural(Number(count), 'relógio preso', 'relógios presos')} a processos que já não existem.`,
    advice: RESTARTED,
  }),
  storage_free: ({ megabytes }) => ({
    text: `Nenhuma agência está perto do limite de ${megabytes} MB por dia.`,
  }),
  storage_low: ({ count, megabytes, names }) => ({
    text: `${plural(Number(count), 'agência', 'agências')} perto do limite de ${megabytes} MB por dia (${names}).`,
    advice: 'Veja o que enviam. STORED_MB_PER_DAY diz quanto cada agência pode guardar, em cada ambiente.',
  }),
  none_held: () => ({ text: 'Nenhum pagamento espera por uma decisão.' }),
  held: ({ count, amount }) => ({
    text: `${plural(Number(count), 'pagamento retido', 'pagamentos retidos')}, ao todo ${reais(amount)}, sem crédito.`,
    advice: 'Confira cada um no banco e aceite ou recuse em Pagamentos retidos.',
  }),
  simulated_none: () => ({ text: 'Nenhuma carteira de produção teve dinheiro simulado.' }),
  simulated_harmless: ({ count }) => ({
    text: `${wallets(count)} com dinheiro que não é de verdade; em produção ele não contaria.`,
  }),
  simulated_there: ({ count }) => ({
    text: `${wallets(count)} com dinheiro que não é de verdade; aqui ele não conta.`,
    advice: 'Vem de fora da produção. Para começar limpo, use um banco de dados novo; nada real se perde.',
  }),
  simulated_wrong: ({ names }) => ({
    text: `Carteiras cujo dinheiro simulado não é o de suas linhas: ${names}.`,
    advice: BY_HAND,
  }),
  not_checked: ({ reason }) => ({ text: `Não foi possível verificar: ${reason}` }),
}

function wallets(count: unknown): string {
  return plural(Number(count), 'carteira de produção', 'carteiras de produção')
}

function reais(amount: unknown): string {
  return `R$ ${String(amount).replace('.', ',')}`
}
