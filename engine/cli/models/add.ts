import path from 'node:path';
import { EngineError } from '#engine/errors';
import { addPack, checksumOf } from '#engine/neural/packs/add-pack';
import { download, shown, type Download } from '#engine/neural/packs/download';
import { knownFiles, knownTypes } from '#engine/neural/packs/known-files';
import { assertMayBeSold } from '#engine/neural/packs/licence';
import { packId, sha256 as checksum, type PackLicence, type PackManifest } from '#engine/neural/packs/manifest';
import { packTypes, type PackType } from '#engine/neural/packs/types';
import { wholeNumber } from '#engine/cli/arguments';
import { UsageError, type CommandContext } from '#engine/cli/command';
import { makeWritableFolder } from '#engine/cli/resolve-output';
import { downloadProgress } from './download-progress';
import { modelsFolder, sellsPlans } from './environment';
import { parse, type Subcommand } from './subcommand';
import { acceptance } from './verify';

const options = {
  sha256: { type: 'string' },
  type: { type: 'string' },
  id: { type: 'string' },
  name: { type: 'string' },
  vendor: { type: 'string' },
  size: { type: 'string' },
  licence: { type: 'string' },
  'licence-url': { type: 'string' },
  commercial: { type: 'boolean' },
  'accept-licence': { type: 'string' },
  grant: { type: 'string' },
  'max-mb': { type: 'string' },
} as const;

type Values = ReturnType<typeof parse<typeof options>>['values'];

const DEFAULT_MAX_MB = 2048;

export const addModel: Subcommand = {
  help: `FILE|URL --accept-licence NAME [--sha256 HEX] [--type TYPE] [--id ID] [--size PIXELS] [--name NAME]
                  [--licence NAME --licence-url URL --commercial] [--grant TEXT] [--max-mb MB]
                  copies or downloads a model; a URL needs --sha256 and is resumed by the same command
                  TYPE: ${packTypes.join(', ')}`,
  run: (args, context) => addFrom(args, context),
};

/** @param get for tests: replaces that of node:https */
export async function addFrom(
  args: string[],
  { terminal, signal }: CommandContext,
  get?: Download['get'],
): Promise<void> {
  const { values, positionals } = parse(args, options, 1);
  const [source] = positionals;
  if (!source) throw new UsageError('Name the file or the https address of the model.');
  const folder = modelsFolder(values.dir);
  const isUrl = /^[a-z][a-z0-9+.-]+:\/\//i.test(source);
  const sha256 = await expectedChecksum(source, isUrl, values.sha256);
  const manifest = describe(source, isUrl, sha256, values);
  if (!values.json) terminal.out(licenceSentence(manifest));
  assertLicence(manifest, values);
  await makeWritableFolder(values.dir === undefined ? 'NEURAL_MODELS_DIR' : '--dir', folder);
  const part = path.join(folder, `.${sha256}.part`);
  if (isUrl) {
    const maxBytes = (wholeNumber(values['max-mb'], '--max-mb') ?? DEFAULT_MAX_MB) * 1e6;
    await download({
      url: source,
      part,
      checksum: sha256,
      maxBytes,
      signal,
      ...(get && { get }),
      onProgress: downloadProgress(terminal),
    });
  }
  const file = isUrl ? part : path.resolve(source);
  const added = await addPack(folder, { source: file, move: isUrl, manifest, sellsPlans: sellsPlans() });
  if (values.json) terminal.out(JSON.stringify({ added }));
  else
    terminal.out(
      `Added ${added.id} (${added.type}), SHA-256 ${added.sha256}. Checksum, signature and self-test are right.`,
    );
}

async function expectedChecksum(source: string, isUrl: boolean, given: string | undefined): Promise<string> {
  const parsed = checksum.safeParse(given ?? '');
  if (given !== undefined && !parsed.success) throw new UsageError('--sha256 expects 64 hexadecimal digits.');
  if (!isUrl) {
    const found = await checksumOf(source);
    if (!parsed.success || parsed.data === found) return found;
    throw new EngineError(
      'model_altered',
      `${source} has the SHA-256 checksum ${found}, and ${parsed.data} was expected.`,
    );
  }
  if (!/^https:/i.test(source)) throw new UsageError('Only https addresses are downloaded.');
  if (!URL.canParse(source)) throw new UsageError(`"${source}" is not an address.`);
  if (!parsed.success) throw new UsageError('A URL needs --sha256: the checksum that the publisher states.');
  return parsed.data;
}

function describe(source: string, isUrl: boolean, sha256: string, values: Values): PackManifest {
  const known = knownFiles[sha256];
  const fileName = path.basename(isUrl ? new URL(source).pathname : source);
  const type = values.type ?? known?.type;
  if (type === undefined)
    throw new UsageError(`This file is not known. Say its type with --type: ${packTypes.join(', ')}.`);
  if (!packTypes.includes(type as PackType))
    throw new UsageError(`There is no type "${type}". Use one of ${packTypes.join(', ')}.`);
  const hints = known ?? knownTypes[type as PackType];
  const id = packId.safeParse(values.id ?? fileName.replace(/\.onnx$/i, '').toLowerCase());
  if (!id.success)
    throw new UsageError(`"${values.id ?? fileName}" is no id. Give one with --id: ${id.error.issues[0]!.message}`);
  const size = wholeNumber(values.size, '--size') ?? known?.manifest?.size;
  const vendor = values.vendor ?? hints?.vendor;
  return {
    ...known?.manifest,
    format: 1,
    id: id.data,
    type: type as PackType,
    name: values.name ?? known?.name ?? id.data,
    ...(vendor !== undefined && { vendor }),
    file: `${id.data}.onnx`,
    sha256,
    origin: isUrl ? shown(source) : fileName,
    licence: licenceOf(hints, values),
    ...(size !== undefined && { size }),
  };
}

function licenceOf(
  hints: { licence: string; licenceUrl?: string; commercial: boolean } | undefined,
  values: Values,
): PackLicence {
  const id = values.licence ?? hints?.licence;
  if (id === undefined)
    throw new UsageError(
      'Name the licence of the model with --licence, and add --commercial if it allows commercial use.',
    );
  const url = values['licence-url'] ?? (values.licence === undefined ? hints?.licenceUrl : undefined);
  const commercial = values.licence === undefined ? (hints?.commercial ?? false) : (values.commercial ?? false);
  const isAccepted = values['accept-licence'] === id;
  return {
    id,
    commercial,
    ...(url !== undefined && { url }),
    ...(isAccepted && { accepted: acceptance({}, values.grant) }),
  };
}

function licenceSentence({ licence, name }: PackManifest): string {
  const use = licence.commercial ? 'commercial use is allowed' : 'for non-commercial use only';
  return `${name}: licence ${licence.id}, ${use}${licence.url ? `. Read it at ${licence.url}` : ''}.`;
}

/** Before anything is downloaded. */
function assertLicence(manifest: PackManifest, values: Values): void {
  const { licence } = manifest;
  if (!licence.accepted) {
    const given = values['accept-licence'];
    const problem = given === undefined ? 'It is not accepted' : `It is called ${licence.id}, not ${given}`;
    throw new EngineError(
      'model_unlicensed',
      `${licenceSentence(manifest)} ${problem}. If you accept it, add --accept-licence "${licence.id}".`,
    );
  }
  assertMayBeSold(manifest, sellsPlans());
}
