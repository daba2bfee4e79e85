import { intersectionOverUnion } from '#engine/nets/boxes';
import { cosineSimilarity, normalised, SAME_PERSON_SIMILARITY, type FaceEmbedding } from '#engine/nets/face-embedder';
import { selectBestView, type BestView } from './best-views';
import type { Sighting, Tracklet } from './tracklet';

export interface TrackedPerson {
  /** In order of time, without overlap. */
  readonly tracklets: readonly Tracklet[];
  readonly frames: number;
}

const SAME_PERSON_NEARBY = 0.25;
const MAX_GAP_S = 1;
const MAX_OCCLUSION_S = 3;
const NEARBY_IOU = 0.2;
/** Shorter tracks are noise, unless the clip is that short. */
const MIN_TRACK_S = 0.2;

/**
 * Across cuts and absences. A short tracklet that adjoins a person but matches none shows an occlusion and is dropped.
 * @returns by screen time, then by first appearance
 */
export function groupTracklets(tracklets: readonly Tracklet[], fps: number): TrackedPerson[] {
  const groups: Tracklet[][] = [];
  for (const tracklet of [...tracklets].sort((a, b) => framesOf([b]) - framesOf([a]) || a.start - b.start)) {
    const home = bestGroup(tracklet, groups, fps);
    if (home) home.push(tracklet);
    else if (!isOccluded(tracklet, groups, fps)) groups.push([tracklet]);
  }
  const longest = Math.max(0, ...groups.map(framesOf));
  return groups
    .filter((group) => framesOf(group) >= Math.min(MIN_TRACK_S * fps, longest))
    .map((group) => ({ tracklets: group.sort((a, b) => a.start - b.start), frames: framesOf(group) }))
    .sort((a, b) => b.frames - a.frames || a.tracklets[0].start - b.tracklets[0].start);
}

const framesOf = (group: readonly Tracklet[]) => group.reduce((sum, { sightings }) => sum + sightings.length, 0);

function bestGroup(tracklet: Tracklet, groups: readonly Tracklet[][], fps: number): Tracklet[] | undefined {
  let [home, best]: [Tracklet[] | undefined, number] = [undefined, 0];
  for (const group of groups) {
    if (group.some((other) => overlapInTime(other, tracklet))) continue;
    const similarity = similarityTo(tracklet, group);
    const needed = isAdjacent(tracklet, group, fps) ? SAME_PERSON_NEARBY : SAME_PERSON_SIMILARITY;
    if (similarity > needed && similarity > best) [home, best] = [group, similarity];
  }
  return home;
}

function meanEmbedding(tracklets: readonly Tracklet[]): FaceEmbedding {
  const sum = tracklets[0].embeddingSum.map((_, i) =>
    tracklets.reduce((total, { embeddingSum }) => total + embeddingSum[i], 0),
  );
  return normalised(sum);
}

export function bestViewOf({ tracklets }: TrackedPerson, share?: (frame: number) => number): BestView {
  return selectBestView(
    tracklets.flatMap(({ best }) => best.views),
    meanEmbedding(tracklets),
    share,
  );
}

function similarityTo(tracklet: Tracklet, group: readonly Tracklet[]): number {
  const embedding = normalised(tracklet.embeddingSum);
  const parts = group.map((part) => cosineSimilarity(embedding, normalised(part.embeddingSum)));
  return Math.max(cosineSimilarity(embedding, meanEmbedding(group)), ...parts);
}

const overlapInTime = (a: Tracklet, b: Tracklet) => a.start < b.end && b.start < a.end;

function isOccluded(tracklet: Tracklet, groups: readonly Tracklet[][], fps: number): boolean {
  const seconds = framesOf([tracklet]) / fps;
  return groups.some((group) => {
    const before = group.some((other) => continues(other, tracklet, fps));
    const after = group.some((other) => continues(tracklet, other, fps));
    return before && after ? seconds < MAX_OCCLUSION_S : (before || after) && seconds < MAX_GAP_S;
  });
}

function isAdjacent(tracklet: Tracklet, group: readonly Tracklet[], fps: number): boolean {
  return group.some((other) => continues(other, tracklet, fps) || continues(tracklet, other, fps));
}

function continues(before: Tracklet, after: Tracklet, fps: number): boolean {
  const gap = after.start - before.end;
  if (gap < 0 || gap > MAX_GAP_S * fps || before.endsWithScene || after.beginsWithScene) return false;
  return intersectionOverUnion(before.last.box, firstOf(after).box) > NEARBY_IOU;
}

const firstOf = ({ sightings }: Tracklet): Sighting => sightings[0];
