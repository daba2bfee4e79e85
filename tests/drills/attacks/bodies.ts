import { setTimeout as pause } from 'node:timers/promises';

import { writeUntilAnswered, sendLarge, statusFrom } from '#tests/support/flood';
import { exchange, headOf, openSocket, type RawRequest } from '#tests/support/raw-http';

import { again, faultsOf, tally, type Drill } from '#tests/drills/drill';

const repeat = <T>(times: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: times }, (_, index) => make(index)));

/** 0: the server closed the connection during the body. */
const refused =
  (...statuses: number[]) =>
  (status: number) =>
    [0, ...statuses].includes(status);

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const chunkedMegabytes = 55;
const heldMs = 10_000;

export const bodies: Drill[] = [
  {
    name: 'forms',
    title: 'forms of 200 MB to /login, 3 at once',
    async run({ port, url }) {
      const request: RawRequest = { path: '/login', headers: { ...form, origin: url } };
      const announced = await again(() => repeat(3, () => sendLarge(port, request, 200)));
      const chunked = await again(() => repeat(3, () => sendLarge(port, { ...request, framing: 'chunked' }, 200)));
      const answers = [...announced, ...chunked];
      return { outcome: tally(answers), faults: faultsOf(answers, refused(413)) };
    },
  },
  {
    name: 'webhooks',
    title: 'webhooks of 300 MB, 4 at once',
    async run({ port }) {
      const to = (driver: string) => repeat(4, () => sendLarge(port, { path: `/api/webhook/${driver}` }, 300));
      const answers = [...(await again(() => to('nothing'))), ...(await again(() => to('sandbox')))];
      return { outcome: tally(answers), faults: faultsOf(answers, refused(404, 413)) };
    },
  },
  {
    name: 'chunks',
    title: 'chunked face photos of 55 MB without a token, 20 at once',
    async run({ port }) {
      const headers = { 'content-type': 'multipart/form-data; boundary=edge', 'transfer-encoding': 'chunked' };
      const sendPhoto = async () => {
        const socket = await openSocket(port);
        const status = statusFrom(socket);
        socket.write(headOf(port, { method: 'POST', path: '/api/upload/face', headers }));
        await writeUntilAnswered(socket, chunkedMegabytes * 1_000_000, true);
        const answer = await Promise.race([status, pause(heldMs, -1)]);
        socket.destroy();
        return answer;
      };
      const answers = await again(() => repeat(20, sendPhoto));
      return { outcome: tally(answers), faults: faultsOf(answers, refused(401, 411, 413)) };
    },
  },
  {
    name: 'cookies',
    title: 'consent requests with a cookie of 15 KB',
    async run({ port, url }) {
      const cookie = ('_g' + 'a'.repeat(60)).repeat(241);
      const headers = { ...form, origin: url, cookie };
      const request: RawRequest = { method: 'POST', path: '/resources/consent', headers, body: 'choice=no' };
      const begun = performance.now();
      const answers = await again(async () => [(await exchange(port, request)).status]);
      const each = Math.round((performance.now() - begun) / answers.length);
      return { outcome: `${tally(answers)}, ${each} ms each`, faults: faultsOf(answers, (status) => status < 500) };
    },
  },
];
