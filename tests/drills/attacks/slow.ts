import { setTimeout as pause } from 'node:timers/promises';

import { statusFrom } from '#tests/support/flood';
import { portraitBytes } from '#tests/support/portraits';
import { headOf, openSocket } from '#tests/support/raw-http';

import { faultsOf, type Drill } from '#tests/drills/drill';

const seconds = 75;

/** Progress is no attack: keep the connection. */
export const slow: Drill[] = [
  {
    name: 'slow',
    title: `a photo that takes ${seconds} s to arrive`,
    async run({ url, port, attacker }) {
      const photo = portraitBytes('otto');
      const { material_id, upload } = await attacker.call('upload_sign_url', { format: 'jpg', size: photo.length });
      const { pathname, search } = new URL(upload.url, url);
      const headers = { ...upload.headers, 'content-length': String(photo.length) };
      const socket = await openSocket(port);
      const status = statusFrom(socket);
      socket.write(headOf(port, { method: 'PUT', path: `${pathname}${search}`, headers }));
      const step = Math.ceil(photo.length / seconds);
      for (let at = 0; at < photo.length && socket.writable; at += step) {
        socket.write(photo.subarray(at, at + step));
        await pause(1000);
      }
      const answer = await status;
      const { material } = await attacker.call('upload_material_detail', { material_id });
      const lost = answer === 200 && material.size !== photo.length ? ['the photo is not there'] : [];
      return { outcome: `${answer}, ${material.status}`, faults: [...faultsOf([answer], (is) => is === 200), ...lost] };
    },
  },
];
