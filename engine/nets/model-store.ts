import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { EngineError } from '#engine/errors';
import { loadRuntime } from './runtime';

interface Manifest {
  models: { name: string; file: string; sha256: string; input: { shape: number[] } }[];
}

/** Calls must not overlap: they share `input`. */
export class Net {
  /** Pixels. */
  readonly side: number;
  /** 3 × side × side; fill before `run`. */
  readonly input: Float32Array;

  constructor(
    private readonly session: InferenceSession,
    private readonly tensor: Tensor,
  ) {
    this.side = tensor.dims[3];
    this.input = tensor.data as Float32Array;
  }

  async run(): Promise<Record<string, Float32Array>> {
    const outputs = await this.session.run({ image: this.tensor });
    return Object.fromEntries(Object.entries(outputs).map(([name, { data }]) => [name, data as Float32Array]));
  }

  async close(): Promise<void> {
    await this.session.release();
  }
}

/** Loads only files that match the manifest. */
export class ModelStore {
  private constructor(
    private readonly folder: string,
    private readonly manifest: Manifest,
    private readonly threads: number,
  ) {}

  /** @param threads per net */
  static async open(folder = defaultModelsDir(), threads = 1): Promise<ModelStore> {
    const text = await readModelFile(path.join(folder, 'manifest.json'));
    return new ModelStore(folder, JSON.parse(text.toString('utf8')) as Manifest, threads);
  }

  /** Start of the file's SHA-256. @throws EngineError `models_missing` */
  version(name: string): string {
    return this.entryOf(name).sha256.slice(0, 12);
  }

  /** @param threads for this net */
  async load(name: string, threads = this.threads): Promise<Net> {
    const model = this.entryOf(name);
    const bytes = await readModelFile(path.join(this.folder, model.file));
    if (createHash('sha256').update(bytes).digest('hex') !== model.sha256)
      throw missing(`The model file ${model.file} does not match its checksum in the manifest.`);
    const { InferenceSession, Tensor } = await loadRuntime();
    const session = await InferenceSession.create(bytes, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      graphOptimizationLevel: 'all',
      // spinning would take the core from other workers
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    const { shape } = model.input;
    const input = new Float32Array(shape.reduce((product, size) => product * size, 1));
    return new Net(session, new Tensor('float32', input, shape));
  }

  private entryOf(name: string) {
    const model = this.manifest.models.find((entry) => entry.name === name);
    if (!model) throw missing(`The model ${name} is not in the manifest.`);
    return model;
  }
}

export function defaultModelsDir(): string {
  const inRepository = path.join('engine', 'models');
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, inRepository, 'manifest.json'))) {
    const parent = path.dirname(folder);
    if (parent === folder) return path.resolve(inRepository);
    folder = parent;
  }
  return path.join(folder, inRepository);
}

async function readModelFile(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (cause) {
    throw missing(`The model file ${file} is missing.`, cause);
  }
}

function missing(what: string, cause?: unknown): EngineError {
  return new EngineError(
    'models_missing',
    `${what} Run \`npm run setup\` to install the face models, or correct the folder of the models.`,
    { cause },
  );
}
