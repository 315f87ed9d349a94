// Words of calendars and of fields for days.

const en: typeof pt = {
  form: 'mm/dd/yyyy',
  bad: 'Invalid date: use mm/dd/yyyy',
  open: 'Open the calendar',
  calendar: 'Calendar',
  monthBefore: 'Previous month',
  monthAfter: 'Next month',
  year: 'Year',
  today: 'today',
  chooseToday: 'Today',
  choose: 'Choose',
}

const pt = {
  form: 'dd/mm/aaaa',
  bad: 'Data inválida: use dd/mm/aaaa',
  open: 'Abrir o calendário',
  calendar: 'Calendário',
  monthBefore: 'Mês anterior',
  monthAfter: 'Próximo mês',
  year: 'Ano',
  today: 'hoje',
  chooseToday: 'Hoje',
  choose: 'Escolha',
}

export const dayWords = { pt, en }
