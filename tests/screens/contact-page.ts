import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Shot {
  screen: string;
  look: string;
  file: string;
}

export function writeContactPage(folder: string, shots: Shot[]): void {
  const screens = [...new Set(shots.map(({ screen }) => screen))];
  const rows = screens.map((screen) => {
    const figures = shots
      .filter((shot) => shot.screen === screen)
      .map(
        ({ look, file }) => `<figure><a href="${file}"><img src="${file}" loading="lazy" alt="${screen}, ${look}"></a>
        <figcaption>${look}</figcaption></figure>`,
      );
    return `<section id="${screen}"><h2>${screen}</h2><div>${figures.join('')}</div></section>`;
  });
  const contents = screens.map((screen) => `<a href="#${screen}">${screen}</a>`);
  writeFileSync(join(folder, 'index.html'), page(contents.join(' · '), rows.join('')));
}

const page = (contents: string, rows: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
  body { margin: 24px; background: #333; color: #eee; font: 15px/1.6 system-ui, sans-serif }
  a { color: inherit } figure { margin: 0 } figcaption { font-size: 12px; opacity: .7 }
  section > div { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start }
  img { height: 420px; background: #000 }
</style>
<h1>Screens</h1><p>${contents}</p>${rows}</html>`;
