import type { Json } from '#contract/openapi/json';
import { escapeHtml } from '#shared/escape-html';
import { inline } from './markdown';

interface Schema extends Json {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
}

export type Schemas = Record<string, Schema>;

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);

function kindOf(schema: Schema): string {
  if (schema.$ref) return `<a href="#${nameOf(schema.$ref)}">${nameOf(schema.$ref)}</a>`;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(kindOf))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ');
  if ('const' in schema) return `<code>${escapeHtml(JSON.stringify(schema.const))}</code>`;
  if (schema.items) return `list of ${kindOf(schema.items)}`;
  return escapeHtml(schema.format ?? schema.type ?? 'anything');
}

export const resolve = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref ? schemas[nameOf(schema.$ref)]! : schema;

export function fieldsTable(schema: Schema, schemas: Schemas): string {
  const resolved = resolve(schema, schemas);
  const { properties, required = [] } = resolved;
  if (!properties) return `<p>${kindOf(resolved)}</p>`;
  const rows = Object.entries(properties).map(([name, field]) => {
    const marks = [
      ...(required.includes(name) ? [] : ['optional']),
      ...('default' in field ? [`default <code>${escapeHtml(JSON.stringify(field.default))}</code>`] : []),
    ];
    return `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${kindOf(field)}${
      marks.length ? ` <small>${marks.join(', ')}</small>` : ''
    }</td><td>${inline(field.description ?? '')}</td></tr>`;
  });
  if (rows.length === 0) return '<p>Nothing.</p>';
  return `<div class="wide"><table><thead><tr><th>Field</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}
