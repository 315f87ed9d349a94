// All components that display data: tables, states, figures, codes.
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { sumOf } from '../../logic/money.ts'
import { Amount } from '../../parts/amount.tsx'
import { Card } from '../../parts/card.tsx'
import { CodeBlock } from '../../parts/code-block.tsx'
import { Day } from '../../parts/date-time.tsx'
import { DayBars } from '../../parts/day-bars.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Progress } from '../../parts/progress.tsx'
import { QrImage } from '../../parts/qr-image.tsx'
import { Badge, BookingStatus, Status } from '../../parts/status.tsx'
import { Stepper } from '../../parts/stepper.tsx'
import { Table } from '../../parts/table.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Timeline } from '../../parts/timeline.tsx'
import { CODE, DAYS, PEOPLE, QR, TIMELINE } from './samples.ts'

export function Shown() {
  const [tab, setTab] = useState('bars')
  const [isDown, setDown] = useState(false)
  const states = ['pending', 'confirmed', 'ticketed', 'cancelled', 'failed'] as const
  return (
    <>
      <Card title="Tabs, DayBars, Timeline, KeyValues" sub={<Badge kind="info">novo</Badge>}>
        <Tabs
          label="Partes"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'bars', label: 'Vendas', content: <DayBars title="Vendas por dia" days={DAYS} /> },
            { value: 'line', label: 'Atividade', count: 3, content: <Timeline timelineEntries={TIMELINE} /> },
          ]}
        />
        <KeyValues
          rows={[
            ['Emissão', <Day key="day" of="2027-01-26" kind="date" />],
            ['Total', <Amount key="sum" of={sumOf(PEOPLE.map(({ amount }) => amount))} isIn />],
          ]}
        />
      </Card>
      <Card title="Table" isEdged>
        <Table
          caption="Pessoas"
          rows={isDown ? PEOPLE.toReversed() : PEOPLE}
          keyOf={({ id }) => id}
          sorting={{ by: 'name', isDown, onSort: (_, down) => setDown(down) }}
          columns={[
            {
              name: 'name',
              head: 'Nome',
              sort: 'name',
              isWide: true,
              phone: 'title',
              cell: ({ name }) => name,
            },
            { name: 'city', head: 'Cidade', phone: 'main', cell: ({ city }) => city },
            {
              name: 'sum',
              head: 'Valor',
              isEnd: true,
              phone: 'side',
              cell: ({ amount }) => <Amount of={amount} />,
            },
          ]}
        />
      </Card>
      <Card title="Status, Progress, Stepper">
        <p>
          {states.map((state) => (
            <BookingStatus key={state} of={state} />
          ))}
          <Status kind="bad">Vencida</Status>
        </p>
        <Progress label="Relógio" value={0.4} text="40%" />
        <Stepper steps={['Voo', 'Passageiros', 'Pagamento']} at={1} />
      </Card>
      <Card title="CodeBlock, QrImage">
        <CodeBlock text={CODE} what="Evento" />
        <QrImage src={QR} alt="Código Pix" size={120} />
      </Card>
      <Card title="ErrorState">
        <ErrorState error={new ApiError(403, {})} />
        <ErrorState error={new ApiError(0, {})} onRetry={() => {}} />
      </Card>
    </>
  )
}
