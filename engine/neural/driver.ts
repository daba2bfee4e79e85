import { availableParallelism, freemem } from 'node:os';
import type { MessagePort } from 'node:worker_threads';
import { EngineError } from '#engine/errors';
import { loadRuntime } from '#engine/nets/runtime';
import type { MediaKind, Quality, Swapper } from '#engine/types';
import { netFile, neuralRecipe } from './from-packs';
import { hasNvidiaCard, usableBackends } from './gpu/provider-files';
import { chooseDevice, isProcessor, type Device } from './host/devices';
import { NeuralHost } from './host/neural-host';
import { neuralSwapper, type NeuralSource } from './neural-swapper';
import { emapReader } from './packs/emap';
import { openPacks } from './packs/open-packs';
import { isReady, isReadyRecipe, type Packs, type ReadyRecipe } from './packs/types';
import type { NeuralRecipe } from './recipe';

export interface NeuralOptions {
  /** Packs and recipes (NEURAL_MODELS_DIR). */
  dir: string;
  /** `auto` (default), `cpu`, `cuda:0` … */
  device?: string;
  /** Threads per net on the processor; default one per core. */
  threads?: number;
  /** Of all loaded nets together; default a large part of what is free. */
  memoryMB?: number;
  /** A video on the processor takes hours; default false. */
  cpuVideo?: boolean;
  /** Refuses weights that may not be used commercially. */
  sellsPlans?: boolean;
}

/** Of free memory. */
const MEMORY_SHARE = 0.6;

/** Swappers made of packs. The packs are read once: restart after adding one. */
export class NeuralDriver {
  private readonly swappers = new Map<string, Swapper<NeuralSource>>();

  private constructor(
    private readonly packs: Packs,
    private readonly host: NeuralHost,
    readonly device: Device,
    private readonly cpuVideo: boolean,
  ) {}

  /** @throws EngineError `model_missing` without the folder, `device_unavailable` */
  static async open(options: NeuralOptions): Promise<NeuralDriver> {
    const { dir, device: wanted = 'auto', threads = availableParallelism(), cpuVideo = false, sellsPlans } = options;
    const { memoryMB = Math.floor((MEMORY_SHARE * freemem()) / 1e6) } = options;
    const { listSupportedBackends } = await loadRuntime();
    const device = chooseDevice(wanted, usableBackends(listSupportedBackends()), hasNvidiaCard());
    const packs = await openPacks(dir, { sellsPlans });
    const nets = packs.packs.filter(isReady).map(netFile);
    return new NeuralDriver(packs, new NeuralHost({ nets, device, threads, memoryMB }), device, cpuVideo);
  }

  qualities(): Quality[] {
    return this.packs.recipes.map((recipe) => ({
      id: recipe.id,
      name: recipe.name,
      driver: 'neural',
      available: isReadyRecipe(recipe),
      kinds: this.kinds(),
      priceFactor: recipe.priceFactor,
      ...(recipe.fault && { fault: recipe.fault }),
    }));
  }

  /**
   * @param isMoving for frames of a video or animation
   * @throws EngineError with the fault of a recipe that cannot run, `model_missing` for an unknown one
   */
  swapper(id: string, isMoving = false): Swapper<NeuralSource> {
    const key = isMoving ? `${id} in clips` : id;
    const known = this.swappers.get(key);
    if (known) return known;
    const recipe = this.readyRecipe(id);
    const swapper = neuralSwapper({
      recipe: neuralRecipe(recipe, isMoving),
      nets: () => this.host.nets(),
      emap: emapReader(recipe.packs.swapper.file),
    });
    this.swappers.set(key, swapper);
    return swapper;
  }

  /** For painter threads: of videos. */
  recipe(id: string): NeuralRecipe {
    return neuralRecipe(this.readyRecipe(id), true);
  }

  /** For a painter thread: its connection to the nets. */
  connect(): MessagePort {
    return this.host.connect();
  }

  /** @throws EngineError `device_unavailable` */
  assertPaints(kind: MediaKind): void {
    if (this.kinds().includes(kind)) return;
    throw new EngineError(
      'device_unavailable',
      'Neural videos need a graphics card: on the processor they take hours. Set NEURAL_CPU_VIDEO=1 to allow them.',
    );
  }

  /** Share of its time that the thread of the nets has worked, 0–1. */
  utilisation(): number {
    return this.host.utilisation();
  }

  close(): Promise<void> {
    return this.host.close();
  }

  private kinds(): MediaKind[] {
    return isProcessor(this.device) && !this.cpuVideo ? ['photo', 'gif'] : ['photo', 'gif', 'video'];
  }

  private readyRecipe(id: string): ReadyRecipe {
    const recipe = this.packs.recipes.find((one) => one.id === id);
    if (recipe && isReadyRecipe(recipe)) return recipe;
    if (recipe) throw new EngineError(recipe.fault!.code, recipe.fault!.message);
    const known = ['mesh', ...this.packs.recipes.map((one) => one.id)].join(', ');
    throw new EngineError('model_missing', `There is no quality "${id}". Choose one of ${known}.`);
  }
}
