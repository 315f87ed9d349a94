// The page that plays a bank's card page: instead of a card, the outcome is entered.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { type Html, html, NOTHING } from '../html.ts'
import { type HtmlPage, makePage } from './page.ts'
import { banner, linkButton } from './parts.ts'

export interface TestCardView {
  readonly action: string
  readonly amount: string
  readonly instalments: number
  readonly back: string
  readonly canPay: boolean
  readonly canDispute: boolean
  readonly isDisputed: boolean
}

const WORDS = {
  'pt-BR': {
    title: 'Página de teste do cartão',
    test: 'Banco simulado',
    testText: 'Nenhum dinheiro é movimentado. Escolha o que acontece com o pagamento.',
    times: (count: number) => (count === 1 ? 'À vista' : `Em ${count} parcelas`),
    approve: 'Aprovar o pagamento',
    refuse: 'Recusar o cartão',
    analyse: 'Deixar em análise',
    dispute: 'Contestar o pagamento',
    win: 'Contestação: a agência ganha',
    lose: 'Contestação: a agência perde',
    closed: 'Esta cobrança já foi paga ou retirada.',
    back: 'Voltar à fatura',
  },
  en: {
    title: 'Test page of the card',
    test: 'Simulated bank',
    testText: 'No money moves. Choose what becomes of the payment.',
    times: (count: number) => (count === 1 ? 'In full' : `In ${count} instalments`),
    approve: 'Approve the payment',
    refuse: 'Refuse the card',
    analyse: 'Leave it under review',
    dispute: 'Dispute the payment',
    win: 'Dispute: the agency wins',
    lose: 'Dispute: the agency loses',
    closed: 'This charge was paid or withdrawn.',
    back: 'Back to the invoice',
  },
} as const

export function testCardPage(language: TeamLanguage, view: TestCardView): HtmlPage {
  const words = WORDS[language]
  const { action, amount, instalments, back, canPay, canDispute, isDisputed } = view
  const button = (name: string, label: string, look = 'button'): Html =>
    html`<button class="${look}" name="action" value="${name}">${label}</button>`
  const buttons = [
    ...(canPay
      ? [
          button('approve', words.approve),
          button('refuse', words.refuse, 'button quiet'),
          button('analyse', words.analyse, 'button quiet'),
        ]
      : []),
    ...(canDispute && !isDisputed ? [button('dispute', words.dispute)] : []),
    ...(isDisputed ? [button('win', words.win), button('lose', words.lose, 'button quiet')] : []),
  ]
  return makePage({
    title: words.title,
    language,
    sends: true,
    content: [
      banner('test', words.test, words.testText),
      html`<div class="first"><div class="sum">
<h1>${words.title}</h1>
<p class="label">${words.times(instalments)}</p>
<p class="amount">${amount}</p>
</div></div>`,
      canPay || isDisputed ? NOTHING : html`<p>${words.closed}</p>`,
      buttons.length === 0
        ? NOTHING
        : html`<form method="post" action="${action}">
<div class="answers">
${buttons}
</div>
</form>`,
      html`<div class="ends">
${linkButton(back, words.back)}
</div>`,
    ],
  })
}
