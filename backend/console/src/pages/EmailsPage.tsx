import { useState } from 'react'
import { Refusal } from '../api.ts'
import { Empty, Heading, Problem, shortDate, useLoaded } from '../ui.tsx'

interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly sentAt: string
}

const LINK = /(https?:\/\/[^\s<>"]+)/

async function listMails(): Promise<Mail[]> {
  const response = await fetch('/dev/mail.json')
  if (!response.ok) throw new Refusal('Emails are sent, and not kept here.')
  return (await response.json()) as Mail[] // our own server's
}

export function EmailsPage() {
  const { data: mails, error } = useLoaded(listMails, 3)
  const [selected, setSelected] = useState<string | null>(null)
  const shown = mails?.find(({ sentAt }) => sentAt === selected) ?? mails?.[0]
  return (
    <>
      <div className="list">
        <h2>Emails</h2>
        {mails?.map((mail) => (
          <button
            type="button"
            className="mail"
            key={mail.sentAt}
            aria-current={mail === shown}
            onClick={() => setSelected(mail.sentAt)}
          >
            {mail.subject}
            <small>
              {mail.to}, {shortDate(mail.sentAt)}
            </small>
          </button>
        ))}
      </div>
      <main>
        <Problem error={error} />
        {mails?.length === 0 && <Empty>No emails yet. Until a mail server is set, they are kept here.</Empty>}
        {shown && (
          <>
            <Heading title={shown.subject} note={shown.to} />
            <article className="mail-text">
              <pre>
                {shown.text.split(LINK).map((part) =>
                  LINK.test(part) ? (
                    <a key={part} href={part} target="_blank" rel="noreferrer">
                      {part}
                    </a>
                  ) : (
                    part
                  ),
                )}
              </pre>
            </article>
          </>
        )}
      </main>
    </>
  )
}
