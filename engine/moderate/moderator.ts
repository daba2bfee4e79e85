import type { FaceFinder } from '#engine/analyse/face-finder';
import { Mutex } from '#engine/analyse/mutex';
import { EngineError, throwIfAborted } from '#engine/errors';
import { readOverWhite } from '#engine/media/read-picture';
import type { ModelStore, Net } from '#engine/nets/model-store';
import { viewOf } from '#engine/nets/view';
import type { Image, MediaInput } from '#engine/types';
import { withMeasuredDuration } from '#engine/ffmpeg/measure';
import { clipOf } from '#engine/video/clip/clip';
import type { Media } from '#engine/video/clip/probe-media';
import { AgeNet } from './age-net';
import { canSeek, fewMoments, momentsAndCuts, type Moment } from './moments';
import { NudityNet } from './nudity-net';
import type { FrameScores, ModerationOptions, ModerationScores } from './types';

/** Bounds the work on crowds. */
const MOST_FACES = 8;
const AGES_FROM = 0.1;

interface Nets {
  readonly all: readonly Net[];
  readonly nudity: NudityNet;
  readonly age: AgeNet;
}

/** Loads its nets when it is first used. */
export class Moderator {
  private readonly mutex = new Mutex();
  private nets: Promise<Nets> | undefined;

  constructor(
    private readonly store: ModelStore,
    private readonly faces: Pick<FaceFinder, 'find'>,
  ) {}

  async moderate(media: Media, input: MediaInput, options: ModerationOptions = {}): Promise<ModerationScores> {
    throwIfAborted(options.signal);
    const frames: FrameScores[] = [];
    for await (const { atMs, image } of momentsOf(media, input, options)) {
      throwIfAborted(options.signal);
      frames.push({ atMs: Math.round(atMs), ...(await this.scoresOf(image, options)) });
    }
    if (frames.length === 0) throw new EngineError('damaged_media', 'This file has no frame that can be shown.');
    return { model: modelOf(this.store), frames };
  }

  private async scoresOf(image: Image, { agesFrom = AGES_FROM, signal }: ModerationOptions) {
    const { nudity: net, age } = await this.load();
    const nudity = await this.mutex.run(() => net.classify(image));
    if (!(nudity.hentai + nudity.porn + nudity.sexy < agesFrom)) {
      const view = viewOf(image);
      const ages: number[] = [];
      for (const face of (await this.faces.find(view, { signal })).slice(0, MOST_FACES))
        ages.push(await this.mutex.run(() => age.estimate(view, face)));
      return { nudity, ages };
    }
    return { nudity };
  }

  private load(): Promise<Nets> {
    this.nets ??= loadNets(this.store);
    this.nets.catch(() => (this.nets = undefined));
    return this.nets;
  }

  async close(): Promise<void> {
    const nets = await this.nets?.catch(() => undefined);
    await this.mutex.run(async () => void (await Promise.all(nets?.all.map((net) => net.close()) ?? [])));
  }
}

async function loadNets(store: ModelStore): Promise<Nets> {
  const all = await Promise.all([store.load('nudity'), store.load('face-age')]);
  return { all, nudity: new NudityNet(all[0]), age: new AgeNet(all[1]) };
}

const modelOf = (store: ModelStore) => ['nudity', 'face-age'].map((name) => `${name}@${store.version(name)}`).join(' ');

async function* momentsOf(
  media: Media,
  input: MediaInput,
  { limits, signal, fromMs, toMs, durationMs, cuts = false }: ModerationOptions,
): AsyncGenerator<Moment> {
  if (media.kind === 'photo') {
    const { image } = await readOverWhite(input, limits);
    return yield { atMs: 0, image };
  }
  const part = { fromMs, toMs };
  // Animations have no index: reading a moment reads all before it.
  if (media.kind === 'gif') return yield* momentsAndCuts(clipOf(media, part), signal);
  const { info } = media;
  // Frames behind a wrong stated end would not be examined.
  const measured = durationMs ? { ...info, durationMs } : await withMeasuredDuration(info, signal);
  const clip = clipOf({ kind: 'video', info: measured }, part);
  const isIndexed = !cuts && canSeek(info, measured.durationMs ?? 0);
  yield* isIndexed ? fewMoments(clip, signal) : momentsAndCuts(clip, signal);
}
