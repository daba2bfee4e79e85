// Prints progress per frame: <media> <photo> <out> <work folder>
import { mediaKinds, openEngine } from '#engine';

const [media, photo, out, folder] = process.argv.slice(2);
const engine = await openEngine();
const bindings = { p1: await engine.prepare([photo]) };
await engine.swap({
  kinds: mediaKinds,
  media,
  bindings,
  out,
  work: { folder, segmentMs: 500 },
  onFrames: ({ stage, framesDone }) => process.stdout.write(`${stage} ${framesDone}\n`),
});
await engine.close();
