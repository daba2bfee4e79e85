import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { hostAddress } from './network';

export interface Instance {
  name: string;
  host: string;
  port: number;
}

const checkEveryMs = 1_000;
const checkMs = 2_500;
const failuresUntilDown = 2;
const connectMs = 1_000;

/** Round robin by connection, without sticky sessions; instances whose `/healthz` fails twice get no more. */
export async function openBalancer(port: number, instances: Instance[]) {
  const states = instances.map((instance) => ({ instance, failures: 0, open: new Set<Socket>() }));
  type State = (typeof states)[number];
  let turn = 0;
  let isOpen = true;

  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    turn++;
    const ordered = states.map((_, n) => states[(turn + n) % states.length]!);
    const healthy = ordered.filter(({ failures }) => failures < failuresUntilDown);
    void join(near, healthy.length > 0 ? healthy : ordered);
  });

  async function join(near: Socket, [state, ...others]: State[]): Promise<void> {
    if (!state) return void near.destroy();
    const far = await open(state.instance);
    if (!far) return join(near, others);
    state.open.add(far);
    far.on('error', () => near.destroy()).on('close', () => state.open.delete(far) && near.destroy());
    near.on('close', () => far.destroy());
    if (near.destroyed) return void far.destroy();
    near.pipe(far).pipe(near);
  }

  async function check(state: State): Promise<void> {
    while (isOpen) {
      const isHealthy = await respondsHealthy(state.instance, checkMs);
      state.failures = isHealthy ? 0 : state.failures + 1;
      if (state.failures >= failuresUntilDown) for (const socket of state.open) socket.destroy();
      await pause(checkEveryMs);
    }
  }

  await once(server.listen(port, hostAddress), 'listening');
  for (const state of states) void check(state);
  return {
    url: `http://${hostAddress}:${port}`,
    close() {
      isOpen = false;
      server.close();
    },
  };
}

export async function respondsHealthy({ host, port }: Instance, limitMs: number): Promise<boolean> {
  const headers = { connection: 'close' };
  const reply = await fetch(`http://${host}:${port}/healthz`, { headers, signal: AbortSignal.timeout(limitMs) }).catch(
    () => undefined,
  );
  await reply?.arrayBuffer().catch(() => undefined);
  return reply?.status === 200;
}

function open({ host, port }: Instance): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: connectMs });
    const fail = () => {
      socket.destroy();
      resolve(undefined);
    };
    socket.once('error', fail).once('timeout', fail);
    socket.once('connect', () => {
      socket.off('timeout', fail).setTimeout(0);
      resolve(socket);
    });
  });
}
