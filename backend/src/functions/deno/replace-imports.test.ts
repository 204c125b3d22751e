import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceImports, replacementOf } from './replace-imports.ts'
import { crypto, timingSafeEqual } from './standard-crypto.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'imports-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(path: string, text: string): Promise<string> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
  return file
}

test.for([
  ['jsr:@supabase/supabase-js@2', 'npm:@supabase/supabase-js@2'],
  ['jsr:@hono/hono@^4.5/cors', 'npm:hono/cors'],
  ['https://esm.sh/@supabase/supabase-js@2.39.0?target=deno', 'npm:@supabase/supabase-js@2.39.0'],
  ['https://esm.sh/v135/stripe@14.21.0', 'npm:stripe@14.21.0'],
  ['https://cdn.jsdelivr.net/npm/nanoid@5.0.0/+esm', 'npm:nanoid@5.0.0'],
  ['https://deno.land/x/zod@v3.22.4/mod.ts', 'npm:zod@3.22.4'],
  ['jsr:@std/encoding', 'npm:deno-std@1.4.0/encoding/mod.js'],
  ['jsr:@std/front-matter@1/any', 'npm:deno-std@1.4.0/front_matter/any.js'],
  ['https://deno.land/std@0.224.0/path/mod.ts', 'npm:deno-std@1.4.0/path/mod.js'],
  ['https://deno.land/std@0.177.0/node/buffer.ts', 'node:buffer'],
  ['jsr:@std/http@1/cookie', 'npm:deno-std@1.4.0/http/cookie.js'],
  ['jsr:@std/http@1', null],
  ['jsr:@std/async@1/delay', 'npm:deno-std@1.4.0/async/delay.js'],
  ['jsr:@std/fs@1/expand-glob', null],
  ['https://deno.land/x/oak@v11.1.0/mod.ts', 'npm:@oakserver/oak@11'],
  ['https://deno.land/x/postgresjs@v3.3.4/mod.js', 'npm:postgres@3.3.4'],
  ['jsr:@oak/oak@14', 'npm:@oakserver/oak'],
  ['https://deno.land/x/jose@v4.13.1/index.ts', 'npm:jose@4.13.1'],
  ['https://deno.land/x/supabase@1.0.0/mod.ts', 'npm:@supabase/supabase-js@1.0.0'],
  ['https://deno.land/x/djwt@v2.8/mod.ts', null],
  ['npm:express', null],
] as const)('in place of %s: %s', ([specifier, replacement]) => {
  expect(replacementOf(specifier)).toBe(replacement)
})

test('types of the edge runtime and the old server are files of ours', () => {
  for (const specifier of [
    'jsr:@supabase/functions-js/edge-runtime.d.ts',
    'jsr:@supabase/functions-js@2.4.1/edge-runtime.d.ts',
  ])
    expect(replacementOf(specifier)).toBe(pathToFileURL(join(import.meta.dirname, 'nothing.ts')).href)
  expect(replacementOf('https://deno.land/std@0.168.0/http/server.ts')).toMatch(/\/standard-http\.ts$/)
  expect(replacementOf('https://deno.land/x/xhr@0.1.0/mod.ts')).toMatch(/\/nothing\.ts$/)
  for (const base64 of ['https://deno.land/std@0.168.0/encoding/base64.ts', 'jsr:@std/encoding@1/base64'])
    expect(replacementOf(base64)).toMatch(/\/standard-base64\.ts$/)
  expect(replacementOf('jsr:@std/crypto')).toMatch(/\/standard-crypto\.ts$/)
  expect(replacementOf('https://deno.land/std@0.177.0/uuid/mod.ts')).toMatch(/\/standard-uuid\.ts$/)
  expect(replacementOf('jsr:@std/dotenv/load')).toMatch(/\/nothing\.ts$/)
})

test('imports of shared files, and names of deno.json, are found', async () => {
  const entry = await write(
    'greet/index.ts',
    "import '../_shared/client.ts'\nimport { z } from 'zod'\nconst lazy = await import('jsr:@zod/zod')\n",
  )
  await write(
    '_shared/client.ts',
    "export { createClient } from 'https://esm.sh/@supabase/supabase-js@2'\nimport '../greet/index.ts'\n",
  )
  const map = await write(
    'greet/deno.json',
    '{ // as it is\n "imports": { "zod": "https://esm.sh/zod@3", "own/": "./lib/", "sdk/": "npm:@org/sdk@1/", "hono": "npm:hono@4", } }',
  )
  expect(replaceImports(entry, map)).toEqual({
    imports: {
      'https://esm.sh/@supabase/supabase-js@2': 'npm:@supabase/supabase-js@2',
      'jsr:@zod/zod': 'npm:zod',
      hono: 'npm:hono@4',
      'hono/': 'npm:/hono@4/',
      'own/': pathToFileURL(join(folder, 'greet/lib/')).href,
      'sdk/': 'npm:/@org/sdk@1/',
      zod: 'npm:zod@3',
      'zod/': 'npm:/zod@3/',
    },
  })
})

test('crypto has the digests that Web Crypto lacks', async () => {
  const data = new TextEncoder().encode('figs')
  const hex = async (name: string) => Buffer.from(await crypto.subtle.digest(name, data)).toString('hex')
  expect([await hex('MD5'), await hex('SHA-256')]).toEqual(
    ['md5', 'sha256'].map((name) => createHash(name).update(data).digest('hex')),
  )
  await expect(crypto.subtle.digest('figs', data)).rejects.toThrow()
  expect(crypto.randomUUID()).toHaveLength(36)
  expect([timingSafeEqual(data, new Uint8Array(data)), timingSafeEqual(data, data.subarray(1))]).toEqual([true, false])
})
