import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepPreviousBuild } from './keep-previous-build.ts'

test('a build keeps the files of the one before it, and of none that is older', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'builds-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const build = async (name: string, previous: string) => {
    const assets = join(folder, name, 'assets')
    await mkdir(assets, { recursive: true })
    await writeFile(join(assets, `page-${name}.js`), name)
    await writeFile(join(assets, 'shared.js'), name)
    await keepPreviousBuild(join(folder, previous), join(folder, name))
    return (await readdir(assets)).sort()
  }
  expect(await build('one', 'none')).toEqual(['page-one.js', 'shared.js'])
  expect(await build('two', 'one')).toEqual(['page-one.js', 'page-two.js', 'shared.js'])
  expect(await build('three', 'two')).toEqual(['page-three.js', 'page-two.js', 'shared.js'])
  expect(await readFile(join(folder, 'three/assets/shared.js'), 'utf8')).toBe('three')
})
