import { SeamEvent } from '~/components/seam-event';

import { clamp, drawHeads, ease, seamAt, type Paper, type View } from './draw.client';
import { loadHeads } from './heads.client';

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
const frameSeconds = 1 / 30;
/** Maximum device pixel ratio. */
const densest = 2;

export interface Turning {
  setPaused(isPaused: boolean): void;
}

/** Turns the heads and moves the seam while the canvas is visible; dispatches the seam's position. */
export async function turnHeads(canvas: HTMLCanvasElement, { signal }: { signal: AbortSignal }): Promise<Turning> {
  const heads = await loadHeads(signal);
  const paper = paperOf(canvas, signal);
  let [seconds, last, isPaused, isInSight] = [0, 0, false, true];
  const sight = new IntersectionObserver(([entry]) => (isInSight = entry!.isIntersecting));
  sight.observe(canvas);
  signal.addEventListener('abort', () => sight.disconnect());

  const show = () => {
    const view = viewAt(seconds);
    drawHeads(heads, view, paper());
    dispatchEvent(new SeamEvent(canvas.getBoundingClientRect().left + seamAt(view, paper())));
  };
  const tick = (now: number) => {
    if (signal.aborted) return;
    requestAnimationFrame(tick);
    const passed = (now - last) / 1000;
    if (passed < frameSeconds * 0.9) return;
    last = now;
    if (isPaused || !isInSight) return;
    seconds += Math.min(passed, 2 * frameSeconds); // resumes after a pause where it stopped
    show();
  };
  show();
  requestAnimationFrame(tick);
  return { setPaused: (value) => (isPaused = value) };
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

/** Follows the canvas's size and colours. */
function paperOf(canvas: HTMLCanvasElement, signal: AbortSignal): () => Paper {
  const context = canvas.getContext('2d')!;
  let paper: Paper;
  const measure = () => {
    const { width, height } = canvas.getBoundingClientRect();
    const density = Math.min(densest, devicePixelRatio || 1);
    canvas.width = width * density;
    canvas.height = height * density;
    context.setTransform(density, 0, 0, density, 0, 0);
    // `light-dark()` resolves where a colour is used.
    const style = getComputedStyle(canvas);
    paper = { context, width, height, colors: [style.color, style.outlineColor] };
  };
  measure();
  addEventListener('resize', measure, { signal });
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', measure, { signal });
  const themeChange = new MutationObserver(measure);
  themeChange.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  signal.addEventListener('abort', () => themeChange.disconnect());
  return () => paper;
}
