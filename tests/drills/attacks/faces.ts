import { randomUUID } from 'node:crypto';

import { addFace } from '#tests/support/journey';
import { portraitBytes } from '#tests/support/portraits';

import { faultsOf, tally, type Drill, type Site } from '#tests/drills/drill';

const atOnce = 40;

/** 503 needs `Retry-After`. */
const isAllowed = (status: number) => status < 500 || status === 503;

async function uploadFaces({ url, attacker }: Site, isKeyed: boolean) {
  const photo = new Blob([portraitBytes('elsa') as BlobPart], { type: 'image/jpeg' });
  const answers = await Promise.all(
    Array.from({ length: atOnce }, async () => {
      const body = new FormData();
      body.set('photo', photo, 'elsa.jpg');
      body.set('consent', 'true');
      const headers = {
        authorization: `Bearer ${attacker.token}`,
        ...(isKeyed ? { 'idempotency-key': randomUUID() } : {}),
      };
      return (await fetch(`${url}/api/upload/face`, { method: 'POST', headers, body })).status;
    }),
  );
  const acknowledged = answers.filter((status) => status === 200).length;
  const { total } = await attacker.call('my_faces', {});
  const lost = total === acknowledged ? [] : [`${acknowledged} acknowledged, ${total} there`];
  return { outcome: `${tally(answers)}; ${total} kept`, faults: [...faultsOf(answers, isAllowed), ...lost] };
}

/** The first upload compiles code. */
const prepare = async ({ member }: Site) => void (await addFace(member, portraitBytes('otto')));

export const faces: Drill[] = [
  { name: 'faces', title: `${atOnce} faces at once`, prepare, run: (site) => uploadFaces(site, false) },
  {
    name: 'keyed-faces',
    title: `${atOnce} faces at once, each with an idempotency key`,
    prepare,
    run: (site) => uploadFaces(site, true),
  },
];
