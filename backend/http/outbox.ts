import type { Api } from './api-env';
import type { KeptMail, Outbox } from '#backend/providers/mail/port';
import { localFont } from './local-font';
import { escapeHtml } from '#shared/escape-html';
import { AppError } from '#backend/domain/app-error';

const where = '/dev/outbox';
// Nothing in a mail may run or load.
const policy = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; base-uri 'none'; form-action 'none'";

export function mountOutbox(app: Api, outbox: Outbox): void {
  app.use(`${where}/*`, async (context, next) => {
    await next();
    context.header('content-security-policy', policy);
    context.header('cache-control', 'no-store');
  });
  app.get(where, async (context) => context.html(listOf(await outbox.list())));
  app.get(`${where}/:id`, async (context) => {
    const mail = await outbox.read(context.req.param('id'));
    if (!mail) throw new AppError('not_found');
    return context.html(withFont(mail.html));
  });
}

const withFont = (html: string) => html.replace('</head>', `<style>${localFont}</style></head>`);

function listOf(mails: KeptMail[]): string {
  const items = mails.map(
    ({ id, to, subject, sentAt }) =>
      `<li><a href="${where}/${id}">${escapeHtml(subject)}</a> to ${escapeHtml(to)} <time>${sentAt}</time></li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex"><title>Outbox</title>
    <style>${localFont}
      :root { color-scheme: light dark; background: light-dark(#faf6f2, #0e0b0a); color: light-dark(#1b1310, #f7f1ec) }
      body { font: 1.0625rem/1.5 var(--font); max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
      li { padding: .5rem 0; border-top: 1px solid #8884 } ol { list-style: none; padding: 0 } time { display: block; opacity: .8 }
      a { color: light-dark(#a84300, #ff9149) }
    </style>
    <main><h1>Outbox</h1>
    <p>No mail server is set (SMTP_URL), so mails are kept here. Only local mode shows this page.</p>
    ${items.length ? `<ol>${items.join('')}</ol>` : '<p>There are no mails yet.</p>'}</main></html>`;
}
