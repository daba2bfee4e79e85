import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { outboxMailer } from '#backend/providers/mail/outbox';
import { codeIn } from '#tests/support/mails';
import { portraitBytes } from '#tests/support/portraits';

import { type Caller, callerAt, type Observations, requestWithRetries } from './client';
import type { Cluster } from './cluster';

export const password = 'a long enough phrase';

export interface DrillMember extends Caller {
  email: string;
  faceId: string;
}

/** Registered and confirmed, with the first credits and a face. */
export async function newDrillMember({ apiUrl, folder }: Cluster, told: Observations): Promise<DrillMember> {
  const email = `${randomUUID()}@example.com`;
  const guest = callerAt(told, apiUrl);
  await guest.call('email_register', { email, password });
  const outbox = outboxMailer(join(folder, 'outbox'));
  for (;;) {
    const mail = (await outbox.list()).find(({ to }) => to === email);
    if (mail) {
      await requestWithRetries(told, `${apiUrl}/email/activate?code=${codeIn(mail)}`, () => ({}));
      break;
    }
    await pause(100);
  }
  const { token } = (await guest.call('email_login', { email, password })) as { token: string };
  const caller = callerAt(told, apiUrl, token);
  const photo = new Blob([portraitBytes('diego') as BlobPart]);
  const { face_id } = await caller.call('upload_face', { photo, consent: 'true' });
  return { ...caller, email, faceId: face_id };
}
