import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replaceImports, replacementOf } from './replace-imports.ts'

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
  ['jsr:@std/encoding', null],
  ['https://deno.land/x/oak@v12.6.1/mod.ts', null],
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
  expect(replacementOf('https://deno.land/std@0.168.0/encoding/base64.ts')).toMatch(/\/standard-base64\.ts$/)
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
      'own/': pathToFileURL(join(folder, 'greet/lib/')).href,
      'sdk/': 'npm:/@org/sdk@1/',
      zod: 'npm:zod@3',
    },
  })
})
