import { execFileSync } from 'node:child_process'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MEGABYTES = 700

/** Mounts a separate file system over each folder; needs root. @returns a function that unmounts them */
export async function mountDisks(folder: string, names: readonly string[]): Promise<() => Promise<void>> {
  const mounted: string[] = []
  const unmount = async () => {
    for (const path of mounted.splice(0)) execFileSync('umount', ['--lazy', path])
  }
  await mkdir(join(folder, 'disks'), { recursive: true })
  try {
    for (const name of names) {
      const [file, path] = [join(folder, 'disks', name), join(folder, name)]
      await writeFile(file, '')
      await truncate(file, MEGABYTES * 1024 * 1024)
      await mkdir(path, { recursive: true })
      execFileSync('mkfs.ext4', ['-q', '-m', '0', file])
      execFileSync('mount', ['-o', 'loop', file, path])
      mounted.push(path)
    }
  } catch (error) {
    await unmount()
    throw error
  }
  return unmount
}
