import type { SandboxRecord } from '#backend/providers/payments/port';
import { escapeHtml } from '#shared/escape-html';

import { localFont } from './local-font';

const choices = [
  ['succeed', 'Pay', 'The money arrives at once.'],
  ['twice', 'Pay, webhook sent twice', 'The webhook is sent twice; the credits must be granted once.'],
  ['late', 'Pay late', 'You come back first, the money a few seconds later.'],
  ['fail', 'Let it fail', 'The bank says no.'],
] as const;

export function checkoutPage({ id, product, due, method, outcome }: SandboxRecord): string {
  const price = new Intl.NumberFormat('en-US', { style: 'currency', currency: due.currency }).format(due.amount / 100);
  const buttons = choices.map(
    ([value, label, text]) => `<li><button name="outcome" value="${value}">${label}</button><span>${text}</span></li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex"><title>Test checkout</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <style>${localFont}
      :root { color-scheme: light dark; background: light-dark(#faf6f2, #0e0b0a); color: light-dark(#1b1310, #f7f1ec) }
      body { font: 1.0625rem/1.5 var(--font); max-width: 34rem; margin: 3rem auto; padding: 0 1.25rem }
      .tape { padding: .6rem 1rem; border-radius: 10px; background: light-dark(#fbedc9, #2e230b); color: light-dark(#5e3f00, #f2be4b) }
      h1 { font-size: 1.6rem; margin: 1.75rem 0 .25rem } .price { font-size: 2.4rem; font-weight: 600; margin: 0 0 1.5rem }
      ul { list-style: none; padding: 0; display: grid; gap: .75rem }
      li { display: grid; grid-template-columns: 11rem 1fr; gap: 1rem; align-items: center }
      button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 1rem; border: 1px solid light-dark(#8a7a6f, #7d6f67);
        border-radius: 10px; background: light-dark(#fff, #282220); color: inherit; cursor: pointer }
      li:first-child button { background: #f06906; border-color: #f06906; color: #190a02 }
      button:focus-visible { outline: 2px solid light-dark(#a84300, #ffc08a); outline-offset: 3px }
      a { color: inherit } span { color: light-dark(#524540, #cdc1b8) } @media (width < 600px) { li { grid-template-columns: 1fr; gap: .25rem } }
    </style>
    <main><p class="tape"><b>Test checkout.</b> No provider is configured here, and no money moves.</p>
    <h1>${escapeHtml(product.name)}, by ${escapeHtml(method)}</h1><p class="price">${price}</p>
    ${
      outcome
        ? '<p>This payment has been decided already. <a href="/my/credits">See your payments</a></p>'
        : `<form method="post"><input type="hidden" name="checkout" value="${id}"><ul>${buttons.join('')}</ul></form>`
    }</main></html>`;
}
