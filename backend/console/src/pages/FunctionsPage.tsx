import { useState } from 'react'
import { ask, secretKey } from '../api.ts'
import { Choice, Empty, Form, Heading, Problem, useLoaded } from '../ui.tsx'
import { LogList } from './LogsPage.tsx'

const listFunctions = () => ask<{ name: string }[]>('functions')

export function FunctionsPage({ place }: { readonly place: string }) {
  const { data: functions, error } = useLoaded(listFunctions)
  const [view, setView] = useState<'logs' | 'call'>('logs')
  const shown = functions?.find(({ name }) => name === place) ?? functions?.[0]
  return (
    <>
      <div className="list">
        <h2>Functions</h2>
        {functions?.map(({ name }) => (
          <a
            key={name}
            href={`#/functions/${encodeURIComponent(name)}`}
            aria-current={name === shown?.name ? 'true' : undefined}
          >
            {name}
          </a>
        ))}
      </div>
      <main>
        <Problem error={error} />
        {functions?.length === 0 && <Empty>No functions yet: souk-backend functions new NAME</Empty>}
        {shown && (
          <>
            <Heading title={shown.name} note={`/functions/v1/${shown.name}`}>
              <Choice label="View" value={view} options={{ logs: 'Logs', call: 'Call' }} onChange={setView} />
            </Heading>
            {view === 'logs' ? (
              <LogList key={shown.name} of={shown.name} />
            ) : (
              <Call key={shown.name} name={shown.name} />
            )}
          </>
        )}
      </main>
    </>
  )
}

function Call({ name }: { readonly name: string }) {
  const [answer, setAnswer] = useState<{ status: number; text: string; milliseconds: number } | null>(null)
  const call = async (fields: FormData) => {
    const [method, body] = [String(fields.get('method')), String(fields.get('body'))]
    const begun = performance.now()
    const response = await fetch(`/functions/v1/${name}${String(fields.get('path'))}`, {
      method,
      headers: { apikey: secretKey(), authorization: `Bearer ${secretKey()}`, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body }),
    })
    setAnswer({
      status: response.status,
      text: await response.text(),
      milliseconds: Math.round(performance.now() - begun),
    })
  }
  return (
    <div className="call">
      <Form action="Call" onSubmit={call}>
        <label>
          Method
          <select name="method">
            {['POST', 'GET', 'PUT', 'PATCH', 'DELETE'].map((method) => (
              <option key={method}>{method}</option>
            ))}
          </select>
        </label>
        <label>
          Path and query
          <input name="path" placeholder="/items?limit=10" />
        </label>
        <label>
          Body
          <textarea name="body" rows={6} className="code" defaultValue="{}" />
        </label>
      </Form>
      {answer && (
        <section>
          <p>
            <b>{answer.status}</b> <span className="note">in {answer.milliseconds} ms</span>
          </p>
          <pre>{answer.text}</pre>
        </section>
      )}
    </div>
  )
}
