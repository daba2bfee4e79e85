import type { FoundFace } from '#engine/analyse/face-finder';
import type { Looker } from '#engine/analyse/face-net-pool';
import { throwIfAborted } from '#engine/errors';
import { areaOf, boundsOf, intersectionOverUnion, isSamePlace, overlap } from '#engine/nets/boxes';
import { MESH_POINTS } from '#engine/nets/face-mesher';
import { viewOf, type View } from '#engine/nets/view';
import type { Box } from '#engine/types';
import type { Picture } from '#engine/ffmpeg/yuv-frame';
import type { SeenFace } from './best-views';
import { halfway, isEven } from './constant-velocity';
import { SceneCuts } from './scene-cut';
import { RecentFrames } from './recent-frames';
import { Tracklet } from './tracklet';

/** Frames between two looks at the whole picture, and between the next ones after losing somebody: they may come back. */
const LOOK_EVERY = 12;
const LOOK_AGAIN_AFTER = [3, 6];
/** Whoever is found is followed back to the last look. */
export const FRAMES_HELD = LOOK_EVERY + 1;
/** Checks a second of whom a face belongs to, and most frames between two. With others near, every frame is checked. */
const CHECKS_A_SECOND = 6;
const LEAST_OFTEN = 4;

const SAME_FACE = 0.4;
/** How many times as wide as a face the square is in which it is sought when it is not where it was. */
const AROUND = 5;
/** A face moves little from frame to frame. */
const MIN_STEP_OVERLAP = 0.2;
/** The mesh net's confidence in a face that may be passed over. */
const SURE = 0.9;
/** Share of a face that must lie in the picture, if it was followed to there, and if it had to be sought. */
const MIN_INSIDE = 0.4;
const MIN_SOUGHT_INSIDE = 0.9;

/**
 * Follows every face of a sequence of frames: found by the detector now and then and at scene cuts, followed by the
 * mesh from where it was, checked by identity. When it is not certain whom a face belongs to, it is let go. Of faces that
 * move evenly every other frame is passed over; should they turn out not to have, it is looked at after all.
 */
export class Tracker {
  private readonly cuts = new SceneCuts();
  private readonly ended: Tracklet[] = [];
  private active: Tracklet[] = [];
  private frame = 0;
  private lastLook = -Infinity;
  /** Looks since somebody was lost. */
  private looksSinceLoss = LOOK_AGAIN_AFTER.length;
  private readonly past = new RecentFrames(LOOK_EVERY);
  /** The frame before this one was not looked at. */
  private passedOver = false;

  /** Frames between two checks. */
  private readonly checkEvery: number;

  constructor(
    private readonly faces: Looker,
    fps: number,
  ) {
    this.checkEvery = Math.max(1, Math.min(LEAST_OFTEN, Math.round(fps / CHECKS_A_SECOND)));
  }

  /** Takes the next frame, whose pixels must hold until `FRAMES_HELD` more are asked for. */
  async see(picture: Picture, signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    const view = viewOf(picture);
    const newScene = this.frame === 0 || this.cuts.isCut(view);
    if (this.frame === 0) this.cuts.isCut(view);
    if (newScene) {
      await this.endScene();
      this.past.forget();
    }
    this.passedOver = !newScene && this.mayPassOver();
    if (!this.passedOver) {
      await this.followAll(view);
      await this.checkAll(view);
      if (newScene || this.mustLook()) await this.lookForNew(view, this.frame, newScene, signal);
    }
    this.past.keep(picture);
    this.frame++;
  }

  /** All that was followed, once the last frame was seen. */
  async finish(): Promise<Tracklet[]> {
    await this.endScene();
    return this.ended.filter((tracklet) => tracklet.sightings.length > 0);
  }

  private async endScene(): Promise<void> {
    for (const tracklet of this.active) if (tracklet.end < this.frame) await this.lookBack(tracklet);
    const last = this.frame - 1;
    const [newest] = this.past.newestFirst();
    // Whoever came in since the last look would not be found any more.
    if (newest && this.lastLook < last) await this.lookForNew(viewOf(newest[1]), last, false);
    for (const tracklet of this.active) this.end(tracklet, true);
  }

  private end(tracklet: Tracklet, withScene: boolean): void {
    tracklet.endsWithScene = withScene && tracklet.end === this.frame;
    this.ended.push(tracklet);
    this.active = this.active.filter((other) => other !== tracklet);
    if (!withScene) this.looksSinceLoss = 0;
  }

  private async followAll(view: View): Promise<void> {
    const followed = this.active.map(async (tracklet) => ({ tracklet, face: await this.followOne(tracklet, view) }));
    for (const { tracklet, face } of await Promise.all(followed)) {
      const there = face && isSameStep(tracklet.last.box, face) ? face : await this.seek(tracklet, view);
      if (there) tracklet.see(there);
      else this.end(tracklet, false);
    }
  }

  /** Looks around where a face was last: it, or the camera, may have moved faster than the mesh can follow. */
  private async seek(tracklet: Tracklet, view: View): Promise<FoundFace | undefined> {
    if (tracklet.end < this.frame) return undefined;
    const { x, y, width, height } = tracklet.last.box;
    const size = AROUND * Math.max(width, height);
    const within = { centreX: x + width / 2, centreY: y + height / 2, size, angle: 0 };
    const others = this.active.filter((other) => other !== tracklet);
    for (const face of await this.faces.find(view, { thorough: false, within, known: knownOf(others) })) {
      if (insideOf(face) < MIN_SOUGHT_INSIDE) continue; // half a face leads the mesh astray where nothing led up to it
      if (tracklet.recognises(await this.faces.describe(view, face.landmarks))) return face;
    }
    return undefined;
  }

  /** Looks where a face was last, and decides what it did in the frame that was passed over. */
  private async followOne(tracklet: Tracklet, view: View): Promise<SeenFace | undefined> {
    const { lastLandmarks: before, landmarks } = tracklet;
    const face = await this.faces.follow(view, before);
    if (tracklet.end === this.frame) return face;
    const isThere = face && isSameStep(tracklet.last.box, face);
    if (isThere && isEven(landmarks.at(landmarks.length - 3), before, face.landmarks)) {
      tracklet.see(halfway({ ...tracklet.last, landmarks: before }, face, view));
      return face;
    }
    if (!(await this.lookBack(tracklet))) return undefined;
    return isThere ? face : this.faces.follow(view, tracklet.lastLandmarks);
  }

  /** Looks at the frame that was passed over. */
  private async lookBack(tracklet: Tracklet): Promise<boolean> {
    const [[, picture]] = this.past.newestFirst();
    const face = await this.faces.follow(picture, tracklet.lastLandmarks);
    if (!face || !isSameStep(tracklet.last.box, face)) return false;
    tracklet.see(face);
    return true;
  }

  /** Whether all faces have moved evenly so far, apart from each other, and nothing is due. */
  private mayPassOver(): boolean {
    if (this.passedOver || this.frame % this.checkEvery === 0 || this.mustLook() || this.looksSinceLoss === 0)
      return false;
    return this.active.length > 0 && this.active.every((tracklet) => !this.hasNeighbour(tracklet) && isCalm(tracklet));
  }

  /** Asks of each face whether it is still the one that was followed. */
  private async checkAll(view: View): Promise<void> {
    const due = this.active.filter((tracklet) => this.isDue(tracklet));
    const described = due.map(async (tracklet) => ({
      tracklet,
      identity: await this.faces.describe(view, tracklet.lastLandmarks),
    }));
    for (const { tracklet, identity } of await Promise.all(described)) {
      const rival = this.active.find(
        (other) => other !== tracklet && intersectionOverUnion(other.last.box, tracklet.last.box) > SAME_FACE,
      );
      const another = this.active.some(
        (other) => other !== tracklet && other.resemblance(identity) > tracklet.resemblance(identity),
      );
      if (!tracklet.recognises(identity) || another || (rival && rival.sightings.length > tracklet.sightings.length)) {
        tracklet.forgetUnverified();
        this.end(tracklet, false);
      } else {
        tracklet.verify(identity, view);
      }
    }
  }

  private isDue(tracklet: Tracklet): boolean {
    return this.frame % this.checkEvery === 0 || this.hasNeighbour(tracklet);
  }

  private hasNeighbour({ last }: Tracklet): boolean {
    return this.active.some((other) => other.last !== last && overlap(other.last.box, last.box) > 0);
  }

  private mustLook(): boolean {
    const since = this.frame - this.lastLook;
    return since >= (LOOK_AGAIN_AFTER[this.looksSinceLoss] ?? LOOK_EVERY);
  }

  private async lookForNew(view: View, frame: number, newScene: boolean, signal?: AbortSignal): Promise<void> {
    this.lastLook = frame;
    this.looksSinceLoss++;
    for (const face of await this.faces.find(view, { signal, thorough: false, known: knownOf(this.active) })) {
      if (this.active.some(({ last }) => isSamePlace(last.box, face.box))) continue;
      const identity = await this.faces.describe(view, face.landmarks);
      const tracklet = new Tracklet(frame, newScene, identity);
      tracklet.see(face);
      tracklet.verify(identity, view);
      await this.followBack(tracklet);
      this.active.push(tracklet);
    }
  }

  /** Whoever is found was there before, most often: follows back to where they came from. */
  private async followBack(tracklet: Tracklet): Promise<void> {
    const seen: FoundFace[] = [];
    let step: Pick<FoundFace, 'box' | 'landmarks'> = { ...tracklet.last, landmarks: tracklet.lastLandmarks };
    for (const [age, picture] of this.past.newestFirst()) {
      const frame = this.frame - 1 - age;
      if (frame >= tracklet.start) continue;
      const view = viewOf(picture);
      const face = await this.faces.follow(view, step.landmarks);
      if (!face || !isSameStep(step.box, face)) break;
      if (this.othersAt(frame).some((box) => isSamePlace(box, face.box))) break;
      if (!tracklet.recognises(await this.faces.describe(view, face.landmarks))) break;
      seen.push(face);
      step = face;
    }
    tracklet.seeBefore(seen);
  }

  private othersAt(frame: number): Box[] {
    return [...this.active, ...this.ended].flatMap((tracklet) => tracklet.at(frame)?.box ?? []);
  }
}

const knownOf = (active: readonly Tracklet[]) =>
  active.map(({ last, lastLandmarks: landmarks }) => ({ box: last.box, landmarks }));

/** Whether a face moved evenly over the last frames, and the mesh is sure of it. */
function isCalm({ landmarks, last }: Tracklet): boolean {
  const { length } = landmarks;
  if (length < 5 || last.score < SURE) return false;
  return isEven(landmarks.at(length - 5), landmarks.at(length - 3), landmarks.at(length - 1));
}

function isSameStep(before: Box, face: SeenFace): boolean {
  return intersectionOverUnion(before, face.box) > MIN_STEP_OVERLAP && insideOf(face) > MIN_INSIDE;
}

/** Share of a face that lies in the picture. */
const insideOf = ({ box, landmarks }: Pick<SeenFace, 'box' | 'landmarks'>): number =>
  areaOf(box) / areaOf(boundsOf(landmarks, MESH_POINTS));
