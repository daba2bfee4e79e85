import path from 'node:path';
import type { JobLimits } from './limits';
import { which } from './which';

/** What of the file system a decoder needs. */
export interface Places {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** A way to start a program so that what it decodes can do little harm, should it take the program over. */
export interface Isolation {
  readonly name: 'bubblewrap' | 'namespaces' | 'limits' | 'none';
  /** What it does and does not do, for operators. */
  readonly description: string;
  /** The command that runs `command` isolated. */
  wrap(command: readonly string[], places: Places, limits: JobLimits): string[];
}

/** macOS, and machines without util-linux. */
export const noIsolation: Isolation = {
  name: 'none',
  description: 'not isolated: this system has no way that we know. They get no settings, and a time limit',
  wrap: (command) => [...command],
};

/** The ways of this machine, the best first. Whether the kernel allows them shows when they are tried. */
export function isolations(searchPath: string): Isolation[] {
  const find = (name: string) => which(name, `${searchPath}${path.delimiter}/usr/bin${path.delimiter}/bin`);
  const [bwrap, unshare, setpriv, prlimit] = ['bwrap', 'unshare', 'setpriv', 'prlimit'].map(find);
  if (process.platform !== 'linux' || !prlimit || !setpriv) return [noIsolation];
  return [
    ...(bwrap ? [bubblewrap(bwrap, prlimit)] : []),
    ...(unshare ? [namespaces(unshare, setpriv, prlimit)] : []),
    limitsAlone(setpriv, prlimit),
    noIsolation,
  ];
}

function bounded(prlimit: string, { memory, cpuSeconds, fileBytes }: JobLimits): string[] {
  // At the first limit ffmpeg gets a signal that it takes as a request to end; at the second the kernel ends it.
  const cpu = `--cpu=${cpuSeconds}:${cpuSeconds + 5}`;
  return [prlimit, `--as=${Math.round(memory)}`, cpu, `--fsize=${fileBytes}`, '--core=0'];
}

/** Programs and libraries of the system. Files of users, settings and secrets lie elsewhere. */
const systemPlaces = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache', '/etc/alternatives'];

const devices = ['/dev/null', '/dev/urandom', '/dev/random'];

/** A file system of the system's programs, the job's files and nothing else; no network; its own processes alone. */
function bubblewrap(bwrap: string, prlimit: string): Isolation {
  const apart = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'];
  return {
    name: 'bubblewrap',
    description: 'isolated by bubblewrap: no network, no files but their own, limits on memory and time',
    wrap(command, { reads, writes }, limits) {
      const system = [...systemPlaces, command[0]].flatMap((place) => ['--ro-bind-try', place, place]);
      const nodes = devices.flatMap((device) => ['--dev-bind-try', device, device]);
      const own = [...reads.map((place) => ['--ro-bind', place]), ...writes.map((place) => ['--bind', place])]
        .sort(([, a], [, b]) => a.length - b.length) // what lies inside another place is mounted after it
        .flatMap(([kind, place]) => [kind, place, place]);
      const sandbox = [bwrap, ...apart, ...system, ...nodes, ...own, '--remount-ro', '/', '--chdir', '/', '--'];
      return [...bounded(prlimit, limits), ...sandbox, ...command];
    },
  };
}

/** Without a file system of its own: util-linux alone cannot make one. */
function namespaces(unshare: string, setpriv: string, prlimit: string): Isolation {
  // Entering a user namespace clears the parent-death signal, so it is set inside; the process that forks passes it on.
  const apart = [
    ...[unshare, '--user', '--map-root-user', '--', setpriv, '--pdeathsig', 'KILL', '--'],
    ...[unshare, '--net', '--ipc', '--pid', '--fork', '--kill-child=KILL', '--'],
    ...[setpriv, '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'],
  ];
  return {
    name: 'namespaces',
    description:
      'isolated by namespaces of the kernel: no network, limits on memory and time, but all files of this user are ' +
      'open to them. Install bubblewrap to close those',
    wrap: (command, _places, limits) => [...apart, ...bounded(prlimit, limits), ...command],
  };
}

/** Where the kernel lets nobody have a namespace, as in most containers. */
function limitsAlone(setpriv: string, prlimit: string): Isolation {
  return {
    name: 'limits',
    description:
      'bounded in memory and time, but not isolated: the network and all files of this user are open to them. ' +
      'Allow user namespaces and install bubblewrap to close those',
    wrap: (command, _places, limits) => [
      ...[setpriv, '--no-new-privs', '--pdeathsig', 'KILL', '--'],
      ...bounded(prlimit, limits),
      ...command,
    ],
  };
}
