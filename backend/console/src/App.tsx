import { Folder, type LucideIcon, Mail, Radio, ScrollText, Table2, TerminalSquare, Users, Zap } from 'lucide-react'
import { type ComponentType, useEffect, useState } from 'react'
import { openSession, tryKey } from './api.ts'
import { EmailsPage } from './pages/EmailsPage.tsx'
import { FunctionsPage } from './pages/FunctionsPage.tsx'
import { LogsPage } from './pages/LogsPage.tsx'
import { RealtimePage } from './pages/RealtimePage.tsx'
import { SqlPage } from './pages/SqlPage.tsx'
import { StoragePage } from './pages/StoragePage.tsx'
import { TablesPage } from './pages/TablesPage.tsx'
import { UsersPage } from './pages/UsersPage.tsx'
import { Form, useLoaded } from './ui.tsx'

/** A page gets what follows its name in the address, such as `public.todos`. */
interface PageEntry {
  readonly title: string
  readonly icon: LucideIcon
  readonly Page: ComponentType<{ readonly place: string }>
}

const PAGES: Readonly<Record<string, PageEntry>> = {
  tables: { title: 'Tables', icon: Table2, Page: TablesPage },
  sql: { title: 'SQL', icon: TerminalSquare, Page: SqlPage },
  users: { title: 'Users', icon: Users, Page: UsersPage },
  storage: { title: 'Storage', icon: Folder, Page: StoragePage },
  functions: { title: 'Functions', icon: Zap, Page: FunctionsPage },
  realtime: { title: 'Realtime', icon: Radio, Page: RealtimePage },
  emails: { title: 'Emails', icon: Mail, Page: EmailsPage },
  logs: { title: 'Logs', icon: ScrollText, Page: LogsPage },
}

export function App() {
  const { data: session } = useLoaded(openSession)
  const [hasKey, setHasKey] = useState(false)
  const [name = '', place = ''] = useAddress()
  if (!session) return null
  if (!session.isOpen && !hasKey) return <AskForKey name={session.name} onOpen={() => setHasKey(true)} />
  const current = PAGES[name] ? name : 'tables'
  const Page = PAGES[current]?.Page ?? TablesPage
  return (
    <>
      <p className="too-small">The console needs a wider window: 1,024 pixels.</p>
      <div className="frame">
        <nav>
          <p className="brand">
            {session.name} <span>Console</span>
          </p>
          {Object.entries(PAGES).map(([path, { title, icon: Icon }]) => (
            <a key={path} href={`#/${path}`} aria-current={path === current ? 'page' : undefined}>
              <Icon size={18} /> {title}
            </a>
          ))}
        </nav>
        <Page place={decodeURIComponent(place)} />
      </div>
    </>
  )
}

function useAddress(): string[] {
  const [hash, setHash] = useState(location.hash)
  useEffect(() => {
    const changed = () => setHash(location.hash)
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return hash.slice(2).split('/')
}

function AskForKey({ name, onOpen }: { readonly name: string; readonly onOpen: () => void }) {
  const open = async (fields: FormData) => {
    await tryKey(String(fields.get('key')).trim())
    onOpen()
  }
  return (
    <main className="ask">
      <h1>{name}</h1>
      <Form action="Open the console" onSubmit={open}>
        <label>
          Secret key
          <input name="key" type="password" autoComplete="off" required placeholder="sb_secret_…" />
        </label>
      </Form>
    </main>
  )
}
