import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import { CircleCheck, Download, Play, Plus, Trash2 } from 'lucide-react'
import { unparse } from 'papaparse'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Refusal, runSql, type SqlAnswer } from '../api.ts'
import { Grid } from '../Grid.tsx'
import { Button, Choice, download, Heading, Problem, useWork } from '../ui.tsx'

interface Kept {
  readonly name: string
  readonly text: string
}

const SAVED = 'console-saved'
const RECENT = 'console-recent'
const FIRST = 'select now();\n'

export function SqlPage() {
  const [saved, setSaved] = useKept(SAVED)
  const [recent, setRecent] = useKept(RECENT)
  const [name, setName] = useState('New query')
  const text = useRef(recent[0]?.text ?? FIRST)
  const [shownText, setShownText] = useState(text.current)
  const [mode, setMode] = useState<'read' | 'write'>('read')
  const [view, setView] = useState<'rows' | 'plan'>('rows')
  const [answer, setAnswer] = useState<SqlAnswer | null>(null)
  const { error, isBusy, run } = useWork()
  const show = (one: Kept) => {
    text.current = one.text
    setShownText(one.text)
    setName(one.name)
    setAnswer(null)
  }
  const execute = useCallback(
    (wanted: 'rows' | 'plan') =>
      void run(async () => {
        setView(wanted)
        setAnswer(null)
        const asked = text.current
        setAnswer(await runSql(wanted === 'plan' ? `explain (analyze, buffers) ${asked}` : asked, [], mode === 'write'))
        const first =
          asked
            .trim()
            .split('\n')
            .find((line) => !line.startsWith('--')) ?? asked
        setRecent((before) =>
          [{ name: first, text: asked }, ...before.filter((one) => one.text !== asked)].slice(0, 20),
        )
      }),
    [run, mode, setRecent],
  )
  const save = () => {
    const given = prompt('Name', name === 'New query' ? '' : name)
    if (!given) return
    setName(given)
    setSaved((before) => [{ name: given, text: text.current }, ...before.filter((one) => one.name !== given)])
  }
  const isSaved = saved.some((one) => one.name === name && one.text === text.current)
  return (
    <>
      <div className="list">
        <Button onClick={() => show({ name: 'New query', text: '' })}>
          <Plus size={16} /> New query
        </Button>
        <h2>Saved</h2>
        {saved.map((one) => (
          <button type="button" key={one.name} aria-current={one.name === name} onClick={() => show(one)}>
            {one.name}
          </button>
        ))}
        <h2>Recent</h2>
        {recent.map((one) => (
          <button
            type="button"
            className="code"
            key={one.text}
            onClick={() => show({ name: 'New query', text: one.text })}
          >
            {one.name}
          </button>
        ))}
      </div>
      <main>
        <Heading title={name} note={isSaved ? 'Saved' : undefined}>
          {saved.some((one) => one.name === name) && (
            <Button
              kind="quiet"
              aria-label="Delete the saved query"
              onClick={() => setSaved((before) => before.filter((one) => one.name !== name))}
            >
              <Trash2 size={16} />
            </Button>
          )}
          <Button kind="quiet" onClick={save}>
            Save
          </Button>
          <Choice
            label="Mode"
            value={mode}
            options={{ read: 'Read only', write: 'Read and write' }}
            onChange={setMode}
          />
          <Button kind="main" disabled={isBusy} onClick={() => execute('rows')}>
            <Play size={16} /> Run <kbd>Ctrl ↵</kbd>
          </Button>
        </Heading>
        <Editor
          text={shownText}
          at={(error as Refusal | null)?.position ?? null}
          onChange={(next) => (text.current = next)}
          onRun={() => execute('rows')}
        />
        <div className="bar result">
          {answer && (
            <>
              <CircleCheck size={17} className="good" />
              <b>
                {answer.rows.length}
                {answer.isTruncated ? '+' : ''} rows
              </b>
              <span className="note">in {answer.milliseconds} ms</span>
            </>
          )}
          <span className="end" />
          <Choice label="Result" value={view} options={{ rows: 'Rows', plan: 'Plan' }} onChange={execute} />
          <Button
            kind="quiet"
            disabled={!answer}
            onClick={() =>
              answer &&
              download(
                'answer.csv',
                unparse({ fields: answer.columns.map((one) => one.name), data: answer.rows.map((row) => [...row]) }),
              )
            }
          >
            <Download size={16} /> CSV
          </Button>
        </div>
        <Problem error={error} />
        {answer && view === 'plan' && <pre className="plan">{answer.rows.map(([line]) => line).join('\n')}</pre>}
        {answer && view === 'rows' && <Grid columns={answer.columns} rows={answer.rows} />}
      </main>
    </>
  )
}

/** A list in the browser's own store. */
function useKept(name: string) {
  const [list, setList] = useState<readonly Kept[]>(() => JSON.parse(localStorage.getItem(name) ?? '[]') as Kept[]) // written below
  useEffect(() => localStorage.setItem(name, JSON.stringify(list)), [name, list])
  return [list, setList] as const
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--brand-ink)', fontWeight: '600' },
  { tag: tags.typeName, color: 'var(--brand-ink)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--clay-ink)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--info-ink)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
])

function Editor({
  text,
  at,
  onChange,
  onRun,
}: {
  readonly text: string
  /** Where an error is, from 1. */
  readonly at: number | null
  readonly onChange: (text: string) => void
  readonly onRun: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | null>(null)
  const latest = useRef({ onChange, onRun })
  latest.current = { onChange, onRun }
  useEffect(() => {
    if (!place.current) return
    const run = () => {
      latest.current.onRun()
      return true
    }
    const view = new EditorView({
      parent: place.current,
      doc: text,
      extensions: [
        Prec.highest(keymap.of([{ key: 'Mod-Enter', run }])),
        basicSetup,
        sql({ dialect: PostgreSQL }),
        syntaxHighlighting(colours),
        EditorView.contentAttributes.of({ 'aria-label': 'SQL' }),
        EditorView.updateListener.of(
          (update) => update.docChanged && latest.current.onChange(update.state.doc.toString()),
        ),
      ],
    })
    editor.current = view
    view.focus()
    return () => view.destroy()
  }, [text])
  useEffect(() => {
    const view = editor.current
    if (at !== null && view) view.dispatch({ selection: { anchor: Math.min(at - 1, view.state.doc.length) } })
  }, [at])
  return <div className="editor" ref={place} />
}
