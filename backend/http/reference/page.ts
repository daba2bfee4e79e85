import { createHash } from 'node:crypto';
import type { Json } from '#contract/openapi/json';
import { escapeHtml } from '#shared/escape-html';
import { anchorOf, inline, markdown } from './markdown';
import { operationSection, type Operation } from './operation';
import { fieldsTable, type Schemas } from './schema';
import { style } from './style';

interface Document extends Json {
  info: { title: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Json>>;
  webhooks: Record<string, Record<string, Json>>;
  components: { schemas: Schemas };
}

function operationsOf(paths: Document['paths']): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, definition]) => 'operationId' in definition)
      .map(([method, definition]) => ({ method, path, definition })),
  );
}

export const referencePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export function referencePage(given: Json): string {
  const document = given as Document;
  const { schemas } = document.components;
  const server = document.servers[0]!.url;
  const all = [...operationsOf(document.paths), ...operationsOf(document.webhooks)];
  const used = document.tags.filter(({ name }) => all.some(({ definition }) => tagOf(definition) === name));
  const headings = [...document.info.description.matchAll(/^## (.+)$/gm)].map(([, title]) => title!);
  const sections = used.map(({ name, description }) => {
    const operations = all.filter(({ definition }) => tagOf(definition) === name);
    const articles = operations.map((operation) => operationSection(operation, { server, schemas }));
    return `<section><h2 id="${anchorOf(name)}">${escapeHtml(name)}</h2><p>${inline(description)}</p>${articles.join('')}</section>`;
  });
  const links = used.map(({ name }) => {
    const operations = all.filter(({ definition }) => tagOf(definition) === name);
    const items = operations.map(
      ({ path, definition }) =>
        `<li><a href="#${definition.operationId as string}"><code>${escapeHtml(path)}</code></a></li>`,
    );
    return `<li><a href="#${anchorOf(name)}">${escapeHtml(name)}</a><ul>${items.join('')}</ul></li>`;
  });
  const types = Object.entries(schemas)
    .filter(([name]) => !name.endsWith('Request') && !name.endsWith('Data'))
    .map(
      ([name, schema]) =>
        `<article id="${name}"><h3><code>${name}</code></h3>${fieldsTable(schema, schemas)}</article>`,
    );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.info.title)}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Contents"><ul>
${headings.map((title) => `<li><a href="#${anchorOf(title)}">${escapeHtml(title)}</a></li>`).join('')}
${links.join('')}
<li><a href="#types">Types</a></li>
</ul></nav>
<main>
<h1>${escapeHtml(document.info.title)}</h1>
<p>Base address: <code>${escapeHtml(server)}</code>. For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${markdown(document.info.description)}
${sections.join('\n')}
<section><h2 id="types">Types</h2>${types.join('')}</section>
</main>
</body>
</html>`;
}

const tagOf = (definition: Json) => (definition.tags as string[])[0];
