// What the supervisor promises about its programs and its data folder: they restart, they stop, they die with it,
// and no second supervisor gets in.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { runningSupervisor, takeLock } from './lock.ts'
import { freePort, requireFreePorts } from './ports.ts'
import { isAlive, waitForEnd } from './processes.ts'
import { startService } from './services.ts'

const folder = mkdtempSync(join(tmpdir(), 'jokko supervision '))
afterAll(() => rmSync(folder, { recursive: true }))

function script(name: string, code: string): string {
  const path = join(folder, name)
  writeFileSync(path, code)
  return path
}

async function until<Value>(look: () => Value | undefined): Promise<Value> {
  for (let tries = 0; tries < 500; tries++) {
    const found = look()
    if (found !== undefined) return found
    await delay(10)
  }
  throw new Error('It did not come to pass within 5 s.')
}

function readNumber(path: string): number | undefined {
  return existsSync(path) && readFileSync(path, 'utf8') !== ''
    ? Number(readFileSync(path, 'utf8'))
    : undefined
}

/** A program like the API: writes its process number, works, and ends on the signals that it should end on. */
const pidFile = join(folder, 'program.pid')
const program = script(
  'program.mjs',
  `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(pidFile)}, String(process.pid))
const work = setInterval(() => undefined, 1000)
for (const end of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(end, () => process.exit())`,
)

function optionsFor(say: (text: string) => void, onFailure: (error: Error) => void) {
  const ending = new AbortController()
  return {
    environment: process.env,
    logDir: folder,
    say,
    onFailure,
    ending: ending.signal,
    end: () => ending.abort(),
  }
}

describe('a program', () => {
  test('that is killed is started again, and stopping it leaves nothing', async () => {
    rmSync(pidFile, { force: true })
    const said: string[] = []
    const options = optionsFor(
      text => said.push(text),
      error => said.push(error.message),
    )
    const service = startService({ ...options, name: 'Program', command: [program] })
    const first = await until(() => readNumber(pidFile))
    process.kill(first, 'SIGKILL')
    const second = await until(() => [readNumber(pidFile)].find(pid => pid !== first && pid !== undefined))
    expect(said).toEqual(['The Program ended (SIGKILL); starting it again.'])
    await service.stop()
    expect(isAlive(second)).toBe(false)
  })

  test('that Ctrl-C ended together with everything else is not started again', async () => {
    rmSync(pidFile, { force: true })
    const said: string[] = []
    const options = optionsFor(
      text => said.push(text),
      error => said.push(error.message),
    )
    const service = startService({ ...options, name: 'Program', command: [program] })
    const pid = await until(() => readNumber(pidFile))
    process.kill(pid, 'SIGINT')
    options.end()
    await waitForEnd(pid, 5000)
    await service.stop()
    expect(said).toEqual([])
    expect(readNumber(pidFile)).toBe(pid)
  })

  test('that does not stay up is given up, with the end of its log', async () => {
    const broken = script('broken.mjs', "console.error('no database here'); process.exit(3)")
    const failure = await new Promise<Error>(onFailure => {
      const options = optionsFor(() => undefined, onFailure)
      startService({ ...options, name: 'broken', command: [broken] })
    })
    expect(failure.message).toMatch(/The broken does not stay up \(code 3\)[\s\S]*no database here/)
  })

  test('ends when its supervisor is killed with SIGKILL', async () => {
    rmSync(pidFile, { force: true })
    const services = JSON.stringify(join(import.meta.dirname, 'services.ts'))
    const options = `{ name: 'p', command: [${JSON.stringify(program)}], environment: process.env, logDir: ${JSON.stringify(folder)} }`
    const supervisor = spawn(process.execPath, [
      script('supervisor.mjs', `import { startService } from ${services}\nstartService(${options})`),
    ])
    const pid = await until(() => readNumber(pidFile))
    supervisor.kill('SIGKILL')
    expect(await waitForEnd(pid, 5000)).toBe(true)
  })
})

describe('the lock of a data folder', () => {
  test('lets one supervisor in and names it to the second', async () => {
    const holder = spawn(process.execPath, [script('run.ts', 'setInterval(() => undefined, 1000)')])
    onTestFinished(() => void holder.kill())
    const lock = { pid: holder.pid, url: 'http://localhost:3000' }
    writeFileSync(join(folder, 'supervisor.json'), JSON.stringify(lock))
    await until(() => runningSupervisor(folder))
    const message = `Jokko is already running on http://localhost:3000 (process ${holder.pid}). Stop it there with Ctrl-C.`
    expect(() => takeLock(folder, 'http://localhost:4000')).toThrow(message)
  })

  test.each([
    ['of a process that is gone', '{"pid":999999999,"url":"http://localhost:3000"}'],
    ['whose number is now another program', `{"pid":${process.ppid},"url":"http://localhost:3000"}`],
    ['that was cut short', '{"pid":'],
  ])('%s does not keep anybody out, and letting go removes it', (_name, content) => {
    writeFileSync(join(folder, 'supervisor.json'), content)
    const letGo = takeLock(folder, 'http://localhost:4000')
    expect(JSON.parse(readFileSync(join(folder, 'supervisor.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
    })
    letGo()
    expect(existsSync(join(folder, 'supervisor.json'))).toBe(false)
  })
})

/** A port that another program holds until the test is over. */
async function takenPort(host = '127.0.0.1'): Promise<number> {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>(settle => other.listen(port, host, settle))
  onTestFinished(() => void other.close())
  return port
}

describe('ports', () => {
  test.each(['127.0.0.1', '0.0.0.0'])('one that is taken on %s is told, with what to do', async host => {
    const port = await takenPort(host)
    await expect(requireFreePorts([{ name: 'PORT', port }], 'npm start')).rejects.toThrow(
      `Port ${port} is used by another program. End that program, or choose another port: PORT=${port + 100} npm start`,
    )
  })

  test('several that are taken are told at once, with the command that was given', async () => {
    const [web, free, sandbox] = [await takenPort(), await freePort(), await takenPort()]
    const ports = [
      { name: 'PORT', port: web },
      { name: 'API_PORT', port: free },
      { name: 'SANDBOX_PORT', port: sandbox },
    ]
    await expect(requireFreePorts(ports, 'npm run dev')).rejects.toThrow(
      `Ports ${web} and ${sandbox} are used by other programs. End those programs, or choose other ports: PORT=${web + 100} SANDBOX_PORT=${sandbox + 100} npm run dev`,
    )
  })

  test('one that is no number is told in a sentence, without the lines of our code', () => {
    const run = join(import.meta.dirname, 'run.ts')
    const environment = { ...process.env, PORT: 'abc', JOKKO_DATA_DIR: folder }
    const { status, stderr } = spawnSync(process.execPath, [run], { env: environment, encoding: 'utf8' })
    expect(stderr.trim()).toBe('PORT=abc is not a port number.')
    expect(status).toBe(1)
  })
})
