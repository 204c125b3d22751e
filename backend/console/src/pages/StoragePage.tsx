import { File, Folder, FolderPlus, Globe, Lock, Plus, Upload } from 'lucide-react'
import { useCallback, useState } from 'react'
import { checked, supabase } from '../api.ts'
import { Button, Empty, Facts, Form, Heading, Panel, Problem, shortDate, sizeText, useLoaded, useWork } from '../ui.tsx'

const AT_ONCE = 200
const LINK_SECONDS = 3600
/** Folders are parts of names, so one without files has this; Supabase's console calls it the same. */
const PLACEHOLDER = '.emptyFolderPlaceholder'

const listBuckets = () => checked(supabase().storage.listBuckets())

export function StoragePage({ place }: { readonly place: string }) {
  const { data: buckets, error, reload } = useLoaded(listBuckets)
  const [isAdding, setAdding] = useState(false)
  const shown = buckets?.find(({ id }) => id === place) ?? buckets?.[0]
  return (
    <>
      <div className="list">
        <Button onClick={() => setAdding(true)}>
          <Plus size={16} /> New bucket
        </Button>
        <h2>Buckets</h2>
        {buckets?.map((bucket) => (
          <a
            key={bucket.id}
            href={`#/storage/${encodeURIComponent(bucket.id)}`}
            aria-current={bucket === shown ? 'true' : undefined}
          >
            {bucket.public ? <Globe size={15} aria-label="Public" /> : <Lock size={15} aria-label="Private" />}
            {bucket.name}
          </a>
        ))}
      </div>
      <main>
        <Problem error={error} />
        {isAdding && (
          <Panel title="New bucket" onClose={() => setAdding(false)}>
            <Form
              action="Make the bucket"
              onSubmit={async (fields) => {
                const options = { public: fields.has('public') }
                await checked(supabase().storage.createBucket(String(fields.get('name')), options))
                setAdding(false)
                reload()
              }}
            >
              <label>
                Name
                <input name="name" required />
              </label>
              <label className="line">
                <input type="checkbox" name="public" /> Anybody may read its files
              </label>
            </Form>
          </Panel>
        )}
        {!isAdding && shown && <BucketView key={shown.id} bucket={shown.id} isPublic={shown.public} />}
        {!isAdding && buckets?.length === 0 && <Empty>No buckets yet.</Empty>}
      </main>
    </>
  )
}

interface Entry {
  readonly name: string
  readonly isFolder: boolean
  readonly type: string
  readonly size: number
  readonly at: string | null
  /** For looking at it. */
  readonly url: string | null
}

async function listFolder(bucket: string, folder: string): Promise<Entry[]> {
  const files = supabase().storage.from(bucket)
  const found = (await checked(files.list(folder, { limit: AT_ONCE, sortBy: { column: 'name', order: 'asc' } }))) ?? []
  const entries = found
    .filter(({ name }) => name !== PLACEHOLDER)
    .map((one) => ({
      name: one.name,
      isFolder: one.id === null,
      type: String(one.metadata?.mimetype ?? ''),
      size: Number(one.metadata?.size ?? 0),
      at: one.updated_at ?? null,
    }))
  const pictures = entries.filter(({ type }) => type.startsWith('image/')).map(({ name }) => pathOf(folder, name))
  const signed = pictures.length > 0 ? await checked(files.createSignedUrls(pictures, LINK_SECONDS)) : []
  const urls = new Map(signed?.map(({ path, signedUrl }) => [path, signedUrl]))
  return entries.map((entry) => ({ ...entry, url: urls.get(pathOf(folder, entry.name)) ?? null }))
}

const pathOf = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

function BucketView({ bucket, isPublic }: { readonly bucket: string; readonly isPublic: boolean }) {
  const [folder, setFolder] = useState('')
  const [selected, setSelected] = useState<string | null>(null)
  const load = useCallback(() => listFolder(bucket, folder), [bucket, folder])
  const { data: entries, error, reload } = useLoaded(load)
  const { error: problem, isBusy, run } = useWork()
  const files = supabase().storage.from(bucket)
  const entry = entries?.find(({ name }) => name === selected)
  const path = entry && pathOf(folder, entry.name)
  const open = (next: string) => {
    setFolder(next)
    setSelected(null)
  }
  const makeFolder = async () => {
    const name = prompt('Name of the folder')?.replace(/^\/+|\/+$/g, '')
    if (!name) return
    await checked(files.upload(`${pathOf(folder, name)}/${PLACEHOLDER}`, new Blob([])))
    open(pathOf(folder, name))
  }
  const link = async () =>
    isPublic
      ? files.getPublicUrl(path ?? '').data.publicUrl
      : (await checked(files.createSignedUrl(path ?? '', LINK_SECONDS)))?.signedUrl
  const parts = folder === '' ? [] : folder.split('/')
  return (
    <>
      <Heading title={bucket} note={isPublic ? 'public' : 'private'}>
        <Button onClick={() => void run(makeFolder)}>
          <FolderPlus size={16} /> New folder
        </Button>
        <label className="button main">
          <Upload size={16} /> Upload
          <input
            type="file"
            multiple
            hidden
            onChange={({ target }) =>
              void run(async () => {
                for (const file of target.files ?? [])
                  await checked(files.upload(pathOf(folder, file.name), file, { upsert: true }))
                target.value = ''
              }).then(reload)
            }
          />
        </label>
      </Heading>
      <div className="bar">
        <Button kind="quiet" onClick={() => open('')}>
          {bucket}
        </Button>
        {parts.map((part, index) => (
          <Button
            kind="quiet"
            key={parts.slice(0, index + 1).join('/')}
            onClick={() => open(parts.slice(0, index + 1).join('/'))}
          >
            › {part}
          </Button>
        ))}
      </div>
      <Problem error={error ?? problem} />
      <div className="with-panel">
        <div className="tiles">
          {entries?.map((one) => (
            <button
              type="button"
              key={one.name}
              aria-pressed={one.name === selected}
              onClick={() => (one.isFolder ? open(pathOf(folder, one.name)) : setSelected(one.name))}
            >
              <span className="picture">
                {one.url ? (
                  <img src={one.url} alt="" loading="lazy" />
                ) : one.isFolder ? (
                  <Folder size={40} />
                ) : (
                  <File size={40} />
                )}
              </span>
              {one.name}
              <small>{one.isFolder ? 'Folder' : sizeText(one.size)}</small>
            </button>
          ))}
          {entries?.length === 0 && <Empty>No files here.</Empty>}
        </div>
        {entry && path && (
          <Panel title={entry.name} onClose={() => setSelected(null)}>
            {entry.url && <img className="preview" src={entry.url} alt="" />}
            <Facts
              facts={[
                ['Size', sizeText(entry.size)],
                ['Type', entry.type],
                ['Changed', shortDate(entry.at)],
              ]}
            />
            <Button
              disabled={isBusy}
              onClick={() => void run(async () => navigator.clipboard.writeText((await link()) ?? ''))}
            >
              Copy link
            </Button>
            <Button
              disabled={isBusy}
              onClick={() =>
                void run(async () => {
                  const signed = await checked(files.createSignedUrl(path, LINK_SECONDS, { download: true }))
                  if (signed) location.assign(signed.signedUrl)
                })
              }
            >
              Download
            </Button>
            <Button
              kind="danger"
              disabled={isBusy}
              onClick={() =>
                confirm('Delete this file?') &&
                void run(() => checked(files.remove([path]))).then(() => {
                  setSelected(null)
                  reload()
                })
              }
            >
              Delete
            </Button>
          </Panel>
        )}
      </div>
    </>
  )
}
