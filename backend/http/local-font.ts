import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Api } from './api-env';

const path = '/dev/font.woff2';
const file = '@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2';

/** The site's own copy has a changing name. */
export function mountLocalFont(app: Api): void {
  app.get(path, async (context) => {
    const font = await readFile(createRequire(import.meta.url).resolve(file));
    return context.body(font, 200, { 'content-type': 'font/woff2', 'cache-control': 'max-age=86400' });
  });
}

export const localFont = `
  @font-face { font-family: 'Familjen Grotesk'; font-weight: 400 700; font-display: swap; src: url(${path}) format('woff2') }
  :root { --font: 'Familjen Grotesk', system-ui, sans-serif }`;
