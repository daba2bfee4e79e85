/**
 * Converts missing nets from npm packages and checks all against engine/models/manifest.json; the net that
 * tools/masks trains is committed instead. Standalone: `node tools/models/ensure.mjs`.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { convertToOnnx } from './convert.mjs';

const require = createRequire(import.meta.url);
const defaultDir = fileURLToPath(new URL('../../engine/models/', import.meta.url));

/**
 * @param {{log?: (line: string) => void, modelsDir?: string}} [options]
 * @returns {Promise<string[]>} converted models
 */
export async function ensureModels({ log = () => {}, modelsDir = defaultDir } = {}) {
  const { models } = JSON.parse(await readFile(path.join(modelsDir, 'manifest.json'), 'utf8'));
  const converted = [];
  for (const model of models) {
    const file = path.join(modelsDir, model.file);
    if ((await sha256OfFile(file)) === model.sha256) continue;
    if (model.source.committed) throw new Error(damaged(model));
    const started = performance.now();
    await writeWhole(file, await convert(model));
    converted.push(model.name);
    log(`Converted ${model.file} in ${Math.round(performance.now() - started)} ms`);
  }
  return converted;
}

const damaged = ({ file }) =>
  `engine/models/${file} is missing or does not match its checksum in the manifest. It is part of the repository: ` +
  `restore it with \`git checkout -- engine/models\`.`;

async function convert(model) {
  const [topology, ...shards] = await Promise.all(model.source.files.map((file) => readSource(model.source, file)));
  const weights = Buffer.concat(shards);
  const outputs = Object.fromEntries(model.outputs.map(({ name, node }) => [name, node]));
  const onnx = convertToOnnx({ name: model.name, topology, weights, outputs });
  if (sha256(onnx) !== model.sha256)
    throw new Error(`Converting ${model.file} gave other bytes than the manifest pins, so it was not kept.`);
  return onnx;
}

async function readSource(source, file) {
  const place = path.join(packageFolder(source.package), file.path);
  const bytes = await readFile(place);
  if (sha256(bytes) !== file.sha256)
    throw new Error(`${source.package}/${file.path} was altered: expected version ${source.version}. Run \`npm ci\`.`);
  return file.path.endsWith('.js') ? bytesInModule(require(place)) : bytes;
}

/** nsfwjs packs a topology as an object and weights as base64, each in a CommonJS module. */
const bytesInModule = (packed) =>
  typeof packed === 'string' ? Buffer.from(packed, 'base64') : Buffer.from(JSON.stringify(packed));

/** Not by resolving `package.json`: packages may not export it. */
function packageFolder(name) {
  const folders = (require.resolve.paths(name) ?? []).map((modules) => path.join(modules, name));
  const found = folders.find((one) => existsSync(path.join(one, 'package.json')));
  if (found) return found;
  throw new Error(`The package ${name}, which carries models, is missing. Run \`npm ci\`.`);
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

async function sha256OfFile(file) {
  try {
    return sha256(await readFile(file));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function writeWhole(file, bytes) {
  const partial = `${file}.${process.pid}.part`;
  try {
    await writeFile(partial, bytes);
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    const converted = await ensureModels({ log: console.log });
    if (converted.length === 0) console.log('The models are in place.');
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
