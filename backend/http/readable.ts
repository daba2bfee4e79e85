import { z } from 'zod/v4';
import { areas, errors, type Call } from '#contract';

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const pretty = (value: unknown) =>
  escape(JSON.stringify(value, (_name, part: unknown) => (part instanceof Blob ? '(a file)' : part), 2));

function describe(call: Call): string {
  const [example] = call.examples;
  const schema = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as { properties?: object };
  const marks = [
    call.auth === 'required' ? 'token' : '',
    call.keyed ? 'Idempotency-Key' : '',
    call.origin === 'ours' ? 'ours' : '',
  ];
  const failures = call.errors.map(
    (name) => `<li><code>${errors[name].status} ${name}</code> ${escape(errors[name].message)}</li>`,
  );
  return `<details id="${call.path}">
    <summary><code>${call.method} ${call.path}</code> ${escape(call.summary)} <i>${marks.filter(Boolean).join(', ')}</i></summary>
    <h3>Takes</h3><pre>${pretty(schema.properties ?? {})}</pre>
    <h3>For example</h3><pre>${pretty(example.input)}</pre>
    <h3>Answers</h3><pre>${pretty({ code: 200, data: example.output, message: '' })}</pre>
    ${failures.length ? `<h3>Or refuses</h3><ul>${failures.join('')}</ul>` : ''}
  </details>`;
}

/** The contract as a page for people, made from the same table as everything else. */
export function readableContract(): string {
  const sections = Object.entries(areas).map(
    ([area, calls]) =>
      `<section><h2>${area}</h2>${Object.values(calls)
        .map(describe as never)
        .join('')}</section>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="robots" content="noindex"><title>Faceswap API</title>
    <style>
      :root { color-scheme: light dark; background: light-dark(#faf6f2, #0e0b0a); color: light-dark(#1b1310, #f7f1ec) }
      body { font: 16px/1.5 system-ui; max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
      details { border-top: 1px solid #8884; padding: .5rem 0 } summary { cursor: pointer } pre { overflow: auto; padding: .75rem; background: #8881 }
      h2 { text-transform: capitalize; margin-top: 2.5rem } h3 { font-size: .85rem; margin: 1rem 0 .25rem } i { opacity: .65 }
    </style>
    <h1>Faceswap API</h1>
    <p>Every answer is <code>{code, data, message}</code>. As a document for programs: <a href="openapi.json">openapi.json</a>.</p>
    ${sections.join('')}</html>`;
}
