// Every page and state as a picture, at three widths, dark and light, for people to look at: npm run screenshots
//   npm run screenshots -- home tool              only screens whose name begins like one of these
//   npm run screenshots -- --look=phone          only looks whose name begins so: wide, tablet, phone
//   npm run screenshots -- --url=http://localhost:3000   of a stack that runs already, in local mode
import { mkdirSync, rmSync } from 'node:fs';
import { chromium } from 'playwright';

import { readArguments } from '#engine/cli/arguments';
import { UsageError } from '#engine/cli/command';
import { ensureBrowser } from '../../scripts/setup/browser.mjs';
import { inRoot } from '../../scripts/setup/root.mjs';
import { readOrExit } from '#engine/cli/read-or-exit';
import { freshDataDirectory, removeDataDirectory, startStack } from '#tests/support/stack';
import { writeContactPage, type Shot } from './contact-page';
import { screens } from './screens';
import { seed } from './seed';
import { looks, shoot } from './shoot';

const folder = inRoot('screenshots');
const options = { url: { type: 'string' }, look: { type: 'string', default: '' } } as const;
const asked = readOrExit((args) => {
  const { values, positionals } = readArguments(args, options, Infinity);
  const starts = positionals.length > 0 ? positionals : [''];
  return {
    stackUrl: values.url,
    chosenScreens: [...new Set(starts.flatMap((start) => beginningWith(start, screens)))],
    chosenLooks: beginningWith(values.look, looks),
  };
});

/** @throws UsageError if there is none */
function beginningWith<T extends { name: string }>(start: string, all: readonly T[]): T[] {
  const found = all.filter(({ name }) => name.startsWith(start));
  if (found.length > 0) return found;
  throw new UsageError(`No name begins with "${start}". There are ${all.map(({ name }) => name).join(', ')}.`);
}

const dataDirectory = asked.stackUrl ? undefined : freshDataDirectory();
/** Otherwise the header has no menu for the app. */
const stores = {
  IOS_URL: 'https://apps.apple.com/app/id1',
  ANDROID_URL: 'https://play.google.com/store/apps/details?id=app',
};
const stack = dataDirectory ? await startStack({ dataDirectory, environment: stores }) : undefined;
const url = asked.stackUrl ?? stack!.url;
const browserFound = await ensureBrowser(console.log);
const browser = await chromium.launch({ executablePath: browserFound!.path, args: ['--no-sandbox', '--disable-gpu'] });
let faults = 0;
try {
  console.log(`${asked.chosenScreens.length} screens of ${url}`);
  const seeded = await seed(url, browser);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const shots: Shot[] = [];
  for (const look of asked.chosenLooks) {
    for (const screen of asked.chosenScreens) {
      if (look.only && !look.only.includes(screen.name)) continue;
      if (screen.isWide && look.name.startsWith('phone')) continue;
      const shot = await shoot({ browser, url, screen, look, seeded, folder });
      if ('fault' in shot) console.error(shot.fault);
      else shots.push(shot);
      faults += 'fault' in shot ? 1 : 0;
    }
    console.log(look.name);
  }
  writeContactPage(folder, shots);
  console.log(`${shots.length} pictures: ${folder}/index.html`);
} finally {
  await browser.close();
  await stack?.stop();
  if (dataDirectory) removeDataDirectory(dataDirectory);
}
process.exit(faults === 0 ? 0 : 1);
