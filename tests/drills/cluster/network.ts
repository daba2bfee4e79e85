import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const bridge = 'fsdrill';
const subnet = '10.213.0';

/** This process, on the bridge. */
export const hostAddress = `${subnet}.1`;
export const network = `${subnet}.0/24`;

const slowLink = ['tbf', 'rate', '1mbit', 'burst', '16kb', 'latency', '500ms'];

const namespaceOf = (name: string) => `fsdrill-${name}`;
/** At most 15 characters. */
const portOf = (name: string) => `fs-${name}`;

async function ip(...args: string[]): Promise<void> {
  await execute('ip', args);
}

async function endProcesses(namespace: string): Promise<void> {
  const { stdout } = await execute('ip', ['netns', 'pids', namespace]).catch(() => ({ stdout: '' }));
  const pids = stdout.split('\n').filter(Boolean);
  if (pids.length > 0) await execute('kill', ['-9', ...pids]).catch(() => {}); // one has ended meanwhile
}

/** @returns what the machine lacks */
export async function missingForNetwork(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'The cluster drill needs root, for network namespaces and small disks.';
  for (const [program, args] of [
    ['ip', ['-V']],
    ['tc', ['-V']],
    ['nsenter', ['--version']],
  ] as const) {
    const isThere = await execute(program, args).then(
      () => true,
      () => false,
    );
    if (!isThere) return `The cluster drill needs ${program}: install the packages iproute2 and util-linux.`;
  }
  return undefined;
}

export interface Network {
  addressOf(name: string): string;
  /** Arguments of `nsenter` that run a program there. */
  enter(name: string): string[];
  cut(name: string): Promise<void>;
  mend(name: string): Promise<void>;
  slow(name: string): Promise<void>;
  remove(): Promise<void>;
}

/** A namespace for each name, all on one bridge. */
export async function openNetwork(names: readonly string[]): Promise<Network> {
  const addressOf = (name: string) => `${subnet}.${10 + names.indexOf(name)}`;
  const inside = (name: string) => ['-n', namespaceOf(name)];
  const tc = (name: string, ...args: string[]) =>
    Promise.all([
      execute('tc', ['qdisc', ...args.slice(0, 1), 'dev', portOf(name), 'root', ...args.slice(1)]),
      execute('tc', [...inside(name), 'qdisc', ...args.slice(0, 1), 'dev', 'eth0', 'root', ...args.slice(1)]),
    ]);
  const remove = async () => {
    for (const name of names) {
      await endProcesses(namespaceOf(name));
      await ip('netns', 'del', namespaceOf(name)).catch(() => {});
    }
    await ip('link', 'del', bridge).catch(() => {});
  };
  await remove(); // of an interrupted drill
  await ip('link', 'add', bridge, 'type', 'bridge');
  await ip('addr', 'add', `${hostAddress}/24`, 'dev', bridge);
  await ip('link', 'set', bridge, 'up');
  for (const name of names) {
    await ip('netns', 'add', namespaceOf(name));
    await ip('link', 'add', portOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespaceOf(name));
    await ip('link', 'set', portOf(name), 'master', bridge, 'up');
    await ip(...inside(name), 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) await ip(...inside(name), 'link', 'set', device, 'up');
  }
  return {
    addressOf,
    enter: (name) => [`--net=/run/netns/${namespaceOf(name)}`],
    cut: (name) => ip('link', 'set', portOf(name), 'down'),
    async mend(name) {
      await ip('link', 'set', portOf(name), 'up');
      await tc(name, 'del').catch(() => {}); // it was not slow
    },
    async slow(name) {
      await tc(name, 'replace', ...slowLink);
    },
    remove,
  };
}
