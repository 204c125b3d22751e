import type { RealtimeChannel } from '@supabase/supabase-js'
import { useEffect, useRef, useState } from 'react'
import { supabase } from '../api.ts'
import { Button, Empty, Form, Heading } from '../ui.tsx'

interface Heard {
  readonly id: number
  readonly kind: string
  readonly content: unknown
}

const KEPT = 200

/** Listens to one channel, and to the changes of tables. */
export function RealtimePage() {
  const [topic, setTopic] = useState<string | null>(null)
  const [state, setState] = useState('')
  const [heard, setHeard] = useState<readonly Heard[]>([])
  const channel = useRef<RealtimeChannel | null>(null)
  const count = useRef(0)
  useEffect(() => {
    if (topic === null) return
    const hear = (kind: string) => (content: unknown) =>
      setHeard((before) => [{ id: count.current++, kind, content }, ...before].slice(0, KEPT))
    const opened = supabase().channel(topic)
    channel.current = opened
    opened
      .on('broadcast', { event: '*' }, hear('broadcast'))
      .on('presence', { event: 'sync' }, () => hear('presence')(opened.presenceState()))
      .on('postgres_changes', { event: '*', schema: '*' }, hear('change'))
      .subscribe((status) => setState(status.toLowerCase().replaceAll('_', ' ')))
    return () => {
      channel.current = null
      void supabase().removeChannel(opened)
    }
  }, [topic])
  return (
    <main className="wide">
      <Heading title="Realtime" note={topic === null ? undefined : `${topic}: ${state}`}>
        {topic !== null && <Button onClick={() => setTopic(null)}>Leave</Button>}
      </Heading>
      <div className="call">
        {topic === null ? (
          <Form action="Join" onSubmit={async (fields) => setTopic(String(fields.get('topic')))}>
            <label>
              Channel
              <input name="topic" required defaultValue="room" />
            </label>
          </Form>
        ) : (
          <Form
            action="Send"
            onSubmit={async (fields) => {
              const payload: unknown = JSON.parse(String(fields.get('payload')))
              await channel.current?.send({ type: 'broadcast', event: String(fields.get('event')), payload })
            }}
          >
            <label>
              Event
              <input name="event" required defaultValue="message" />
            </label>
            <label>
              Payload
              <textarea name="payload" rows={3} className="code" defaultValue="{}" />
            </label>
          </Form>
        )}
        <section>
          {heard.length === 0 && <Empty>{topic === null ? 'Join a channel to listen.' : 'Nothing heard yet.'}</Empty>}
          {heard.map(({ id, kind, content }) => (
            <details key={id} open={id === count.current - 1}>
              <summary>
                <span className="badge">{kind}</span>
              </summary>
              <pre>{JSON.stringify(content, null, 2)}</pre>
            </details>
          ))}
        </section>
      </div>
    </main>
  )
}
