import type { Json } from '#contract/openapi/json';
import { escapeHtml } from '#shared/escape-html';
import { inline, markdown } from './markdown';
import { fieldsTable, resolve, type Schemas } from './schema';

export interface Operation {
  method: string;
  path: string;
  definition: Json;
}

interface Media {
  schema: Json;
  example?: unknown;
}

const pretty = (value: unknown) => escapeHtml(JSON.stringify(value, null, 2));

interface Place {
  server: string;
  schemas: Schemas;
}

const formValues: Record<string, string> = { photo: '@face.jpg', consent: 'true' };

function commandOf({ method, path, definition }: Operation, { server, schemas }: Place): string {
  const content = (definition.requestBody as { content: Record<string, Media> } | undefined)?.content ?? {};
  const needsToken = (definition.security as unknown[]).length > 0;
  const lines = [`curl ${method === 'get' ? '-G ' : '-X POST '}${server}${path}`];
  if (needsToken) lines.push(`-H "Authorization: Bearer $TOKEN"`);
  for (const { name, in: place, example } of (definition.parameters ?? []) as Json[]) {
    if (place === 'query' && example !== undefined) lines.push(`--data-urlencode '${String(name)}=${String(example)}'`);
  }
  const json = content['application/json']?.example;
  if (json) lines.push(`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(json)}'`);
  const form = content['multipart/form-data'];
  const required = form ? resolve(form.schema, schemas).required! : [];
  for (const name of required) lines.push(`-F ${name}=${formValues[name] ?? `$${name.toUpperCase()}`}`);
  return lines.join(' \\\n  ');
}

function answerOf(definition: Json, schemas: Schemas): string {
  const { content = {} } = (definition.responses as Record<string, { content?: Record<string, Media> }>)[200] ?? {};
  const media = content['application/json'];
  if (!media) return '';
  const { properties } = media.schema as { properties?: Record<string, Json> };
  const fields = properties?.data ? `<h4>Answer: <code>data</code></h4>${fieldsTable(properties.data, schemas)}` : '';
  const example = media.example ? `<h4>For example</h4><pre tabindex="0">${pretty(media.example)}</pre>` : '';
  return fields + example;
}

function failuresOf(definition: Json): string {
  const responses = Object.entries(definition.responses as Record<string, { description?: string }>);
  const rows = responses
    .filter(([status]) => status.startsWith('4'))
    .map(([status, { description = '' }]) => `<dt>${status}</dt><dd>${markdown(description)}</dd>`);
  return rows.length ? `<h4>Failures</h4><dl>${rows.join('')}</dl>` : '';
}

export function operationSection(operation: Operation, place: Place): string {
  const { schemas } = place;
  const { method, path, definition } = operation;
  const content = (definition.requestBody as { content: Record<string, Media> } | undefined)?.content;
  const media = content && Object.values(content)[0];
  const query = ((definition.parameters ?? []) as Json[]).filter((parameter) => parameter.in === 'query');
  const fields = media
    ? `<h4>Request</h4>${fieldsTable(media.schema, schemas)}`
    : query.length
      ? `<h4>Query</h4>${fieldsTable({ properties: Object.fromEntries(query.map((one) => [one.name as string, one.schema as Json])), required: query.filter((one) => one.required).map((one) => one.name as string) }, schemas)}`
      : '';
  const command = path.includes('{') ? '' : `<pre tabindex="0">${escapeHtml(commandOf(operation, place))}</pre>`;
  return `<article id="${definition.operationId as string}">
    <h3><code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code></h3>
    ${(definition.description as string)
      .split('\n\n')
      .map((text) => `<p>${inline(text)}</p>`)
      .join('')}
    ${command}
    <details><summary>Fields, answer and failures</summary>${fields}${answerOf(definition, schemas)}${failuresOf(definition)}</details>
  </article>`;
}
