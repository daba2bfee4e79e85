import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { outboxMailer } from '#backend/providers/mail/outbox';
import { newMember } from '#tests/support/hostile/members';
import { codeIn } from '#tests/support/mails';
import { memberAt, type SiteMember } from '#tests/support/site';
import type { RunningStack } from '#tests/support/stack';

export async function confirmedMember({ url, port, dataDirectory }: RunningStack): Promise<SiteMember> {
  const { email, token } = await newMember(port, '/api');
  const outbox = outboxMailer(join(dataDirectory, 'outbox'));
  for (;;) {
    const mail = (await outbox.list()).find(({ to }) => to === email);
    if (mail) {
      await fetch(`${url}/api/email/activate?code=${codeIn(mail)}`);
      return memberAt(url, token);
    }
    await pause(50);
  }
}
