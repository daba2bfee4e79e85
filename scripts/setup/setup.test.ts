import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';
import { describe, expect, onTestFinished, test } from 'vitest';

import { scripts } from '../../package.json';
import { alone } from './alone.mjs';
import { dataDirectoryFrom, requirePlainPath, requireSpace, requireWritable } from './disk.mjs';
import { readEnvFile, unknownSettings } from './env-file.mjs';
import { isNewerThanSources } from './newer-than-sources.mjs';
import { faultOfNode } from './node-version.mjs';
import { explain, lockIsSatisfied } from './packages.mjs';
import { requirePorts } from './port.mjs';

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-setup-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

describe('Node', () => {
  test.each(['20.19.0', '20.20.2', '22.13.0', '22.21.1', '24.0.0', '26.1.0'])('%s is supported', (version) => {
    expect(faultOfNode(version)).toBeUndefined();
  });

  test.each(['12.22.0', '18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0'])(
    '%s is refused with a message',
    (version) => {
      expect(faultOfNode(version)).toBe(
        `Faceswap needs Node 20 from 20.19, 22 from 22.13, or 24 and newer; this is ${version}. See https://nodejs.org/download`,
      );
    },
  );
});

describe('comparing node_modules with the lock file', () => {
  const lock = {
    '': { name: 'faceswap' },
    'node_modules/a': { version: '1.0.0', integrity: 'x' },
    'node_modules/for-another-machine': { version: '1.0.0', integrity: 'y', optional: true },
  };
  const a = { 'node_modules/a': { version: '1.0.0', integrity: 'x' } };

  test.each([
    ['all packages of this platform', a, true],
    [
      'packages of other platforms, too',
      { ...a, 'node_modules/for-another-machine': lock['node_modules/for-another-machine'] },
      true,
    ],
    ['no packages', {}, false],
    ['another version', { 'node_modules/a': { version: '1.0.1', integrity: 'x' } }, false],
    ['another hash of the same version', { 'node_modules/a': { version: '1.0.0', integrity: 'z' } }, false],
    ['a package that the lock file lacks', { ...a, 'node_modules/b': { version: '1.0.0' } }, false],
  ])('%s', (_case, installed, isSatisfied) => {
    expect(lockIsSatisfied(lock, installed)).toBe(isSatisfied);
  });
});

describe('a failed installation is explained in one sentence', () => {
  test.each([
    [
      'npm error code ENOTFOUND\nnpm error request to https://x/ failed',
      /cannot reach its package registry .*Check the network/,
    ],
    ['npm error code ENOSPC\nnpm error nospc', /The disk is full/],
    ['npm error code EUSAGE\nnpm error the lock file is out of date', /could not install the packages:\nEUSAGE\n/],
  ])('%s', (output, sentence) => {
    expect(explain(output)).toMatch(sentence);
  });
});

describe('requirements of the machine', () => {
  test('too little disk space is reported with both figures', () => {
    const directory = scratch();
    requireSpace(directory, 1, 'the packages');
    expect(() => requireSpace(directory, 1e18, 'the packages')).toThrow(
      /The disk is full: the packages need 1,000,000,000,000 MB, and .* has [\d,]+ MB left\./,
    );
  });

  test('a data directory that cannot be created is refused', () => {
    const directory = scratch();
    requireWritable(join(directory, 'new', 'one'));
    writeFileSync(join(directory, 'file'), '');
    expect(() => requireWritable(join(directory, 'file', 'data'))).toThrow(/cannot be written \(ENOTDIR\).*DATA_DIR/);
    expect(() => requireWritable('/proc/none/data')).toThrow(/cannot be written \(E[A-Z]+\)/);
  });

  test.each(['#', '%', '?', '*'])(
    'a folder with %s in its path, which the build tools misread, is refused',
    (character) => {
      requirePlainPath("/srv/Ü (1) [a] 'b' & $c/faceswap");
      expect(() => requirePlainPath(`/srv/site ${character}1/faceswap`)).toThrow(
        `/srv/site ${character}1/faceswap has a ${character} in its path, which the build tools misread. Rename or move that folder.`,
      );
    },
  );

  test.each(['~/data', '$HOME/data'])(
    'DATA_DIR=%s, which only a shell replaces, makes no folder of that name',
    (given) => {
      expect(dataDirectoryFrom(given)).toBeUndefined();
      expect(dataDirectoryFrom('')).toBe(join(process.cwd(), 'data'));
      expect(dataDirectoryFrom('/srv/data')).toBe('/srv/data');
    },
  );

  test('ports that are taken are named together; what is no port is left to the settings', async () => {
    const server = createServer().listen(0);
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(requirePorts({ NODE_ENV: 'test', PORT: `${port}`, METRICS_PORT: `${port - 2}` })).rejects.toThrow(
      new RegExp(`^Port ${port} is taken .*PORT=3000 npm start\n[^]*Port ${port} is taken .*Set METRICS_PORT to`),
    );
    for (const PORT of ['80x', '65536', '1.5']) await requirePorts({ NODE_ENV: 'test', PORT, METRICS_PORT: PORT });
  });
});

/** The configuration as in another folder, without its plugins. */
async function configurationIn(folder: string, file: string) {
  const stub =
    'export const defineConfig = (config) => config, vitePlugin = () => {}, minify = vitePlugin; export class BaseSequencer {} export default vitePlugin;';
  const outfile = join(folder, file.replace('.ts', '.mjs'));
  await build({
    ...{ entryPoints: [file], outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    plugins: [
      {
        name: 'without packages',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^(vite|vitest|oxc-minify|@[\w-]+)(\/|$)/ }, ({ path }) => ({
            path,
            namespace: 'package',
          }));
          onLoad({ filter: /./, namespace: 'package' }, () => ({ contents: stub }));
        },
      },
    ],
  });
  return ((await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as { default: unknown }).default;
}

test.each(['vite.config.ts', 'vitest.config.ts'])('in a folder with a space, %s finds the sources', async (file) => {
  const folder = join(scratch(), 'My é site');
  const given = await configurationIn(folder, file);
  const config = typeof given === 'function' ? given({}) : given;
  expect(config.resolve.alias).toEqual({ '~': join(folder, 'app') });
});

describe('a built command of the engine', () => {
  function clone({ builtAt, changedAt }: { builtAt?: number; changedAt: number }) {
    const root = scratch();
    const [source, program] = [join(root, 'engine', 'cli', 'swap.ts'), join(root, 'swap.js')];
    mkdirSync(join(root, 'engine', 'cli'), { recursive: true });
    writeFileSync(source, '');
    for (const place of [source, join(root, 'engine', 'cli'), join(root, 'engine')])
      utimesSync(place, changedAt, changedAt);
    if (builtAt === undefined) return { root, program };
    writeFileSync(program, '');
    utimesSync(program, builtAt, builtAt);
    return { root, program };
  }

  test.each([
    ['newer than its sources', { builtAt: 2000, changedAt: 1000 }, true],
    ['older than a source', { builtAt: 1000, changedAt: 2000 }, false],
    ['absent', { changedAt: 1000 }, false],
  ])('%s', (_what, times, isUsed) => {
    const { root, program } = clone(times);
    expect(isNewerThanSources(program, root)).toBe(isUsed);
  });

  test('without sources, as in a production folder, whose models may be newer than the build', () => {
    const root = scratch();
    expect(isNewerThanSources(join(root, 'swap.js'), root)).toBe(false);
    writeFileSync(join(root, 'swap.js'), '');
    utimesSync(join(root, 'swap.js'), 1000, 1000);
    mkdirSync(join(root, 'engine', 'models'), { recursive: true });
    expect(isNewerThanSources(join(root, 'swap.js'), root)).toBe(true);
  });
});

describe('.env', () => {
  const read = (text: string) => readEnvFile(Buffer.from(text));

  test('an editor of Windows may have written it, and values may have quotes and several lines', () => {
    const text = '\uFEFFPORT=4000\r\n# A=1\r\n\r\nexport S3_REGION = "eu" # comment\r\nLEGAL_NAME=O\'Neil & Co # x\r\n';
    const key = '-----BEGIN KEY-----\nabc==\n-----END KEY-----';
    expect(read(`${text}CREDENTIALS_KEY="${key}"\nMAIL_FROM='#1 <a@b.c>'`).settings).toEqual({
      ...{ PORT: '4000', S3_REGION: 'eu', LEGAL_NAME: "O'Neil & Co", CREDENTIALS_KEY: key, MAIL_FROM: '#1 <a@b.c>' },
    });
  });

  test.each([
    ['PORT=1\nPORT 2', '.env, line 2: "PORT 2" is not NAME=value.'],
    ['PORT: 2\nLOG_LEVEL=warn', '.env, line 1: "PORT: 2" is not NAME=value.'],
    ['\nS3_REGION="eu\nPORT=1', '.env, line 2: the quote at the beginning of S3_REGION is not closed.'],
    [
      "LEGAL_NAME='Tis\nPORT=1\nMAIL_FROM='a@b.c'",
      '.env, line 1: the quote at the beginning of LEGAL_NAME is not closed.',
    ],
    [
      'SMTP_URL=smtp://me:pa#ss@host',
      '.env, line 1: the # in the value of SMTP_URL begins a comment. Put the value in quotes.',
    ],
    ['\uFEFFPORT=1\0', '.env is in UTF-16. Save it as UTF-8.'],
  ])('%j is refused, and the line named', (text, message) => {
    expect(read(text).faults).toEqual([message]);
  });

  test('every line that cannot be read is named, no line of a key is, and the other settings remain', () => {
    const { settings, faults } = read(
      'PORT 1\nCREDENTIALS_KEY="---\nabc==\n---\nLOG_LEVEL=warn\nMAIL_FROM=a#b\nPORT=2',
    );
    expect(faults.map((fault) => /line \d/.exec(fault)![0])).toEqual(['line 1', 'line 2', 'line 6']);
    expect(settings).toEqual({ LOG_LEVEL: 'warn', PORT: '2' });
  });

  test('names that are no settings are reported, with the setting that may be meant', () => {
    const example = '# PORT=3000\n# SMTP_URL=   # mails\n# S3_REGION=us-east-1\n# SESSION_SECRET=';
    const given = ['PORT', 'SMPT_URL', 's3_region', 'SESSION_SECRETS', 'REDIS_URL', 'NODE_ENV'];
    expect(unknownSettings(given, example)).toEqual([
      'SMPT_URL (SMTP_URL?)',
      's3_region (S3_REGION?)',
      'SESSION_SECRETS (SESSION_SECRET?)',
      'REDIS_URL',
    ]);
    expect(unknownSettings(given, undefined)).toEqual([]);
  });
});

describe('a role that is started alone', () => {
  const command = (scripts as Record<string, string>)['start:api']!;
  const { PATH } = process.env;

  function folderOfRole() {
    const root = scratch();
    cpSync('scripts', join(root, 'scripts'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{"type":"module"}');
    return root;
  }

  function startRole(root: string, env: Record<string, string> = {}) {
    return spawnSync(command, {
      ...{ shell: true, cwd: root, encoding: 'utf8' },
      env: { PATH, ...env } as unknown as NodeJS.ProcessEnv,
    });
  }

  test('reads .env, loads error reporting first, and is the process that npm stops', () => {
    const root = folderOfRole();
    mkdirSync(join(root, 'build'));
    writeFileSync(join(root, '.env'), 'MEDIA_SECRET=of the file\nPORT=4000\nSMPT_URL=x\n');
    writeFileSync(join(root, '.env.example'), '# MEDIA_SECRET=\n# PORT=3000\n# SMTP_URL=\n');
    const print = 'process.env.MEDIA_SECRET, process.env.PORT, process.env.NODE_ENV, process.pid';
    for (const name of ['monitor', 'api'])
      writeFileSync(join(root, 'build', `${name}.js`), `console.log('${name}', ${print})`);
    const { pid, stdout, stderr } = startRole(root, { PORT: '5000' });
    const line = `of the file 5000 production ${pid}\n`;
    expect(stdout, stderr).toBe(`monitor ${line}api ${line}`);
    expect(stderr).toBe('Not settings, in .env: SMPT_URL (SMTP_URL?). See .env.example.\n');
  });

  test('asks for a set-up where nothing is built', () => {
    const { status, stdout } = startRole(folderOfRole());
    expect(stdout).toBe('\nThis folder has no build. Run: npm run setup\n');
    expect(status).toBe(1);
  });
});

describe('one set-up of a folder at a time', () => {
  const place = () => join(scratch(), 'build', 'setup');

  /** Another process, once it is at work. */
  async function holder(path: string) {
    const module = new URL('alone.mjs', import.meta.url).href;
    const source = `import { alone } from ${JSON.stringify(module)};
      await alone(() => new Promise(() => console.log('working')), { place: ${JSON.stringify(path)} });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    await once(child.stdout, 'data');
    return child;
  }

  test('a build, which empties its folder, leaves the lock', async () => {
    expect(await alone(() => readdirSync('.cache/setup'))).not.toEqual([]);
  });

  test('another one waits until the first has ended, however it ends', async () => {
    const path = place();
    const first = await holder(path);
    const events: string[] = [];
    const waits = { place: path, onWait: () => void events.push('waits') };
    const others = [1, 2, 3].map((other) =>
      alone(async () => {
        events.push(`${other} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${other} ends`);
      }, waits),
    );
    await expect.poll(() => events).toEqual(['waits', 'waits', 'waits']);
    first.kill('SIGKILL');
    await Promise.all(others);
    const work = events.filter((event) => event !== 'waits');
    expect(work).toHaveLength(6);
    for (const [index, event] of work.entries())
      if (index % 2 === 0) expect(work[index + 1]).toBe(event.replace('begins', 'ends'));
  });

  test('of many that find what a killed one left, one at a time works', async () => {
    const path = place();
    for (let round = 0; round < 5; round++) {
      const killed = await holder(path);
      killed.kill('SIGKILL');
      await once(killed, 'exit');
      let working = 0;
      const most: number[] = [];
      const others = Array.from({ length: 5 }, () =>
        alone(
          async () => {
            most.push(++working);
            await new Promise((resolve) => setImmediate(resolve));
            working -= 1;
          },
          { place: path },
        ),
      );
      await Promise.all(others);
      expect(most).toEqual([1, 1, 1, 1, 1]);
    }
  });

  test('what a killed one left is no obstacle, and nothing stays', async () => {
    const path = place();
    const killed = await holder(path);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(readdirSync(path)).toHaveLength(1);
    expect(await alone(() => 'done', { place: path })).toBe('done');
    expect(readdirSync(path)).toEqual([]);
  });

  test('a failure is passed on, and the next one begins', async () => {
    const path = place();
    await expect(alone(() => Promise.reject(new Error('no')), { place: path })).rejects.toThrow('no');
    expect(await alone(() => 'done', { place: path })).toBe('done');
  });

  test('a folder that cannot be written is no obstacle: nothing is built there', async () => {
    expect(await alone(() => 'done', { place: '/proc/none/setup' })).toBe('done');
  });
});
