import { SeamEvent } from '~/components/seam-event';

import { clamp, drawHeads, ease, seamAt, type Paper, type View } from './draw.client';
import { loadHeads } from './heads.client';
import { playFrames, type Frames } from './play-frames.client';

/** Seam positions by seconds of a round. */
const round = [
  { at: 0, seam: 0 },
  { at: 3, seam: 0 },
  { at: 5.5, seam: -11 },
  { at: 6.5, seam: -11 },
  { at: 10.5, seam: 11 },
  { at: 11.5, seam: 11 },
  { at: 14, seam: 0 },
  { at: 16, seam: 0 },
];
/** Then the heads rest, in the pose of the still picture: each frame fills and strokes thousands of lines. */
const rounds = 2;
/** Maximum device pixel ratio. */
const densest = 2;

/** Turns the heads and moves the seam while the canvas is visible; dispatches the seam's position. */
export async function turnHeads(
  canvas: HTMLCanvasElement,
  { signal, onRest }: { signal: AbortSignal; onRest: () => void },
): Promise<Frames> {
  const heads = await loadHeads(signal);
  const paper = paperOf(canvas, { signal, onChange: () => frames.redraw() });
  const show = (seconds: number) => {
    const view = viewAt(seconds);
    drawHeads(heads, view, paper());
    dispatchEvent(new SeamEvent(canvas.getBoundingClientRect().left + seamAt(view, paper())));
  };
  const frames = playFrames(show, { element: canvas, restAfterSeconds: rounds * round.at(-1)!.at, onRest, signal });
  return frames;
}

function viewAt(seconds: number): View {
  const now = seconds % round.at(-1)!.at;
  const next = Math.max(
    1,
    round.findIndex(({ at }) => at > now),
  );
  const [from, to] = [round[next - 1]!, round[next]!];
  const seam = from.seam + (to.seam - from.seam) * ease((now - from.at) / (to.at - from.at));
  return { seam, yaw: -0.3 * Math.cos((seconds * Math.PI) / 8), line: clamp((9.5 - Math.abs(seam)) / 1.5) };
}

/** Follows the canvas's size and colours; what was drawn is erased at each change. */
function paperOf(
  canvas: HTMLCanvasElement,
  { signal, onChange }: { signal: AbortSignal; onChange: () => void },
): () => Paper {
  const context = canvas.getContext('2d')!;
  const measure = (): Paper => {
    const { width, height } = canvas.getBoundingClientRect();
    const density = Math.min(densest, devicePixelRatio || 1);
    canvas.width = width * density;
    canvas.height = height * density;
    context.setTransform(density, 0, 0, density, 0, 0);
    // `light-dark()` resolves where a colour is used.
    const style = getComputedStyle(canvas);
    return { context, width, height, colors: [style.color, style.outlineColor] };
  };
  let paper = measure();
  const change = () => {
    paper = measure();
    onChange();
  };
  addEventListener('resize', change, { signal });
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', change, { signal });
  const themeChange = new MutationObserver(change);
  themeChange.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => themeChange.disconnect());
  return () => paper;
}
