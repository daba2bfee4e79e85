import { readdir, readFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Open pages poll builds/latest.json; a new id installs a new service worker. */
export async function describeBuild(directory) {
  const id = await idOf(directory);
  const worker = join(directory, 'service-worker.js');
  const source = await readFile(worker, 'utf8');
  const filled = source
    .replace("const BUILD = 'development'", `const BUILD = '${id}'`)
    .replace('const SCRIPTS = []', `const SCRIPTS = ${JSON.stringify(await pageFilesOf(directory))}`);
  await writeFile(worker, filled);

  await mkdir(join(directory, 'builds/meta'), { recursive: true });
  const timestamp = Date.now();
  await writeFile(join(directory, 'builds/latest.json'), JSON.stringify({ id, timestamp }));
  await writeFile(join(directory, `builds/meta/${id}.json`), JSON.stringify({ id, timestamp }));
}

/** Without error monitoring and the page of components. */
async function pageFilesOf(directory) {
  const names = await readdir(join(directory, 'assets'));
  return names
    .filter((name) => /\.(?:js|css)$/.test(name) && !/^(?:monitoring\.client|dev\.ui)-/.test(name))
    .map((name) => `/assets/${name}`);
}

/** Remix names its manifest by a hash of the build. */
async function idOf(directory) {
  const names = await readdir(join(directory, 'assets'));
  const [, id] = names.map((name) => /^manifest-(\w+)\.js$/.exec(name)).find(Boolean) ?? [];
  if (!id) throw new Error('The build has no manifest to take its id from.');
  return id;
}
