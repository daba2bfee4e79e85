import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { openFilesOf } from '#tests/support/processes';
import { openSocket } from '#tests/support/raw-http';

import { faultsOf, tally, type Drill } from '#tests/drills/drill';

const heldConnections = 200;
const heldSeconds = 30;
const heads = 5_000;
/** The server's other work opens some. */
const strayDescriptors = 30;

export const connections: Drill[] = [
  {
    name: 'held',
    title: `${heldConnections} connections that never finish a request`,
    async run({ port }) {
      const sockets = await Promise.all(Array.from({ length: heldConnections }, () => openSocket(port)));
      for (const socket of sockets) socket.write('POST /login HTTP/1.1\r\nhost: localhost\r\n');
      for (let second = 0; second < heldSeconds; second++) {
        await pause(1000);
        for (const socket of sockets) if (socket.writable) socket.write(`x-${second}: a\r\n`);
      }
      const open = sockets.filter((socket) => socket.writable).length;
      for (const socket of sockets) socket.destroy();
      const faults = open > 0 ? [`${open} connections were held for ${heldSeconds} s`] : [];
      return { outcome: `${heldConnections - open} closed by the server`, faults };
    },
  },
  {
    name: 'heads',
    title: `${heads} HEADs of a picture`,
    async run({ url, member, process: find }) {
      const { pid } = find('server');
      const { material } = await member.call('faceswap_sample', { sample: 'sofia' });
      const { pathname, search } = new URL(material.playable_url!, url);
      const before = openFilesOf(pid);
      const agent = new Agent({ keepAlive: true, maxSockets: 8 });
      const link = new URL(`${pathname}${search}`, url);
      const answers = await Promise.all(
        Array.from({ length: heads }, async () => {
          const [answer] = (await once(request(link, { method: 'HEAD', agent }).end(), 'response')) as [
            IncomingMessage,
          ];
          answer.resume();
          return answer.statusCode!;
        }),
      );
      agent.destroy();
      await pause(1000);
      const after = openFilesOf(pid);
      const leaked = after - before > strayDescriptors ? [`descriptors: ${before} before, ${after} after`] : [];
      const outcome = `${tally(answers)}; descriptors ${before} → ${after}`;
      return { outcome, faults: [...faultsOf(answers, (status) => status === 200), ...leaked] };
    },
  },
];
