import { expect, test } from 'vitest';
import { MailRefused, type Mail, type Mailer } from '#backend/providers/mail/port';

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Grüße an Ada: one line, over the seventy-six characters that a line of a mail has at most',
  html: '<!doctype html><p>Hello <b>Ada</b> & “friends”</p>',
  text: `Hello Ada & “friends”\nhttps://faceswap.test/activate?code=${'x'.repeat(90)}=\n.\nA dot stood alone above.`,
};

interface Subject {
  mailer: Mailer;
  /** Unordered. */
  received(): Promise<Mail[]>;
}

export function mailConformance(name: string, open: () => Promise<Subject>): void {
  test(`${name}: a mail arrives as it was written`, async () => {
    const { mailer, received } = await open();
    await mailer.send(mail);
    expect(await received()).toEqual([mail]);
  });

  test(`${name}: many at once all arrive`, async () => {
    const { mailer, received } = await open();
    const mails = Array.from({ length: 12 }, (_, index) => ({ ...mail, to: `ada${index}@example.com` }));
    await Promise.all(mails.map((one) => mailer.send(one)));
    const arrived = (await received()).map(({ to }) => to);
    expect(arrived.sort()).toEqual(mails.map(({ to }) => to).sort());
  });

  test.each(['', 'ada', 'ada@', 'ada@example.com, bo@example.com', 'ada@example.com\r\nBcc: bo@example.com'])(
    `${name}: refuses the address "%s"`,
    async (to) => {
      const { mailer, received } = await open();
      await expect(mailer.send({ ...mail, to })).rejects.toThrow(MailRefused);
      expect(await received()).toEqual([]);
    },
  );
}
