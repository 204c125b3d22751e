import { join } from 'node:path'
import postgres from 'souk-backend/postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { applySchemas } from '../../../scripts/schemas/apply-schemas.ts'
import { type Description, describeDatabase, differences } from '../../../scripts/schemas/describe-database.ts'
import { HALVES } from '../../../scripts/schemas/halves.ts'
import { readSchemas } from '../../../scripts/schemas/read-schemas.ts'

/** A separate database, created from the schemas alone. */
const NAME = 'made_from_schemas'
const admin = postgres({ ...inject('connection'), max: 1, onnotice: () => undefined })
const made = postgres({ ...inject('connection'), database: NAME, max: 1, onnotice: () => undefined })

beforeAll(async () => {
  await admin.unsafe(`create database ${NAME} template template0`)
  for (const half of HALVES) await applySchemas(made, await readSchemas(half.schemas))
})
afterAll(async () => {
  await made.end()
  await admin.unsafe(`drop database if exists ${NAME}`)
  await admin.end()
})

test('migrations produce exactly the database that the schemas describe', async () => {
  const [fromSchemas, fromMigrations] = await Promise.all([describeDatabase(made), describeDatabase(admin)])
  expect(fromSchemas.size).toBeGreaterThan(2000)
  expect(differences(fromSchemas, fromMigrations, ['schemas', 'migrations'])).toBe('')
})

test('a difference is reported as the SQL of both sides', async () => {
  const before = await describeDatabase(made)
  const after = await dumpAfter(before, 'alter table public.listings alter column title drop not null')
  const told = differences(before, after, ['schemas', 'migrations'])
  expect(told).toContain(
    '-- column public.listings.title\n-- schemas:\nalter table public.listings add column title text not null',
  )
  expect(told).toContain('-- migrations:\nalter table public.listings add column title text default')
  expect(told.match(/^-- schemas:/gm)).toHaveLength(1)
})

/** The catalogue after a statement, which is rolled back. */
async function dumpAfter(before: Description, statement: string): Promise<Description> {
  let after = before
  await made
    .begin(async (transaction) => {
      await transaction.unsafe(statement)
      after = await describeDatabase(transaction)
      throw new Error('back')
    })
    .catch((error: Error) => {
      if (error.message !== 'back') throw error
    })
  return after
}

test('every function body refers to existing objects', async () => {
  const functions = await made<{ oid: number; name: string; language: string }[]>`
    select p.oid, p.oid::regprocedure::text as name, l.lanname as language from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'realtime', 'rest') and l.lanname in ('sql', 'plpgsql')`
  expect(functions.length).toBeGreaterThan(300)
  for (const { oid, name, language } of functions) {
    const validator = language === 'sql' ? 'fmgr_sql_validator' : 'plpgsql_validator'
    await made.unsafe(`select pg_catalog.${validator}(${oid})`).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`)
    })
  }
})

test('each object is defined once, and files with functions and views can be reapplied', async () => {
  for (const { schemas } of HALVES) {
    const statements = await readSchemas(schemas)
    const repeatable = [
      'CreateFunctionStmt',
      'ViewStmt',
      'CommentStmt',
      'GrantStmt',
      'CreateTrigStmt',
      'AlterTableStmt',
      'DoStmt',
    ]
    for (const { file, kind, sql } of statements) {
      const place = `${join(schemas, file)}: ${sql.slice(0, 60)}`
      if (/\/(functions|views)\//.test(file)) {
        expect(repeatable, place).toContain(kind)
        if (/^create/.test(sql)) expect(sql, place).toMatch(/^create or replace /)
      } else expect(['CreateFunctionStmt', 'ViewStmt'], place).not.toContain(kind)
    }
    const heads = statements
      .map(
        ({ sql }) =>
          /^create (?:or replace )?(?:function|view|table|type|unique index|index) [^(]+\([^)]*/.exec(sql)?.[0],
      )
      .filter(Boolean)
    expect(heads.length - new Set(heads).size).toBe(0)
  }
})
