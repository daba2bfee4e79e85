import { intersectionOverUnion } from '#engine/nets/boxes';
import { likeness, SAME_PERSON, type Identity } from '#engine/nets/face-identity';
import { bestOf, type BestView } from './best-views';
import type { Sighting, Tracklet } from './tracklet';
import { normalised } from './reference-embedding';

/** Everything that was seen of one person. */
export interface TrackedPerson {
  /** In order of time; they never overlap. */
  readonly tracklets: readonly Tracklet[];
  /** Frames in which the person was seen. */
  readonly frames: number;
}

/** Likeness that is enough when a face is where the person's was a moment ago. */
const SAME_PERSON_IN_PLACE = 0.25;
const MOMENT_S = 1;
const LONG_COVERED_S = 3;
const IN_PLACE = 0.2;
/** Whoever is seen for less is nobody, unless the whole is as short. */
const MIN_SEEN_S = 0.2;

/**
 * Joins what was followed into persons, through cuts and absences: the longest seen first, each joined to whom it
 * resembles most. What looks like nobody, where a known person just was, is that person covered by something.
 * @returns the persons by the time they were seen, then by when they were seen first
 */
export function joinPeople(tracklets: readonly Tracklet[], fps: number): TrackedPerson[] {
  const groups: Tracklet[][] = [];
  for (const tracklet of [...tracklets].sort((a, b) => framesOf([b]) - framesOf([a]) || a.start - b.start)) {
    const home = bestHome(tracklet, groups, fps);
    if (home) home.push(tracklet);
    else if (!isCovered(tracklet, groups, fps)) groups.push([tracklet]);
  }
  const longest = Math.max(0, ...groups.map(framesOf));
  return groups
    .filter((group) => framesOf(group) >= Math.min(MIN_SEEN_S * fps, longest))
    .map((group) => ({ tracklets: group.sort((a, b) => a.start - b.start), frames: framesOf(group) }))
    .sort((a, b) => b.frames - a.frames || a.tracklets[0].start - b.tracklets[0].start);
}

const framesOf = (group: readonly Tracklet[]) => group.reduce((sum, { sightings }) => sum + sightings.length, 0);

function bestHome(tracklet: Tracklet, groups: readonly Tracklet[][], fps: number): Tracklet[] | undefined {
  let [home, best]: [Tracklet[] | undefined, number] = [undefined, 0];
  for (const group of groups) {
    if (group.some((other) => meanwhile(other, tracklet))) continue;
    const alike = resemblance(tracklet, group);
    const needed = wasInPlace(tracklet, group, fps) ? SAME_PERSON_IN_PLACE : SAME_PERSON;
    if (alike > needed && alike > best) [home, best] = [group, alike];
  }
  return home;
}

/** What somebody looks like on the whole. */
export function identityOf(tracklets: readonly Tracklet[]): Identity {
  const sum = tracklets[0].identity.map((_, i) => tracklets.reduce((total, { identity }) => total + identity[i], 0));
  return normalised(sum);
}

/** The moment in which a person shows themselves best, frames counting by `share`. */
export function bestViewOf({ tracklets }: TrackedPerson, share?: (frame: number) => number): BestView {
  return bestOf(
    tracklets.flatMap(({ best }) => best.views),
    identityOf(tracklets),
    share,
  );
}

/** To the person as a whole, or to the part that looks most alike: a head looks different from the side. */
function resemblance(tracklet: Tracklet, group: readonly Tracklet[]): number {
  const identity = normalised(tracklet.identity);
  const parts = group.map((part) => likeness(identity, normalised(part.identity)));
  return Math.max(likeness(identity, identityOf(group)), ...parts);
}

const meanwhile = (a: Tracklet, b: Tracklet) => a.start < b.end && b.start < a.end;

function isCovered(tracklet: Tracklet, groups: readonly Tracklet[][], fps: number): boolean {
  const seconds = framesOf([tracklet]) / fps;
  return groups.some((group) => {
    const before = group.some((other) => follows(other, tracklet, fps));
    const after = group.some((other) => follows(tracklet, other, fps));
    return before && after ? seconds < LONG_COVERED_S : (before || after) && seconds < MOMENT_S;
  });
}

/** Whether the person was seen here just before or is just after, in the same scene. */
function wasInPlace(tracklet: Tracklet, group: readonly Tracklet[], fps: number): boolean {
  return group.some((other) => follows(other, tracklet, fps) || follows(tracklet, other, fps));
}

function follows(before: Tracklet, after: Tracklet, fps: number): boolean {
  const gap = after.start - before.end;
  if (gap < 0 || gap > MOMENT_S * fps || before.endsWithScene || after.beginsWithScene) return false;
  return intersectionOverUnion(before.last.box, firstOf(after).box) > IN_PLACE;
}

const firstOf = ({ sightings }: Tracklet): Sighting => sightings[0];
