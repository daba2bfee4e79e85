import path from 'node:path';
import {
  mediaKinds,
  openEngine,
  type Engine,
  type NeuralOptions,
  type QualityOptions,
  type WorkOptions,
} from '#engine';
import { MESH_QUALITY, type Bindings, type Source } from '#engine/types';
import { fileList, milliseconds, readArguments, personBinding, required } from './arguments';
import { UsageError, type Command } from './command';
import { exitCodeHelp } from './exit-codes';
import { startFindingDecoder } from './find-decoder';
import { makeWritableFolder, resolveOutput } from './resolve-output';
import { modelsFolder } from './models/environment';

const help = `Swaps faces in a photo, a GIF or a video.

  npm run swap -- --face face.jpg --target photo.jpg --out result.jpg
  npm run swap -- --person p1=anna.jpg --person p2=ben.jpg,ben2.jpg --target photo.jpg --out result.jpg
  npm run swap -- --face face.jpg --target clip.mov --from 2000 --to 5500 --out result.mp4

  --face FILES      photos of one face, separated by commas, for the first person
  --person KEY=FILES  the same for a person listed by "npm run faces"; may be repeated
  --target FILE     the photo, animated GIF, WebP or PNG, or video to change
  --out FILE        the result; .jpg, .png, .webp and .gif choose its format, videos become mp4
  --from, --to MS   the part of it to keep, milliseconds from its start
  --work DIR        keep finished segments of a video in this folder and resume from them;
                    other files in it stay
  --no-label        leave out the visible "AI modified" label; the machine-readable label stays
  --json            print one JSON object
  --quality ID      a quality of your neural models, listed by "npm run models -- list"; default: mesh
  --neural DIR      folder of the neural models; default: NEURAL_MODELS_DIR
  --device NAME     auto, cpu, cuda:0 …; default: NEURAL_DEVICE, else auto
  --models DIR      folder of the face models
  --help            print this

${exitCodeHelp}`;

const options = {
  face: { type: 'string' },
  person: { type: 'string', multiple: true },
  target: { type: 'string' },
  out: { type: 'string' },
  work: { type: 'string' },
  'no-label': { type: 'boolean' },
  json: { type: 'boolean' },
  from: { type: 'string' },
  to: { type: 'string' },
  models: { type: 'string' },
  quality: { type: 'string' },
  neural: { type: 'string' },
  device: { type: 'string' },
} as const;

export const swapCommand: Command = {
  help,
  async run(args, { terminal, ...work }) {
    const { values } = readArguments(args, options);
    const media = required(values.target, '--target');
    const out = required(values.out, '--out');
    const photos = photosByPerson(values.face, values.person);
    const file = await resolveOutput(out, [media, ...Object.values(photos).flat()]);
    if (values.work) await makeWritableFolder('--work', values.work);
    const part = { fromMs: milliseconds(values.from, '--from'), toMs: milliseconds(values.to, '--to') };
    startFindingDecoder(media);
    const { quality } = values;
    const neural = quality === undefined || quality === MESH_QUALITY ? undefined : neuralOptions(values);
    const engine = await openEngine({ modelsDir: values.models, neural });
    try {
      const bindings = await prepareAll(engine, photos, { signal: work.signal, quality });
      const label = { visible: !values['no-label'] };
      const kept = values.work ? { work: { folder: values.work } } : {};
      const result = await engine.swap({
        kinds: mediaKinds,
        media,
        bindings,
        out: file,
        label,
        ...kept,
        ...part,
        ...work,
      });
      const warnings = warningsOf(bindings);
      if (values.json)
        return terminal.out(JSON.stringify({ out, ...result, quality: quality ?? MESH_QUALITY, warnings }));
      for (const { person, message } of warnings) terminal.err(`${person}: ${message}`);
      const misnamed = nameWarning(out, result.format);
      if (misnamed) terminal.err(misnamed);
      return terminal.out(`${out}: ${result.width} × ${result.height}, new face for ${result.persons.join(', ')}`);
    } finally {
      await engine.close();
    }
  },
};

/** The machine is the caller's: a video on its processor takes long, but is allowed. */
function neuralOptions({ neural, device }: { neural?: string; device?: string }): NeuralOptions {
  return { dir: modelsFolder(neural, '--neural'), device: device ?? process.env.NEURAL_DEVICE, cpuVideo: true };
}

function photosByPerson(face: string | undefined, persons: string[] = []): Record<string, string[]> {
  if (!face && persons.length === 0) throw new UsageError('--face is missing.');
  const entries = persons.map(personBinding);
  if (face) entries.push(['p1', fileList(face)]);
  const photos = Object.fromEntries(entries);
  if (Object.keys(photos).length < entries.length)
    throw new UsageError('A person has two faces; --face stands for --person p1.');
  return photos;
}

async function prepareAll(
  engine: Engine,
  photos: Record<string, string[]>,
  work: WorkOptions & QualityOptions,
): Promise<Bindings> {
  const bindings: Record<string, Source> = {};
  for (const [key, files] of Object.entries(photos)) bindings[key] = await engine.prepare(files, work);
  return bindings;
}

const endings: Partial<Record<string, readonly string[]>> = { jpeg: ['.jpg', '.jpeg'], mp4: ['.mp4', '.m4v'] };

/** The kind of target decides whether a result is a picture, an animation or a video, whatever its name. */
function nameWarning(out: string, format: string): string | undefined {
  const fitting = endings[format] ?? [`.${format}`];
  if (fitting.includes(path.extname(out).toLowerCase())) return undefined;
  return `${out} is a ${format} file. Other programs may need a name that ends in ${fitting[0]}.`;
}

function warningsOf(bindings: Bindings) {
  return Object.entries(bindings).flatMap(([person, { warnings }]) =>
    warnings.map((warning) => ({ person, ...warning })),
  );
}
