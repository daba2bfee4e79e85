// Prints progress per frame: <media> <photo> <out> <work folder> [<folder of neural packs>]
import { mediaKinds, openEngine } from '#engine';

const [media, photo, out, folder, packs] = process.argv.slice(2);
const neural = packs === undefined ? undefined : { dir: packs, device: 'cpu', threads: 1, cpuVideo: true };
const engine = await openEngine({ neural });
const bindings = { p1: await engine.prepare([photo], neural && { quality: 'neural' }) };
await engine.swap({
  kinds: mediaKinds,
  media,
  bindings,
  out,
  work: { folder, segmentMs: 500 },
  onFrames: ({ stage, framesDone }) => process.stdout.write(`${stage} ${framesDone}\n`),
});
await engine.close();
