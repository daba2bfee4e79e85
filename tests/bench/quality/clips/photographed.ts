import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { frontalScore } from '#engine/analyse/persons';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { eyeDistance, headPose } from '#engine/mesh/pose';
import { areaOf, boundsOf, clampBox } from '#engine/nets/boxes';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { assessPhoto } from '#engine/swap/source/mesh-source';
import { unusableFace, type Landmarks } from '#engine/types';
import type { TrueFace } from '#tests/support/clips';
import { photographPath, type Member, type PhotographName } from '#tests/bench/quality/cast';
import { barFilters, isBar } from './bar';
import type { Clip } from './clip';
import { filtersOf, FRAME, moveLandmarks, type Motion } from './motion';

/** Ignored by git: never commit derivatives of photographs. */
const folder = '.cache/quality';
const FPS = 12;

interface Shot {
  readonly photo: PhotographName;
  readonly frames: number;
  readonly motion: Motion;
}

interface Plan {
  readonly shots: readonly Shot[];
  /** From `[v]` to `[out]`. */
  readonly effect?: string;
  readonly covers?: Clip['covers'];
}

const still = (photo: PhotographName, middle: Motion['middle'], pan: number): Shot => ({
  photo,
  frames: 8,
  motion: { middle, zoom: 1.3, pan: [pan, 0] },
});

const plans: Record<string, Plan> = {
  sway: { shots: [{ photo: 'sample6', frames: 24, motion: { middle: [0.5, 0.45], zoom: 1.4, pan: [60, 20] } }] },
  lean: { shots: [{ photo: 'sample5', frames: 24, motion: { middle: [0.5, 0.4], zoom: 1.5, turn: 22 } }] },
  near: { shots: [{ photo: 'sample3', frames: 24, motion: { middle: [0.6, 0.35], zoom: 1.6, grow: 1.5 } }] },
  far: { shots: [{ photo: 'sample4', frames: 24, motion: { middle: [0.5, 0.5], zoom: 1.3, grow: 2.2, fills: 0.5 } }] },
  blur: {
    shots: [{ photo: 'sample6', frames: 24, motion: { middle: [0.5, 0.4], zoom: 1.4, pan: [20, 0] } }],
    effect: `[v]split[a][b];[b]gblur=sigma=7[c];[a][c]blend=all_expr='A+(B-A)*max(0,sin(2*PI*N/24))'[out]`,
  },
  bar: {
    shots: [{ photo: 'sample3', frames: 24, motion: { middle: [0.6, 0.35], zoom: 1.6, pan: [10, 0] } }],
    effect: barFilters(FPS),
    covers: isBar,
  },
  cuts: {
    shots: [
      still('sample3', [0.6, 0.35], 15),
      still('sample6', [0.5, 0.4], -15),
      still('sample3', [0.5, 0.4], 15),
      still('sample1', [0.5, 0.35], -15),
    ],
  },
};

/** The last person keeps their face. */
export async function photographedClips(cast: readonly Member[]): Promise<Clip[]> {
  mkdirSync(folder, { recursive: true });
  const distinct = cast.filter((member) => personOf(member.name) === member.name && isUsable(member));
  const sources = distinct.sort((a, b) => sourceQuality(b) - sourceQuality(a)).slice(0, 8);
  const clips: Clip[] = [];
  for (const [name, plan] of Object.entries(plans)) {
    const truth = plan.shots.flatMap((shot) => truthOf(shot, cast));
    const starts = plan.shots.map((_, i) => plan.shots.slice(0, i).reduce((sum, { frames }) => sum + frames, 0));
    const ids = [...new Set(truth.flat().map(({ id }) => id))];
    const given = ids.slice(0, -1).map((id, i) => {
      const others = sources.filter(({ name }) => !ids.includes(name));
      return [id, others[i % others.length]] as const;
    });
    clips.push({
      name,
      file: await renderClip(plan, cast),
      fps: FPS,
      truth,
      cuts: starts.slice(1),
      given: Object.fromEntries(given),
      covers: plan.covers,
    });
  }
  return clips;
}

/** The engine refuses other faces as a source. */
const isUsable = (member: Member) => !assessPhoto(member).some(({ code }) => code === unusableFace);

const imageOf = (photo: PhotographName, cast: readonly Member[]) => cast.find((one) => photoOf(one) === photo)!.image;

/** As in the rendered truth. */
const truthPoints = [33, 133, 362, 263, 1, 61, 291, 13, 14, 152, 468, 473];

function truthOf({ photo, motion, frames }: Shot, cast: readonly Member[]): TrueFace[][] {
  const members = cast.filter((one) => photoOf(one) === photo);
  return Array.from({ length: frames }, (_, frame) =>
    members.flatMap(({ name, image, landmarks }) => {
      const moved = moveLandmarks(landmarks, image, motion, frame, frames);
      const box = boundsOf(moved, meshVertexCount);
      const inFrame = clampBox(box, FRAME.width, FRAME.height);
      return areaOf(inFrame) > 0.5 * areaOf(box) ? [trueFace(personOf(name), moved)] : [];
    }),
  );
}

function trueFace(id: string, landmarks: Landmarks): TrueFace {
  const { x, y, width, height } = boundsOf(landmarks, meshVertexCount);
  return {
    id,
    yaw: headPose(landmarks).yaw,
    box: [x, y, x + width, y + height],
    lm: truthPoints.map((index) => [index, landmarks[3 * index], landmarks[3 * index + 1]]),
  };
}

const personOf = (name: string) => (name === 'sample1-3' ? 'sample3-2' : name);

const photoOf = ({ name }: { name: string }) => name.split('-')[0];

/** Prefers large frontal faces. */
const sourceQuality = ({ landmarks }: Member) =>
  frontalScore(headPose(landmarks)) ** 8 * Math.sqrt(eyeDistance(landmarks));

async function renderClip({ shots, effect }: Plan, cast: readonly Member[]): Promise<string> {
  const inputs = shots.flatMap(({ photo, frames }) => [
    ...['-loop', '1', '-framerate', `${FPS}`, '-t', `${(frames + 2) / FPS}`, '-i', photographPath(photo)],
  ]);
  const chains = shots.map(
    ({ photo, motion, frames }, i) =>
      `[${i}:v]trim=end_frame=${frames},${filtersOf(imageOf(photo, cast), motion, frames)}[s${i}]`,
  );
  const joined = `${shots.map((_, i) => `[s${i}]`).join('')}concat=n=${shots.length}[v]`;
  const graph = [...chains, joined, effect ?? '[v]null[out]'].join(';');
  const coding = ['-map', '[out]', '-c:v', 'libx264', '-crf', '16', '-preset', 'fast', '-pix_fmt', 'yuv420p'];
  const args = [...inputs, '-filter_complex', graph, ...coding];
  const hash = createHash('sha256').update(JSON.stringify(args)).digest('hex').slice(0, 16);
  const file = path.join(folder, `${hash}.mp4`);
  if (!existsSync(file)) {
    await runFfmpeg([...args, '-f', 'mp4', '-y', `${file}.part`]);
    renameSync(`${file}.part`, file);
  }
  return file;
}
