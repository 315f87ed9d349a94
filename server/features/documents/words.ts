// Words that the mails about all documents share, in Portuguese and English.
import type { TeamLanguage } from '../../../contract/team-profile.ts'

interface DocumentWords {
  /** Added to the sender's name in templates, which have no other place for it. */
  readonly simulated: string
  readonly simulationSubject: string
  readonly simulation: string
  readonly summary: string
}

export const DOCUMENT_WORDS: Readonly<Record<TeamLanguage, DocumentWords>> = {
  'pt-BR': {
    simulated: 'simulação',
    simulationSubject: '[SIMULAÇÃO]',
    simulation:
      'SIMULAÇÃO: esta mensagem é de um ambiente de teste. Nenhum dinheiro de verdade é cobrado ou recebido.',
    summary: 'Resumo',
  },
  en: {
    simulated: 'simulation',
    simulationSubject: '[SIMULATION]',
    simulation:
      'SIMULATION: this message is from a test environment. No real money is asked for or received.',
    summary: 'Summary',
  },
}
