import path from 'node:path';
import type { JobLimits } from './limits';
import { which } from './which';

export interface FileAccess {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** Contains a decoder that malicious media took over. */
export interface Isolation {
  readonly name: 'bubblewrap' | 'namespaces' | 'limits' | 'none';
  readonly description: string;
  wrap(command: readonly string[], places: FileAccess, limits: JobLimits): string[];
}

/** macOS, and Linux without util-linux. */
export const noIsolation: Isolation = {
  name: 'none',
  description: 'not isolated: no supported mechanism on this system. Only an empty environment and a time limit apply',
  wrap: (command) => [...command],
};

export function isolations(searchPath: string): Isolation[] {
  const find = (name: string) => which(name, `${searchPath}${path.delimiter}/usr/bin${path.delimiter}/bin`);
  const [bwrap, unshare, setpriv, prlimit] = ['bwrap', 'unshare', 'setpriv', 'prlimit'].map(find);
  if (process.platform !== 'linux' || !prlimit || !setpriv) return [noIsolation];
  return [
    ...(bwrap ? [bubblewrap(bwrap, prlimit)] : []),
    ...(unshare ? [namespaces(unshare, setpriv, prlimit)] : []),
    limitsOnly(setpriv, prlimit),
    noIsolation,
  ];
}

function withLimits(prlimit: string, { memory, cpuSeconds, fileBytes }: JobLimits): string[] {
  // The soft limit asks ffmpeg to exit; the hard limit kills it.
  const cpu = `--cpu=${cpuSeconds}:${cpuSeconds + 5}`;
  return [prlimit, `--as=${Math.round(memory)}`, cpu, `--fsize=${fileBytes}`, '--core=0'];
}

/** No user files, settings or secrets. */
const systemPaths = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache', '/etc/alternatives'];

const devices = ['/dev/null', '/dev/urandom', '/dev/random'];

/** System programs and the job's files only; no network; own processes. */
function bubblewrap(bwrap: string, prlimit: string): Isolation {
  // Not --new-session: `launch` gives a session without a terminal, and the group must stay whole (kill.ts).
  const apart = ['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'];
  return {
    name: 'bubblewrap',
    description: 'isolated by bubblewrap: no network, access only to their own files, limits on memory and time',
    wrap(command, { reads, writes }, limits) {
      const system = [...systemPaths, command[0]].flatMap((place) => ['--ro-bind-try', place, place]);
      const nodes = devices.flatMap((device) => ['--dev-bind-try', device, device]);
      const own = [...reads.map((place) => ['--ro-bind', place]), ...writes.map((place) => ['--bind', place])]
        .sort(([, a], [, b]) => a.length - b.length) // mount parents first
        .flatMap(([kind, place]) => [kind, place, place]);
      const sandbox = [bwrap, ...apart, ...system, ...nodes, ...own, '--remount-ro', '/', '--chdir', '/', '--'];
      return [...withLimits(prlimit, limits), ...sandbox, ...command];
    },
  };
}

/** util-linux alone cannot create a private file system. */
function namespaces(unshare: string, setpriv: string, prlimit: string): Isolation {
  // A new user namespace clears the parent-death signal, so it is set inside.
  const apart = [
    ...[unshare, '--user', '--map-root-user', '--', setpriv, '--pdeathsig', 'KILL', '--'],
    ...[unshare, '--net', '--ipc', '--pid', '--fork', '--kill-child=KILL', '--'],
    ...[setpriv, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'],
  ];
  return {
    name: 'namespaces',
    description:
      'isolated by kernel namespaces: no network, limits on memory and time, but access to all files of this user. ' +
      'Install bubblewrap to prevent that',
    wrap: (command, _places, limits) => [...apart, ...withLimits(prlimit, limits), ...command],
  };
}

/** For kernels that forbid namespaces, as in most containers. */
function limitsOnly(setpriv: string, prlimit: string): Isolation {
  return {
    name: 'limits',
    description:
      'limited in memory and time, but not isolated: they can access the network and all files of this user. ' +
      'Allow user namespaces and install bubblewrap to prevent that',
    wrap: (command, _places, limits) => [
      ...[setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--'],
      ...withLimits(prlimit, limits),
      ...command,
    ],
  };
}
